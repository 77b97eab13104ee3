// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/capabilities.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace pmusim;
using engine::capabilities_of;

namespace {

PmuConfig config_with(auto change) {
  PmuConfig config;
  change(config);
  return config;
}

}  // namespace

TEST_CASE("threshold_max is the greatest value of the threshold field", "[catalogue][caps]") {
  // 2^THWIDTH - 1; 4095 is the most that the field can name.
  CHECK(capabilities_of(config_with([](PmuConfig& c) { c.threshold_bits = 12; })).threshold_max ==
        4095);
  CHECK(capabilities_of(config_with([](PmuConfig& c) { c.threshold_bits = 8; })).threshold_max ==
        255);
  CHECK(capabilities_of(config_with([](PmuConfig& c) { c.threshold_bits = 0; })).threshold_max ==
        0);
}

TEST_CASE("threshold_max is 0 for a 32-bit kernel, whatever the PMU has", "[catalogue][caps]") {
  // @linux drivers/perf/arm_pmuv3.c threshold_max: "Not supported" where CONFIG_ARM
  const PmuConfig config = config_with([](PmuConfig& c) { c.aarch32 = true; });
  REQUIRE(config.threshold_bits == 12);
  CHECK(capabilities_of(config, true).threshold_max == 0);
  CHECK(capabilities_of(config, true).slots == 8);
  CHECK(capabilities_of(config, false).threshold_max == 4095);
}

TEST_CASE("bus_width is shown in bytes where Linux trusts the field", "[catalogue][caps]") {
  const auto width = [](unsigned encoded) {
    return capabilities_of(config_with([&](PmuConfig& c) { c.bus_width = encoded; })).bus_width;
  };
  CHECK(width(0) == 0);
  CHECK(width(3) == 4);      // 1 << (3 - 1)
  CHECK(width(12) == 2048);  // 1 << (12 - 1)
}

TEST_CASE("slots and bus slots are those of the configuration", "[catalogue][caps]") {
  const auto caps = capabilities_of(config_with([](PmuConfig& c) {
    c.slots = 6;
    c.bus_slots = 4;
  }));
  CHECK(caps.slots == 6);
  CHECK(caps.bus_slots == 4);
}

TEST_CASE("before PMUv3p4 there is no PMMIR_EL1 to read", "[catalogue][caps]") {
  const auto caps = capabilities_of(config_with([](PmuConfig& c) {
    c.version = PmuVersion::p1;
    c.threshold_bits = 0;
  }));
  CHECK(caps.slots == 0);
  CHECK(std::ranges::find(caps.identification, "PMMIR_EL1", [](const auto& pair) {
          return pair.first;
        }) == caps.identification.end());
}

TEST_CASE("identification registers carry the configuration", "[catalogue][caps]") {
  const auto caps = capabilities_of(config_with([](PmuConfig& c) {
    c.slots = 8;
    c.threshold_bits = 12;
  }));
  const auto pmmir = std::ranges::find(
      caps.identification, "PMMIR_EL1", [](const auto& pair) { return pair.first; });
  REQUIRE(pmmir != caps.identification.end());
  CHECK((pmmir->second & 0xFFU) == 8);           // SLOTS
  CHECK(((pmmir->second >> 20U) & 0xFU) == 12);  // THWIDTH
}
