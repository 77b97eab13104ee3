// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/perf/ring_wakeup_program.h"
#include "sim/explore/protocol_result.h"

namespace pmusim::explore {

/// Explores the kernel, which publishes a record and then looks for a sleeper, against a reader,
/// which announces its sleep and then looks at data_head: can both see nothing?
[[nodiscard]] Result<WakeupVerdict> explore_wakeup(kernel::WakeupOrder kernel,
                                                   kernel::WakeupOrder reader,
                                                   const memory::ExploreLimits& limits = {});

}  // namespace pmusim::explore
