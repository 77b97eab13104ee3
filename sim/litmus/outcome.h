// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/memory/explorer.h"
#include "sim/litmus/litmus_test.h"

namespace pmusim::litmus {

/// How often the proposition held in what was seen.
enum class Observation : std::uint8_t { never, sometimes, always };

/// "Never", "Sometimes" or "Always".
[[nodiscard]] std::string_view observation_text(Observation observation);

/// Of an outcome that comes from runs on the timed pipeline: a run shows one final state.
struct Sampling {
  std::vector<std::uint64_t> counts;  ///< runs that ended in each of `Outcome::states`
  std::uint64_t cut_short{};          ///< runs that did not end within SampleOptions::cycles
  bool is_stopped{};                  ///< there were fewer runs than asked for
};

/// How much of what is allowed was seen.
struct Coverage {
  std::size_t seen{};
  std::size_t allowed{};

  Coverage& operator+=(const Coverage& more) {
    seen += more.seen;
    allowed += more.allowed;
    return *this;
  }
};

/// What a run of a test found.
struct Outcome {
  memory::ExploreEnd end{memory::ExploreEnd::complete};  ///< of an exploration
  std::optional<Sampling> sampling;                      ///< missing: it was explored
  std::string reason;                      ///< which bound or limit, when not complete
  std::vector<memory::FinalState> states;  ///< all that were seen, in herd7's order
  std::size_t holding{};  ///< states in which the proposition holds, or runs that ended in such a
                          ///< state; herd7 counts executions
  std::size_t failing{};  ///< the others
  std::optional<memory::Witness> holds;
  std::optional<memory::Witness> fails;
  std::optional<Coverage> coverage;  ///< of a sample, when it is known what is allowed
  double seconds{};                  ///< CPU time

  /// Nothing that is allowed is missing. What was sampled never is.
  [[nodiscard]] bool is_complete() const {
    return !sampling && end == memory::ExploreEnd::complete;
  }

  /// A bound or limit kept it from doing all that was asked for.
  [[nodiscard]] bool is_cut_short() const;

  /// Whether the proposition was seen to hold, and to fail.
  [[nodiscard]] bool can_hold() const { return holding > 0 || holds; }

  [[nodiscard]] bool can_fail() const { return failing > 0 || fails; }

  [[nodiscard]] Observation observation() const;

  /// Whether more exploration could not change `observation`.
  [[nodiscard]] bool is_settled() const {
    return is_complete() || observation() == Observation::sometimes;
  }

  /// Whether the condition of the test holds; nothing when a run that was cut short leaves it open.
  [[nodiscard]] std::optional<bool> ok(Quantifier quantifier) const;

  /// The execution that settles the condition: one that shows what is asked for, or what must not
  /// be. Nullptr when there is none.
  [[nodiscard]] const memory::Witness* witness(Quantifier quantifier) const;
};

/// "Never", "Sometimes" or "Always"; "Undecided" where what was not seen may change it.
[[nodiscard]] std::string_view observation_text(const Outcome& outcome);

/// "complete", "bounded", "limit" or "sampled".
[[nodiscard]] std::string_view end_text(const Outcome& outcome);

/// Whether the proposition of `test` holds in a state of `test.shown`.
[[nodiscard]] bool holds(const LitmusTest& test, const memory::FinalState& state);

}  // namespace pmusim::litmus
