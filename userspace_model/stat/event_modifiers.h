// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "kernel_model/abi/perf_event_attr.h"
#include "models/common/result.h"

namespace pmusim::userspace {

/// Sets what the modifiers of an event ask for.
///
/// @param text  the whole event; its modifiers are the letters from `position` to the end.
/// @error invalid_input  no letter, a letter that perf does not have, one twice, more than three p,
///                       W (which is for groups).
/// @linux v6.18 tools/perf/util/parse-events.l modifiers, parse-events.c
/// parse_events__modifier_list
[[nodiscard]] Result<void> apply_modifiers(std::string_view text,
                                           std::size_t position,
                                           abi::PerfEventAttr& attr);

}  // namespace pmusim::userspace
