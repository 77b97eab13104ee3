// SPDX-License-Identifier: Apache-2.0
#include "sim/report/outcome_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/grid.h"

namespace pmusim::report {
namespace {

constexpr std::size_t kWidth = 100;

}  // namespace

std::string outcomes_text(bool complete,
                          std::span<const ExpectationOutcome> outcomes,
                          const Painter& paint) {
  if (!complete) {
    return "\nExpectations were not checked, because the run is incomplete.\n";
  }
  if (outcomes.empty()) {
    return {};
  }
  const auto held =
      static_cast<std::size_t>(std::ranges::count_if(outcomes, &ExpectationOutcome::ok));
  const std::string sum = fmt::format("{} of {} hold", held, outcomes.size());
  std::string text = fmt::format("\n{}: {}\n",
                                 paint.heading("Expectations"),
                                 held == outcomes.size() ? paint.good(sum) : paint.bad(sum));
  constexpr std::string_view indent = "         ";  // as wide as "  FAILED "
  for (const ExpectationOutcome& outcome : outcomes) {
    if (!outcome.ok) {
      const std::vector<std::string> lines =
          broken(outcome.expectation.that + ": " + outcome.problem, kWidth - indent.size());
      text += fmt::format(
          "  {} {}\n", paint.bad("FAILED"), fmt::join(lines, "\n" + std::string{indent}));
    }
  }
  return text;
}

}  // namespace pmusim::report
