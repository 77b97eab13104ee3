// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "sim/litmus/outcome.h"

namespace pmusim::litmus {

struct RunOptions {
  memory::ExploreLimits limits;
  bool verdict_only{};  ///< stop when it is known whether the proposition can hold and can fail
};

/// Explores every outcome of `test`.
/// @error what the explorer refuses, such as accesses beside the locations; a test of which no
///        execution ends. With the place in the file.
[[nodiscard]] Result<Outcome> run(const LitmusTest& test, const RunOptions& options);

struct SampleOptions {
  std::uint64_t runs{2'000};
  std::uint64_t seed{1};
  std::uint64_t cycles{100'000};  ///< the most that a run takes; one that spins may have no end
  std::chrono::milliseconds time{60'000};
  const std::atomic<bool>* stop{};  ///< ends the sampling when it becomes true; may be missing
};

/// Runs `test` on the timed pipeline again and again. What it shows is allowed; what it does not
/// show may be allowed too. The same options give the same outcome, `time` aside.
/// @error what the pipeline refuses in some run, such as accesses beside the locations. With the
///        place in the file.
[[nodiscard]] Result<Outcome> sample(const LitmusTest& test, const SampleOptions& options);

}  // namespace pmusim::litmus
