// SPDX-License-Identifier: Apache-2.0
//
// What is compared counts the same; nothing here looks at time.
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "models/pmu/dense_kernels.h"
#include "tests/bench/support/measured_run.h"
#include "tests/bench/support/recorded_ring.h"
#include "tests/bench/support/reference.h"
#include "tests/bench/support/table.h"
#include "tests/bench/support/workload.h"

namespace pmusim::bench {
namespace {

using namespace std::string_literals;

/// Small, with odd spans that end anywhere in the recorded ring.
Workload small(Shape shape) {
  return {.cpus = 2, .counters = 8, .shape = shape, .span = 977, .cycles = 160'000};
}

bool runs_agree(const std::vector<Run>& runs) {
  const auto medians = medians_of(runs, 2);
  return std::ranges::all_of(medians,
                             [&](const Measured& run) { return agree(run, medians.front()); });
}

TEST_CASE("the bare loop adds what each cycle adds, for every counter and length") {
  const RecordedRing ring = make_recorded_ring();
  for (const ReferenceCounter& counter : kReferenceCounters) {
    for (std::size_t cycles = 0; cycles <= 130; ++cycles) {
      const std::size_t first = 7 * cycles;
      std::uint64_t all = 0;
      std::uint64_t filtered = 0;
      for (std::size_t cycle = first; cycle < first + cycles; ++cycle) {
        const std::uint64_t added = increment_of(counter, ring.amounts[1][cycle]);
        all += added;
        filtered += counts_at(counter, ring.levels[cycle]) ? added : 0;
      }
      const std::span amounts{ring.amounts[1].data() + first, cycles};
      const std::span levels{ring.levels.data() + first, cycles};
      CAPTURE(int{counter.control}, cycles);
      REQUIRE(bare_loop(amounts, {}, counter) == all);
      REQUIRE((cycles == 0 || bare_loop(amounts, levels, counter) == filtered));
    }
  }
}

TEST_CASE("a threshold of the reference counters passes what the manual's table says") {
  // TC, TH, amount, increment: Arm ARM, PMEVTYPER<n>_EL0.TC.
  // clang-format off
  constexpr std::array<std::array<std::uint8_t, 4>, 18> kRows{{
      {0, 3, 3, 0}, {0, 3, 4, 4},                // not equal
      {1, 3, 3, 0}, {1, 3, 4, 1},
      {2, 3, 3, 3}, {2, 3, 4, 0},                // equal
      {3, 3, 3, 1}, {3, 3, 4, 0},
      {4, 3, 2, 0}, {4, 3, 3, 3}, {4, 3, 4, 4},  // greater than or equal
      {5, 3, 2, 0}, {5, 3, 3, 1}, {5, 3, 4, 1},
      {6, 3, 2, 2}, {6, 3, 3, 0},                // less than
      {7, 3, 2, 1}, {7, 3, 3, 0},
  }};
  // clang-format on
  for (const auto& [control, limit, amount, increment] : kRows) {
    CAPTURE(int{control}, int{amount});
    CHECK(increment_of({0xf, control, limit}, amount) == increment);
  }
}

TEST_CASE("a simulation counts what is counted by hand, at every SIMD target") {
  for (const std::string& target : simd_targets()) {
    for (const Shape shape :
         {Shape::dense, Shape::constant, Shape::periodic, Shape::runs, Shape::random}) {
      const Workload workload = small(shape);
      REQUIRE(use_simd_target(target));
      CAPTURE(target, static_cast<int>(shape));
      CHECK(runs_agree(
          {simulation(scenario_of(workload)), [&] { return count_by_spans(workload); }}));
    }
  }
  use_simd_target("");
}

TEST_CASE("counting by hand cycle by cycle and span by span agree") {
  for (const Shape shape : {Shape::dense, Shape::constant}) {
    const Workload workload = small(shape);
    CAPTURE(static_cast<int>(shape));
    CHECK(runs_agree(
        {[&] { return count_by_cycles(workload); }, [&] { return count_by_spans(workload); }}));
  }
}

TEST_CASE("runs that differ in their counts, or fail, are not in order") {
  Measured counted{.seconds = 1, .core_cycles = 1, .interrupts = 0, .checksum = 5, .ok = true};
  CHECK(medians_of({[&] { return counted; }}, 3).front().ok);
  CHECK_FALSE(medians_of({[&] {
                           Measured other = counted;
                           other.checksum = static_cast<std::uint64_t>(getpid());
                           return other;
                         }},
                         3)
                  .front()
                  .ok);
  CHECK_FALSE(medians_of({[]() -> Measured { _exit(1); }}, 3).front().ok);
  Measured other = counted;
  ++other.interrupts;
  CHECK_FALSE(agree(counted, other));
}

TEST_CASE("figures show three digits, and thousands apart") {
  CHECK(digits(0.0) == "0");
  CHECK(digits(0.012345) == "0.0123");
  CHECK(digits(1.0) == "1.00");
  CHECK(digits(24.68) == "24.7");
  CHECK(digits(999.7) == "1,000");
  CHECK(digits(10'234.0) == "10,200");
  CHECK(digits(-1234.0) == "-1,230");
  CHECK(digits(std::uint64_t{1'234'567}) == "1,234,567");
}

}  // namespace
}  // namespace pmusim::bench
