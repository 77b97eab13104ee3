// SPDX-License-Identifier: Apache-2.0
//
// What perf_event_open refuses before and after the driver sees the event.
#pragma once

#include "kernel_model/perf/perf_system.h"

namespace pmusim::kernel {

/// Rights, frequency or period, and that it says where to count.
/// @linux v6.18 kernel/events/core.c perf_event_open
/// @error invalid_input  EACCES, EINVAL
[[nodiscard]] Result<void> check_request(const OpenRequest& request, const PerfConfig& config);

/// A frequency is within the limit of the rate, a period below 2^63.
/// @error invalid_input  EINVAL
[[nodiscard]] Result<void> check_sampling(bool frequency,
                                          std::uint64_t value,
                                          const PerfConfig& config);

/// Whether the event may join its leader's group; a leader may lead itself.
/// @error invalid_input  EINVAL
[[nodiscard]] Result<void> check_sibling(const PerfEvent& event);

/// Of software events there is the dummy, which counts nothing and can lead a group.
/// @error not_modelled  any other
[[nodiscard]] Result<void> check_software(const abi::PerfEventAttr& attr);

/// The first period: the asked one, or 1 in frequency mode, to be adjusted.
/// @linux v6.18 kernel/events/core.c perf_event_alloc
void set_first_period(PerfEvent& event);

}  // namespace pmusim::kernel
