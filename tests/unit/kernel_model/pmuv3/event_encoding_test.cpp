// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/event_encoding.h"

#include <catch2/catch.hpp>

namespace {

using pmusim::RegValue;
using pmusim::abi::PerfEventAttr;
using pmusim::kernel::event_type;
using pmusim::kernel::PmuCapabilities;
using pmusim::kernel::RuleMutations;
using pmusim::kernel::threshold_max;

constexpr RegValue kNsh = 0x0800'0000;
constexpr RegValue kU = 0x4000'0000;
constexpr RegValue kP = 0x8000'0000;

/// PMUv3p9 with thresholds of `width` bits.
constexpr PmuCapabilities with_thresholds(unsigned width, bool vhe = true) {
  return {.pmmir = RegValue{width} << 20U, .pmu_version = 9, .kernel_at_el2 = vhe};
}

constexpr std::uint64_t config1(std::uint64_t threshold,
                                std::uint64_t compare,
                                std::uint64_t count) {
  return threshold << 5U | compare << 3U | count << 2U;
}

RegValue type_of(const PerfEventAttr& attr, const PmuCapabilities& caps) {
  const auto type = event_type(attr, caps);
  REQUIRE(type);
  return *type;
}

struct Filter {
  bool kernel_at_el2;
  unsigned excluded;  // bits: 4 user, 3 kernel, 2 hv, 1 host, 0 guest
  RegValue expected;
};

// The whole truth table, 32 rows for each kind of kernel, typed from the table of the driver's
// filter: VHE:  NSH = !ek & !eh, P = ek | eg, U = eu | eh, ehv has no effect; nVHE: NSH = !ehv &
// !eh, P = ek, U = eu, eg has no effect.
constexpr Filter kFilters[] = {
    // VHE: u k v h g
    {true, 0b00000, kNsh},
    {true, 0b00001, kNsh | kP},
    {true, 0b00010, kU},
    {true, 0b00011, kP | kU},
    {true, 0b00100, kNsh},
    {true, 0b00101, kNsh | kP},
    {true, 0b00110, kU},
    {true, 0b00111, kP | kU},
    {true, 0b01000, kP},
    {true, 0b01001, kP},
    {true, 0b01010, kP | kU},
    {true, 0b01011, kP | kU},
    {true, 0b01100, kP},
    {true, 0b01101, kP},
    {true, 0b01110, kP | kU},
    {true, 0b01111, kP | kU},
    {true, 0b10000, kNsh | kU},
    {true, 0b10001, kNsh | kP | kU},
    {true, 0b10010, kU},
    {true, 0b10011, kP | kU},
    {true, 0b10100, kNsh | kU},
    {true, 0b10101, kNsh | kP | kU},
    {true, 0b10110, kU},
    {true, 0b10111, kP | kU},
    {true, 0b11000, kP | kU},
    {true, 0b11001, kP | kU},
    {true, 0b11010, kP | kU},
    {true, 0b11011, kP | kU},
    {true, 0b11100, kP | kU},
    {true, 0b11101, kP | kU},
    {true, 0b11110, kP | kU},
    {true, 0b11111, kP | kU},
    // nVHE: u k v h g
    {false, 0b00000, kNsh},
    {false, 0b00001, kNsh},
    {false, 0b00010, 0},
    {false, 0b00011, 0},
    {false, 0b00100, 0},
    {false, 0b00101, 0},
    {false, 0b00110, 0},
    {false, 0b00111, 0},
    {false, 0b01000, kNsh | kP},
    {false, 0b01001, kNsh | kP},
    {false, 0b01010, kP},
    {false, 0b01011, kP},
    {false, 0b01100, kP},
    {false, 0b01101, kP},
    {false, 0b01110, kP},
    {false, 0b01111, kP},
    {false, 0b10000, kNsh | kU},
    {false, 0b10001, kNsh | kU},
    {false, 0b10010, kU},
    {false, 0b10011, kU},
    {false, 0b10100, kU},
    {false, 0b10101, kU},
    {false, 0b10110, kU},
    {false, 0b10111, kU},
    {false, 0b11000, kNsh | kP | kU},
    {false, 0b11001, kNsh | kP | kU},
    {false, 0b11010, kP | kU},
    {false, 0b11011, kP | kU},
    {false, 0b11100, kP | kU},
    {false, 0b11101, kP | kU},
    {false, 0b11110, kP | kU},
    {false, 0b11111, kP | kU},
};

PerfEventAttr excluding(unsigned bits) {
  return {.config = 0x3F,
          .exclude_user = (bits & 16U) != 0,
          .exclude_kernel = (bits & 8U) != 0,
          .exclude_hv = (bits & 4U) != 0,
          .exclude_host = (bits & 2U) != 0,
          .exclude_guest = (bits & 1U) != 0};
}

}  // namespace

TEST_CASE("the exception-level filter follows from the five exclude bits", "[pmuv3][filter]") {
  for (const Filter& filter : kFilters) {
    CAPTURE(filter.kernel_at_el2, filter.excluded);
    CHECK(type_of(excluding(filter.excluded), with_thresholds(12, filter.kernel_at_el2)) ==
          (filter.expected | 0x3F));
  }
}

