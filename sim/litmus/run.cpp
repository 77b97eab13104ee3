// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/run.h"

#include <algorithm>
#include <ctime>
#include <map>

#include <fmt/format.h>

#include "models/common/random.h"
#include "models/common/text.h"
#include "models/memory/timed/timed_machine.h"
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

/// Runs of one test on the timed pipeline, one after the other.
class Sampler {
 public:
  Sampler(const LitmusTest& test, const SampleOptions& options)
      : test_{test}, options_{options}, machine_{test.program, memory::Latencies::wild()} {}

  Result<Outcome> sample() {
    const double start = cpu_seconds();
    const CounterRandom seeds{options_.seed};
    std::uint64_t ran = 0;
    for (; ran < options_.runs && !is_over() && !gives_up(); ++ran) {
      if (const auto fault = run(seeds.at(ran))) {
        return tl::unexpected{*fault};
      }
    }
    Outcome outcome = outcome_of(ran);
    outcome.seconds = cpu_seconds() - start;
    return outcome;
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Runs without an end, one after the other, after which no other one is expected.
  static constexpr std::uint64_t kMostEndless = 16;

  [[nodiscard]] bool gives_up() const { return endless_ >= kMostEndless; }

  [[nodiscard]] bool is_over() const {
    return (options_.stop != nullptr && *options_.stop) || Clock::now() >= last_;
  }

  std::optional<Error> run(std::uint64_t seed) {
    switch (machine_.run(seed, options_.cycles)) {
      case memory::TimedMachine::End::finished:
        ++counts_[machine_.values(test_.shown)];
        endless_ = 0;
        break;
      case memory::TimedMachine::End::cycle_limit:
        ++cut_short_;
        ++endless_;
        break;
      case memory::TimedMachine::End::fault:
        return fault();
    }
    return std::nullopt;
  }

  [[nodiscard]] Error fault() const {
    for (std::size_t thread = 0; thread < test_.places.size(); ++thread) {
      if (const auto& fault = machine_.pipeline(thread).fault()) {
        return {ErrorCode::invalid_input,
                test_.places[thread][fault->instruction],
                fmt::format("{} met {}", test_.name, fault->what),
                {}};
      }
    }
    return {ErrorCode::invalid_input, test_.file, machine_.fault(), {}};
  }

  [[nodiscard]] Outcome outcome_of(std::uint64_t ran) const {
    Outcome outcome;
    Sampling sampling{.counts = {}, .cut_short = cut_short_, .is_stopped = ran < options_.runs};
    std::set<memory::FinalState> states;
    for (const auto& [state, runs] : counts_) {
      states.insert(state);
      (holds(test_, state) ? outcome.holding : outcome.failing) += runs;
    }
    outcome.states = ordered(test_, states);
    for (const memory::FinalState& state : outcome.states) {
      sampling.counts.push_back(counts_.at(state));
    }
    outcome.reason = reason_of(ran, sampling);
    outcome.sampling = std::move(sampling);
    return outcome;
  }

  [[nodiscard]] std::string reason_of(std::uint64_t ran, const Sampling& sampling) const {
    std::string text = fmt::format("{} runs", ran);
    if (sampling.is_stopped) {
      text +=
          fmt::format(" of {} until it was {}", options_.runs, gives_up() ? "given up" : "stopped");
    }
    if (sampling.cut_short > 0) {
      text += fmt::format(
          ", {} of them without an end in {} cycles", sampling.cut_short, options_.cycles);
    }
    return text + "; what they did not show may still be allowed";
  }

  const LitmusTest& test_;
  const SampleOptions& options_;
  const Clock::time_point last_ = Clock::now() + options_.time;
  memory::TimedMachine machine_;
  std::map<memory::FinalState, std::uint64_t> counts_;
  std::uint64_t cut_short_{};
  std::uint64_t endless_{};  ///< the last runs, so many in a row
};

}  // namespace

Result<Outcome> sample(const LitmusTest& test, const SampleOptions& options) {
  return Sampler{test, options}.sample();
}

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
