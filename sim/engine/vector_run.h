// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "models/pmu/pmu_config.h"
#include "sim/engine/vector_format.h"
#include "sim/engine/vectors.h"

namespace pmusim::engine {

/// How long an item may run. Spans are counted, not seconds, so that the answer is the same
/// everywhere.
struct RunLimits {
  std::uint64_t spans{10'000'000};  ///< that the PMU counts at once; of a table: entries too
  const std::atomic<bool>* stop{};  ///< once true, the item is given up

  [[nodiscard]] bool is_stopped() const { return stop != nullptr && *stop; }
};

struct RunOutcome {
  enum class End : std::uint8_t {
    complete,  ///< every expectation was looked at, or one did not hold
    stopped,
    too_long,
  };

  End end{End::complete};
  std::size_t step{};                    ///< at which it ended early
  std::optional<VectorFailure> failure;  ///< the first that did not hold, without file and id
};

/// How many cycles of one step `run` are cut per cycle; what follows is counted in spans.
inline constexpr std::uint64_t kMostSingleCycles = 10'000;

/// Runs one vector against a PMU of its own.
///
/// @param config  with the readings that it is to take
/// @param profile whose expectations apply
[[nodiscard]] RunOutcome run_vector(const Vector& vector,
                                    const PmuConfig& config,
                                    PmuProfile profile,
                                    Cutting cutting,
                                    const RunLimits& limits);

}  // namespace pmusim::engine