TEST_CASE("each broken rule of the filter changes rows of its table", "[pmuv3][filter][mutation]") {
  struct Broken {
    bool RuleMutations::* rule;
    bool vhe_changes, nvhe_changes;
  };

  constexpr Broken kBroken[] = {{&RuleMutations::ignore_exclude_user, true, true},
                                {&RuleMutations::ignore_exclude_kernel, true, true},
                                {&RuleMutations::ignore_exclude_hv, false, true},
                                {&RuleMutations::ignore_exclude_host, true, true},
                                {&RuleMutations::ignore_exclude_guest, true, false},
                                {&RuleMutations::vhe_heeds_exclude_hv, true, false},
                                {&RuleMutations::nvhe_exclude_kernel_drops_el2, false, true},
                                {&RuleMutations::nvhe_filters_exclude_guest, false, true},
                                {&RuleMutations::vhe_filter_without_vhe, false, true},
                                {&RuleMutations::nvhe_filter_with_vhe, true, false}};
  for (const Broken& broken : kBroken) {
    RuleMutations mutations;
    mutations.*broken.rule = true;
    unsigned changed_vhe = 0;
    unsigned changed_nvhe = 0;
    for (const Filter& filter : kFilters) {
      const auto type = event_type(
          excluding(filter.excluded), with_thresholds(12, filter.kernel_at_el2), mutations);
      REQUIRE(type);
      const bool changed = *type != (filter.expected | 0x3F);
      (filter.kernel_at_el2 ? changed_vhe : changed_nvhe) += changed ? 1U : 0U;
    }
    CAPTURE(&broken - kBroken);
    CHECK((changed_vhe != 0) == broken.vhe_changes);
    CHECK((changed_nvhe != 0) == broken.nvhe_changes);
  }
}

TEST_CASE("threshold terms are encoded in TH and TC", "[pmuv3][threshold]") {
  struct Case {
    std::uint64_t threshold, compare, count, config1, upper;
  };

  constexpr Case kCases[] = {{2, 2, 0, 0x50, 0x8000'0002},
                             {10, 3, 1, 0x15C, 0xE000'000A},
                             {0, 3, 1, 0x1C, 0},
                             {255, 1, 0, 0x1FE8, 0x4000'00FF}};
  for (const Case& c : kCases) {
    CAPTURE(c.threshold);
    CHECK(config1(c.threshold, c.compare, c.count) == c.config1);
    CHECK(type_of({.config = 8, .config1 = c.config1}, with_thresholds(8)) >> 32U == c.upper);
  }
}

TEST_CASE("an nVHE host counts INST_RETIRED with a threshold at EL2 too", "[pmuv3][threshold]") {
  CHECK(type_of({.config = 8, .config1 = 0x50}, with_thresholds(12, false)) ==
        0x8000'0002'0800'0008);
}

TEST_CASE("a threshold above the maximum of the PMU is refused, the maximum is not",
          "[pmuv3][threshold]") {
  CHECK(event_type({.config = 8, .config1 = config1(255, 2, 0)}, with_thresholds(8)));
  const auto above = event_type({.config = 8, .config1 = config1(256, 2, 0)}, with_thresholds(8));
  REQUIRE_FALSE(above);
  CHECK(above.error().code == pmusim::ErrorCode::invalid_input);
  CHECK(above.error().what == "EINVAL: threshold 256 is above 255, the threshold_max of this PMU");
}

TEST_CASE("without thresholds in the PMU any threshold but 0 is refused", "[pmuv3][threshold]") {
  CHECK(event_type({.config = 8, .config1 = config1(0, 3, 1)}, with_thresholds(0)));
  CHECK_FALSE(event_type({.config = 8, .config1 = config1(1, 0, 0)}, with_thresholds(0)));
}

TEST_CASE("the largest threshold follows from THWIDTH", "[pmuv3][threshold]") {
  CHECK(threshold_max(with_thresholds(0)) == 0);
  CHECK(threshold_max(with_thresholds(1)) == 1);
  CHECK(threshold_max(with_thresholds(8)) == 255);
  CHECK(threshold_max(with_thresholds(12)) == 4095);
}

TEST_CASE("a 32-bit kernel and a PMU before v3p4 have no thresholds", "[pmuv3][threshold]") {
  PmuCapabilities caps = with_thresholds(12);
  caps.aarch32_kernel = true;
  CHECK(threshold_max(caps) == 0);
  caps = with_thresholds(12);
  caps.pmu_version = 4;  // PMUv3p1
  CHECK(threshold_max(caps) == 0);
  caps.pmu_version = 5;  // PMUv3p4
  CHECK(threshold_max(caps) == 4095);
  caps.pmu_version = 15;  // not PMUv3
  CHECK(threshold_max(caps) == 0);
}

TEST_CASE("bits that mean nothing to the driver are ignored", "[pmuv3]") {
  const PerfEventAttr attr{.config = 0xFFFF'FFFF'FFFF'0008, .config1 = ~std::uint64_t{0} << 17U};
  CHECK(type_of(attr, with_thresholds(12)) == (kNsh | 8));
  CHECK(type_of({.config = 8, .config1 = 3}, with_thresholds(12)) == (kNsh | 8));  // long, rdpmc
}

TEST_CASE("CHAIN and leaving out idle time are refused", "[pmuv3]") {
  CHECK_FALSE(event_type({.config = 0x1E}, with_thresholds(12)));
  const auto idle = event_type({.config = 8, .exclude_idle = true}, with_thresholds(12));
  REQUIRE_FALSE(idle);
  CHECK(idle.error().what.find("EOPNOTSUPP") == 0);
}
