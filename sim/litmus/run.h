// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace pmusim::litmus
