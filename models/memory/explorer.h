// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/common/result.h"
#include "models/memory/concurrent_program.h"
#include "models/memory/proposition.h"

namespace pmusim::memory {

/// What an exploration may spend. Reaching a limit ends it as `stopped`, never as a proof.
struct ExploreLimits {
  unsigned instances{
      2};  ///< unfinished executions of one instruction that a thread may hold at once
  std::uint64_t states{50'000'000};
  std::uint64_t bytes{std::uint64_t{2} << 30U};
  std::chrono::milliseconds time{60'000};
  const std::atomic<bool>* stop{};  ///< ends the exploration when it becomes true; may be missing
};

/// How an exploration ended.
enum class ExploreEnd : std::uint8_t {
  complete,  ///< every outcome was seen
  bounded,   ///< loops were cut at `ExploreLimits::instances`; outcomes may be missing
  stopped,   ///< a limit on states, memory or time was reached; outcomes are missing
};

/// What is wanted: all final states, or only whether the proposition can hold and can fail.
enum class ExploreGoal : std::uint8_t { all_states, verdict };

/// One line of a witness: an event in the order in which things became visible.
struct WitnessStep {
  unsigned thread{};
  std::size_t instruction{};  ///< index into the thread's program
  std::string text;           ///< for instance `STR X0,[X1]   x = 1`
  bool before_older{};        ///< it happened while an older access of its thread was still open
  bool is_write{};            ///< it stored `value`; else it read it
  unsigned location{};        ///< index into the program's locations
  std::uint64_t value{};      ///< 0 for a read whose own store has no value yet
};

using Witness = std::vector<WitnessStep>;

struct ExploreResult {
  ExploreEnd end{ExploreEnd::complete};
  std::string reason;            ///< which limit or bound, when not complete
  std::set<FinalState> states;   ///< of the observables asked for; with `verdict` those met
  std::optional<Witness> holds;  ///< shortest known execution in which the proposition holds
  std::optional<Witness> fails;  ///< the same in which it does not
  std::uint64_t explored{};      ///< distinct states visited
  std::uint64_t steps{};         ///< transitions taken
};

/// Explores every outcome of `program` under the Armv8 memory model (multi-copy atomic; Arm ARM,
/// B2.3). The same input gives the same output, limits on time aside.
///
/// @error not_modelled   what the engine does not know: instructions, too many threads or
/// locations.
/// @error invalid_input  an execution accesses memory outside the locations, or in another size, or
///                       jumps out of its program; `where` names thread and instruction, as `P1:3`.
[[nodiscard]] Result<ExploreResult> explore(const ConcurrentProgram& program,
                                            const std::vector<Observable>& observed,
                                            const Proposition& proposition,
                                            ExploreGoal goal,
                                            const ExploreLimits& limits = {});

}  // namespace pmusim::memory
