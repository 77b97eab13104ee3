// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/run.h"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "models/common/text.h"
#include "sim/litmus/endless_loop.h"
#include "sim/litmus/print.h"

namespace pmusim::litmus {
namespace {

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// "P1:3" of the explorer as the place of that instruction in the file; anything else behind the
/// name of the file.
std::string place_of(const LitmusTest& test, const std::string& where) {
  const std::size_t colon = where.find(':');
  if (where.starts_with('P') && colon != std::string::npos) {
    const auto thread = read_number(where.substr(1, colon - 1));
    const auto instruction = read_number(where.substr(colon + 1));
    if (thread && instruction && *thread < test.places.size() &&
        *instruction < test.places[*thread].size()) {
      return test.places[*thread][*instruction];
    }
  }
  return fmt::format("{}: {}", test.file, where);
}

/// What to say of a test in which every execution loops for ever.
Error no_end(const LitmusTest& test) {
  Error error{ErrorCode::invalid_input,
              test.file,
              fmt::format("no execution of {} ends", test.name),
              "a loop waits for what never comes"};
  for (std::size_t thread = 0; thread < test.program.threads.size(); ++thread) {
    if (const auto loop = branch_back(test.program.threads[thread].program)) {
      error.where = test.places[thread][*loop];
      break;
    }
  }
  return error;
}

}  // namespace

Result<Outcome> run(const LitmusTest& test, const RunOptions& options) {
  const double start = cpu_seconds();
  const auto goal =
      options.verdict_only ? memory::ExploreGoal::verdict : memory::ExploreGoal::all_states;
  Result<memory::ExploreResult> explored =
      memory::explore(test.program, test.shown, test.proposition, goal, options.limits);
  if (!explored) {
    Error error = explored.error();
    error.where = place_of(test, error.where);
    return tl::unexpected{std::move(error)};
  }
  const bool has_end = !explored->states.empty() || explored->holds || explored->fails;
  if (explored->end == memory::ExploreEnd::complete && !has_end) {
    return tl::unexpected{no_end(test)};
  }
  Outcome outcome;
  outcome.end = explored->end;
  outcome.reason = std::move(explored->reason);
  outcome.states = ordered(test, explored->states);
  outcome.holding = static_cast<std::size_t>(std::ranges::count_if(
      outcome.states, [&](const memory::FinalState& state) { return holds(test, state); }));
  outcome.failing = outcome.states.size() - outcome.holding;
  outcome.holds = std::move(explored->holds);
  outcome.fails = std::move(explored->fails);
  outcome.seconds = cpu_seconds() - start;
  return outcome;
}

}  // namespace pmusim::litmus
