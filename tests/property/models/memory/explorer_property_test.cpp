// SPDX-License-Identifier: Apache-2.0
//
// The explorer against the second one, on random programs: equal sets of final states. The programs
// are the same in every run. To try more of them, in one process:
//
//   PMUSIM_FUZZ_PROGRAMS=1000000 PMUSIM_FUZZ_SEED=12345 memory_property_test "[more]"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "models/common/random.h"
#include "models/memory/explorer.h"
#include "tests/support/memory/axiomatic_explorer.h"
#include "tests/support/memory/program_features.h"
#include "tests/support/memory/program_text.h"
#include "tests/support/memory/random_program.h"
#include "tests/support/memory/shrink.h"

namespace pmusim::test {
namespace {

using States = std::set<memory::FinalState>;
using Observed = std::vector<memory::Observable>;

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kPrograms = 500;  // instrumented, each takes many times as long
#else
constexpr std::uint64_t kPrograms = 8'000;
#endif

/// The states that the explorer finds; nothing when it refuses the program or does not finish.
std::optional<States> explored_states(const memory::ConcurrentProgram& program,
                                      const Observed& observed) {
  const auto any = memory::Proposition::always();
  auto result = memory::explore(program, observed, any, memory::ExploreGoal::all_states);
  if (!result || result->end != memory::ExploreEnd::complete) {
    return std::nullopt;
  }
  return std::move(result->states);
}

/// About half of what is observed; of the rest the explorer need not keep the values.
Observed some_of(const Observed& observed, std::uint64_t seed) {
  Observed some;
  std::uint64_t bits = CounterRandom{seed}.at(0);
  for (const memory::Observable& each : observed) {
    if ((bits & 1U) != 0) {
      some.push_back(each);
    }
    bits >>= 1;
  }
  return some;
}

/// What is seen of states of which only a part is observed.
States projected(const States& states, const Observed& observed, const Observed& part) {
  States result;
  for (const memory::FinalState& state : states) {
    memory::FinalState seen;
    for (const memory::Observable& each : part) {
      const auto at = std::ranges::find(observed, each) - observed.begin();
      seen.push_back(state.at(static_cast<std::size_t>(at)));
    }
    result.insert(seen);
  }
  return result;
}

/// Whether both explorers finish and disagree.
bool differs(const memory::ConcurrentProgram& program, const Observed& observed) {
  const auto explored = explored_states(program, observed);
  const auto expected = axiomatic_states(program, observed);
  return explored && expected && *explored != *expected;
}

std::string only_in_first(const States& first, const States& second, const auto& to_text) {
  States only;
  std::ranges::set_difference(first, second, std::inserter(only, only.end()));
  return to_text(only);
}

/// The simplest program like this one on which they disagree, and how.
std::string explanation(const memory::ConcurrentProgram& original,
                        const Observed& observed,
                        std::uint64_t seed) {
  const auto still_differs = [&](const memory::ConcurrentProgram& candidate) {
    return differs(candidate, observed);
  };
  const memory::ConcurrentProgram program = shrink(original, still_differs);
  const States explored = explored_states(program, observed).value_or(States{});
  const States expected = axiomatic_states(program, observed).value_or(States{});
  const auto text = [&](const States& states) { return states_text(program, observed, states); };
  return litmus_text(program, observed, fmt::format("seed-{}", seed)) +
         "explored, and not allowed:\n" + only_in_first(explored, expected, text) +
         "allowed, and not explored:\n" + only_in_first(expected, explored, text);
}

struct Tally {
  std::uint64_t programs{};
  std::uint64_t given_up{};   ///< by the second explorer
  std::uint64_t differing{};  ///< each is told when it is found
  std::map<Feature, std::uint64_t> features;
};

/// Compares the explorers on the programs with seeds from `first` on.
Tally compare(std::uint64_t first, std::uint64_t programs) {
  Tally tally;
  tally.programs = programs;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const RandomProgram random = random_program(seed);
    const auto expected = axiomatic_states(random.program, random.observed);
    if (!expected) {
      ++tally.given_up;
      continue;
    }
    for (const Feature feature : features_of(random.program)) {
      ++tally.features[feature];
    }
    const auto explored = explored_states(random.program, random.observed);
    if (explored != expected) {
      ++tally.differing;
    }
    if (!explored) {
      FAIL_CHECK("not explored:\n"
                 << litmus_text(random.program, random.observed, fmt::format("seed-{}", seed)));
    } else if (*explored != *expected) {
      FAIL_CHECK(explanation(random.program, random.observed, seed));
    }
    const Observed some = some_of(random.observed, seed);
    if (explored_states(random.program, some) != projected(*expected, random.observed, some)) {
      ++tally.differing;
      FAIL_CHECK(explanation(random.program, some, seed));
    }
  }
  return tally;
}

/// A comparison that left out much would say little.
void check_coverage(const Tally& tally) {
  CHECK(tally.differing == 0);
  CHECK(tally.given_up * 50 < tally.programs);
  for (std::size_t number = 0; number < kFeatures; ++number) {
    const auto feature = static_cast<Feature>(number);
    CAPTURE(to_text(feature));
    const auto seen = tally.features.find(feature);
    CHECK((seen != tally.features.end() && seen->second * 50 > tally.programs));
  }
}

}  // namespace

// One test a part, so that they run beside each other: 40,000 programs in all.
TEST_CASE("random programs have the outcomes of their execution graphs, part 1", "[property]") {
  check_coverage(compare(1'000'000, kPrograms));
}

TEST_CASE("random programs have the outcomes of their execution graphs, part 2", "[property]") {
  check_coverage(compare(2'000'000, kPrograms));
}

TEST_CASE("random programs have the outcomes of their execution graphs, part 3", "[property]") {
  check_coverage(compare(3'000'000, kPrograms));
}

TEST_CASE("random programs have the outcomes of their execution graphs, part 4", "[property]") {
  check_coverage(compare(4'000'000, kPrograms));
}

TEST_CASE("random programs have the outcomes of their execution graphs, part 5", "[property]") {
  check_coverage(compare(5'000'000, kPrograms));
}

TEST_CASE("as many random programs as one wants have the outcomes of their execution graphs",
          "[.][more]") {
  const auto number = [](const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
  };
  const Tally tally =
      compare(number("PMUSIM_FUZZ_SEED", 100'000'000), number("PMUSIM_FUZZ_PROGRAMS", 100'000));
  CHECK(tally.differing == 0);
}

}  // namespace pmusim::test
