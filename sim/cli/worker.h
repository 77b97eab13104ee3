// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "sim/cli/exit_code.h"

namespace pmusim::cli {

/// What a piece of work gave: its exit status, a result, and diagnostics.
struct WorkResult {
  ExitCode code{ExitCode::fine};
  std::string result;
  std::string diagnostics;
};

/// Does `work` in a process of its own and hands back what it gave, through a pipe.
///
/// SystemC has one global context, so that each simulation needs a process. When `stop` becomes
/// true, the worker gets SIGTERM once and is expected to come to an end. A worker that dies gives
/// ExitCode::fault and says so.
///
/// @error io  no process or pipe can be had.
[[nodiscard]] Result<WorkResult> do_in_worker(const std::function<WorkResult()>& work,
                                              const std::atomic<bool>& stop);

}  // namespace pmusim::cli
