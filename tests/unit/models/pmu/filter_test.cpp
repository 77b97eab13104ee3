// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "models/pmu/counting_rules.h"
#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

using enum ExceptionLevel;
using enum SecurityState;

constexpr unsigned kP = 31;
constexpr unsigned kU = 30;
constexpr unsigned kNsk = 29;
constexpr unsigned kNsu = 28;
constexpr unsigned kNsh = 27;
constexpr unsigned kM = 26;
constexpr unsigned kSh = 24;
constexpr unsigned kRlk = 22;
constexpr unsigned kRlu = 21;
constexpr unsigned kRlh = 20;
constexpr unsigned kNone = 64;
constexpr RegValue kAllFilterBits = 0xfd70'0000;

/// A row of the manual's filter table: which bits decide in a context, and how.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order of the manual's columns
struct Row {
  ExceptionLevel level;
  SecurityState security;
  unsigned main;
  unsigned other;
  bool counts_when_equal;  ///< else when the bits differ; an absent bit is 0
};

// clang-format off
constexpr Row kRows[] = {
    {el0, non_secure, kU, kNsu, true},
    {el0, secure, kU, kNone, true},
    {el0, realm, kU, kRlu, true},
    {el1, non_secure, kP, kNsk, true},
    {el1, secure, kP, kNone, true},
    {el1, realm, kP, kRlk, true},
    {el2, non_secure, kNsh, kNone, false},
    {el2, secure, kNsh, kSh, false},
    {el2, realm, kNsh, kRlh, false},
    {el3, secure, kP, kM, true},
    {el3, root, kP, kM, true},
};
// clang-format on

RegValue bit(unsigned position) {
  return position == kNone ? 0 : RegValue{1} << position;
}

PmuConfig everything() {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.secure_el2 = true;
  config.rme = true;
  config.instruction_counter = true;
  return config;
}

bool counts(const PmuConfig& config, RegValue filter, const ExecutionContext& context) {
  PmuState state;
  set_raw(config, state, {PmuReg::pmevtyper_el0, 0}, filter);  // keeps implemented bits
  return !is_filtered(filter_of(state, 0), context);
}

/// Checks a row with its two bits as given and the bits of all other rows as `noise`.
void check_row(const Row& row, bool main, bool other, RegValue noise) {
  const bool present = other && row.other != kNone;
  const RegValue filter = noise | (main ? bit(row.main) : 0) | (present ? bit(row.other) : 0);
  CAPTURE(to_string(row.level), to_string(row.security), filter);
  CHECK(counts(everything(), filter, at(row.level, row.security)) ==
        ((main == present) == row.counts_when_equal));
}

}  // namespace

TEST_CASE("each context is filtered by its own bits and no others", "[pmu][filter]") {
  for (const Row& row : kRows) {
    const RegValue own = bit(row.main) | bit(row.other);
    for (const RegValue noise : {RegValue{0}, kAllFilterBits & ~own}) {
      for (const unsigned bits : {0U, 1U, 2U, 3U}) {
        check_row(row, (bits & 1U) != 0, (bits & 2U) != 0, noise);
      }
    }
  }
}

TEST_CASE("an all-zero filter counts everywhere but at EL2", "[pmu][filter]") {
  for (const Row& row : kRows) {
    CAPTURE(to_string(row.level), to_string(row.security));
    CHECK(counts(everything(), 0, at(row.level, row.security)) == (row.level != el2));
  }
}

TEST_CASE("bits of absent levels and states read as zero and do not flip the result",
          "[pmu][filter]") {
  PmuConfig config = everything();
  SECTION("without EL3: NSU, NSK and SH") {
    config.el3 = config.secure_el2 = config.rme = false;
    CHECK(counts(config, bit(kNsu), at(el0)));
    CHECK_FALSE(counts(config, bit(kU) | bit(kNsu), at(el0)));
    CHECK(counts(config, bit(kNsk), at(el1)));
    CHECK_FALSE(counts(config, bit(kP) | bit(kNsk), at(el1)));
  }
  SECTION("without EL2: NSH") {
    config.el2 = config.secure_el2 = config.rme = false;
    CHECK(counts(config, bit(kNsh), at(el1)));
    CHECK_FALSE(counts(config, bit(kNsh), at(el2)));
  }
  SECTION("without Secure EL2: SH") {
    config.secure_el2 = false;
    CHECK(counts(config, bit(kNsh) | bit(kSh), at(el2, secure)));
  }
  SECTION("without RME: RLU, RLK and RLH") {
    config.rme = false;
    CHECK(counts(config, bit(kRlu), at(el0, realm)));
    CHECK(counts(config, bit(kRlk), at(el1, realm)));
    CHECK(counts(config, bit(kRlh) | bit(kNsh), at(el2, realm)));
  }
}

TEST_CASE("a counter with a filter counts only where the filter lets it", "[pmu][filter]") {
  PmuBench bench;
  count_event(bench).set("PMEVTYPER0_EL0", kEvent.value() | bit(kU));  // not at EL0
  bench.context = kEl0;
  CHECK(bench.events({1, 1, 1}).counter(0) == 0);
  bench.context = kEl1;
  CHECK(bench.events({1, 1, 1}).counter(0) == 3);
  bench.context = kEl2;
  CHECK(bench.events({1, 1, 1}).counter(0) == 3);
}

TEST_CASE("events of a filtered cycle are lost, not deferred", "[pmu][filter]") {
  PmuBench bench;
  count_event(bench).set("PMEVTYPER0_EL0", kEvent.value() | bit(kP));
  bench.events({5, 5});
  bench.context = kEl0;
  CHECK(bench.events({1}).counter(0) == 1);
}

TEST_CASE("PMCCFILTR_EL0 filters the cycle counter, PMICFILTR_EL0 the instruction counter",
          "[pmu][filter]") {
  PmuBench bench{everything()};
  bench.set("PMCR_EL0", 1).set("PMCNTEN", bit(31) | bit(32));
  const auto run = [&] {
    auto activity = std::make_unique<ScriptedActivity>();
    activity->always(kInstRetired, 2);
    bench.run(std::move(activity), 10);
  };
  bench.set("PMCCFILTR_EL0", bit(kP));
  run();
  CHECK(bench.get("PMCCNTR_EL0") == 0);
  CHECK(bench.get("PMICNTR_EL0") == 20);
  bench.set("PMCCFILTR_EL0", 0).set("PMICFILTR_EL0", bit(kP));
  run();
  CHECK(bench.get("PMCCNTR_EL0") == 10);
  CHECK(bench.get("PMICNTR_EL0") == 20);
}
