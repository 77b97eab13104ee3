// SPDX-License-Identifier: Apache-2.0
//
// Whatever the pipeline shows, the memory model allows: random programs, each run with many seeds,
// against the explorer.
#include <cstdint>
#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "models/memory/explorer.h"
#include "models/memory/timed/timed_machine.h"
#include "tests/support/memory/program_text.h"
#include "tests/support/memory/random_program.h"
#include "tests/support/memory/shrink.h"

namespace pmusim::test {
namespace {

using States = std::set<memory::FinalState>;
using Observed = std::vector<memory::Observable>;

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kPrograms = 300;  // instrumented, each takes many times as long
#else
constexpr std::uint64_t kPrograms = 4'000;
#endif

States explored_states(const memory::ConcurrentProgram& program, const Observed& observed) {
  const auto any = memory::Proposition::always();
  const auto result = memory::explore(program, observed, any, memory::ExploreGoal::all_states);
  return result && result->end == memory::ExploreEnd::complete ? result->states : States{};
}

States shown_states(const memory::ConcurrentProgram& program, const Observed& observed) {
  constexpr std::uint64_t kRuns = 100;
  constexpr std::uint64_t kLongest = 1'000'000;
  memory::TimedMachine machine{program, memory::Latencies::wild()};
  States states;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    REQUIRE(machine.run(seed, kLongest) == memory::TimedMachine::End::finished);
    states.insert(machine.values(observed));
  }
  return states;
}

States surplus(const memory::ConcurrentProgram& program, const Observed& observed) {
  States shown = shown_states(program, observed);
  for (const memory::FinalState& allowed : explored_states(program, observed)) {
    shown.erase(allowed);
  }
  return shown;
}

std::string explanation(const RandomProgram& random, std::uint64_t seed) {
  const memory::ConcurrentProgram program =
      shrink(random.program, [&](const memory::ConcurrentProgram& candidate) {
        return !surplus(candidate, random.observed).empty();
      });
  return litmus_text(program, random.observed, fmt::format("seed-{}", seed)) +
         "shown, and not allowed:\n" +
         states_text(program, random.observed, surplus(program, random.observed));
}

}  // namespace

TEST_CASE("what the pipeline shows of random programs is allowed, and most of it is shown",
          "[property]") {
  std::uint64_t allowed = 0;
  std::uint64_t shown = 0;
  for (std::uint64_t seed = 7'000'000; seed < 7'000'000 + kPrograms; ++seed) {
    const RandomProgram random = random_program(seed);
    if (!surplus(random.program, random.observed).empty()) {
      FAIL(explanation(random, seed));
    }
    allowed += explored_states(random.program, random.observed).size();
    shown += shown_states(random.program, random.observed).size();
  }
  // A pipeline that reorders little would be right, and of no use.
  CHECK(shown * 2 > allowed);
}

}  // namespace pmusim::test
