// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/pmu_config.h"

#include <catch2/catch.hpp>

using namespace pmusim;

namespace {

/// The keys of all problems, in order.
std::vector<std::string> keys(const PmuConfig& config) {
  std::vector<std::string> result;
  for (const Error& problem : problems_of(config)) {
    CHECK(problem.code == ErrorCode::invalid_input);
    CHECK(problem.what.find(problem.where) != std::string::npos);  // the text names its key
    result.push_back(problem.where);
  }
  return result;
}

using Keys = std::vector<std::string>;

template <class Change>
Keys keys_after(Change&& change) {
  PmuConfig config;
  change(config);
  return keys(config);
}

}  // namespace

TEST_CASE("the default configuration is legal", "[pmu][config]") {
  CHECK(keys(PmuConfig{}).empty());
}

TEST_CASE("the limits of every range are legal", "[pmu][config]") {
  CHECK(keys_after([](PmuConfig& c) { c.event_counters = 31; }).empty());
  CHECK(keys_after([](PmuConfig& c) { c.event_counters = 0; }).empty());
  CHECK(keys_after([](PmuConfig& c) { c.threshold_bits = 1; }).empty());
  CHECK(keys_after([](PmuConfig& c) { c.slots = c.bus_slots = 255; }).empty());
  for (const unsigned width : {0U, 3U, 12U}) {
    CHECK(keys_after([&](PmuConfig& c) { c.bus_width = width; }).empty());
  }
  CHECK(keys_after([](PmuConfig& c) {
          c.version = PmuVersion::p9;
          c.edge = c.instruction_counter = c.secure_el2 = c.rme = true;
        }).empty());
}

TEST_CASE("each broken rule is reported with its key", "[pmu][config]") {
  CHECK(keys_after([](PmuConfig& c) { c.event_counters = 32; }) == Keys{"event_counters"});
  CHECK(keys_after([](PmuConfig& c) {
          c.event_counters = 0;
          c.hpmn0 = false;
        }) == Keys{"event_counters"});
  CHECK(keys_after([](PmuConfig& c) { c.threshold_bits = 13; }) == Keys{"threshold_bits"});
  CHECK(keys_after([](PmuConfig& c) { c.version = PmuVersion::p1; }) == Keys{"threshold_bits"});
  CHECK(keys_after([](PmuConfig& c) {
          c.edge = true;
          c.threshold_bits = 0;
        }) == Keys{"edge"});
  CHECK(keys_after([](PmuConfig& c) { c.instruction_counter = true; }) ==
        Keys{"instruction_counter"});
  CHECK(keys_after([](PmuConfig& c) { c.slots = 256; }) == Keys{"slots"});
  CHECK(keys_after([](PmuConfig& c) { c.bus_slots = 256; }) == Keys{"bus_slots"});
  for (const unsigned width : {1U, 2U, 13U}) {
    CHECK(keys_after([&](PmuConfig& c) { c.bus_width = width; }) == Keys{"bus_width"});
  }
}

TEST_CASE("a list of events has those that its version requires", "[pmu][config]") {
  using Numbers = std::vector<std::uint16_t>;
  // Arm ARM DDI 0487, "Required events"; typed from there.
  const auto is_legal = [](PmuVersion version, const Numbers& numbers, bool icntr = false) {
    return keys_after([&](PmuConfig& c) {
             c.version = version;
             c.threshold_bits = 0;
             c.instruction_counter = icntr;
             for (const std::uint16_t number : numbers) {
               c.events.emplace_back(number);
             }
           })
        .empty();
  };
  using enum PmuVersion;
  CHECK(is_legal(p0, {0x00, 0x11, 0x08}));
  CHECK(is_legal(p0, {0x00, 0x11, 0x1B}));
  CHECK(is_legal(p1, {0x00, 0x11, 0x08, 0x23, 0x24}));
  CHECK(is_legal(p4, {0x00, 0x11, 0x08, 0x23, 0x24, 0x3C}));
  CHECK(is_legal(p9, {0x00, 0x11, 0x08, 0x23, 0x24, 0x3C}, true));
  CHECK_FALSE(is_legal(p0, {0x11, 0x08}));
  CHECK_FALSE(is_legal(p0, {0x00, 0x08}));
  CHECK_FALSE(is_legal(p0, {0x00, 0x11}));
  CHECK_FALSE(is_legal(p1, {0x00, 0x11, 0x08, 0x24}));
  CHECK_FALSE(is_legal(p1, {0x00, 0x11, 0x08, 0x23}));
  CHECK_FALSE(is_legal(p4, {0x00, 0x11, 0x08, 0x23, 0x24}));
  CHECK_FALSE(is_legal(p9, {0x00, 0x11, 0x1B, 0x23, 0x24, 0x3C}, true));
  CHECK(keys_after([](PmuConfig& c) { c.events = {EventId{0x21}}; }) == Keys{"events"});
  CHECK(keys_after([](PmuConfig& c) {
          c.event_counters = 0;
          c.events = {EventId{0x21}};
        }).empty());
}

TEST_CASE("Secure EL2 and RME need EL2 and EL3", "[pmu][config]") {
  for (const auto absent : {&PmuConfig::el2, &PmuConfig::el3}) {
    CHECK(keys_after([&](PmuConfig& c) {
            c.secure_el2 = true;
            c.*absent = false;
          }) == Keys{"secure_el2"});
    CHECK(keys_after([&](PmuConfig& c) {
            c.rme = true;
            c.*absent = false;
          }) == Keys{"rme"});
  }
}

TEST_CASE("no event counters need no FEAT_HPMN0 where EL2 is absent", "[pmu][config]") {
  CHECK(keys_after([](PmuConfig& c) {
          c.event_counters = 0;
          c.hpmn0 = c.el2 = false;
        }).empty());
}

TEST_CASE("all broken rules are reported at once", "[pmu][config]") {
  CHECK(keys_after([](PmuConfig& c) {
          c.event_counters = 99;
          c.slots = 999;
          c.edge = true;
          c.threshold_bits = 0;
        }) == Keys{"event_counters", "edge", "slots"});
}

TEST_CASE("each version includes the lower ones", "[pmu][config]") {
  using enum PmuVersion;
  const PmuVersion versions[] = {p0, p1, p4, p5, p7, p8, p9};
  for (const PmuVersion has : versions) {
    PmuConfig config;
    config.version = has;
    for (const PmuVersion wanted : versions) {
      CHECK(config.at_least(wanted) == (static_cast<int>(has) >= static_cast<int>(wanted)));
    }
  }
}

TEST_CASE("features follow the configuration", "[pmu][config]") {
  const auto has = [](const PmuConfig& config, PmuFeature feature) {
    return (features_of(config) & static_cast<FeatureMask>(feature)) != 0;
  };
  PmuConfig config;
  config.version = PmuVersion::p5;
  CHECK(has(config, PmuFeature::p4));
  CHECK(has(config, PmuFeature::p5));
  CHECK_FALSE(has(config, PmuFeature::p7));
  CHECK(has(config, PmuFeature::th));
  config.threshold_bits = 0;
  CHECK_FALSE(has(config, PmuFeature::th));
  CHECK_FALSE(has(config, PmuFeature::edge));
  CHECK_FALSE(has(config, PmuFeature::aarch32));
  config.aarch32 = true;
  CHECK(has(config, PmuFeature::aarch32));
}
