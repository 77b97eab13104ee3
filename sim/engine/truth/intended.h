// SPDX-License-Identifier: Apache-2.0
//
// What perf promises to count, as its documentation has it; never derived from driver or filter
// code. Source: Linux v6.18 Documentation/arch/arm64/perf.rst, "Perf Event Attributes".
#pragma once

#include <cstdint>

#include "kernel_model/abi/perf_event_attr.h"

namespace pmusim::engine {

/// Who executes. With VHE the host kernel is the hypervisor too.
enum class Who : std::uint8_t { host_user, host_kernel, hypervisor, guest_kernel, guest_user };

/// True when an event with `attr` is meant to count what `who` does.
[[nodiscard]] bool is_intended(const abi::PerfEventAttr& attr, Who who);

}  // namespace pmusim::engine
