// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel_model/abi/perf_event_attr.h"
#include "models/common/result.h"

namespace pmusim::userspace {

/// An event as the perf tool would hand it to perf_event_open.
struct ParsedEvent {
  std::string text;
  std::string pmu;        ///< "armv8_pmuv3_0" of "armv8_pmuv3_0/cycles/"; empty: none is named
  std::string modifiers;  ///< "uH" of "cycles:uH"
  bool is_named{};        ///< by a name, which a PMU may not have; not by its number
  abi::PerfEventAttr attr;
};

/// Reads one event in perf's syntax: "cycles:k", "r3f:G", "stall_slot:u",
/// "armv8_pmuv3/stall_slot,threshold=2,threshold_compare=2/u", "armv8_pmuv3_0/event=0x3f/".
///
/// @error invalid_input  unknown event or term, a value that does not fit its field (threshold
/// above
///                       4095), a modifier that perf does not have.
[[nodiscard]] Result<ParsedEvent> parse_event(std::string_view text);

/// Expands shell braces, so that one line names many events: "{a,b}", "{0..3}", "{0..8..2}".
///
/// @error invalid_input  unbalanced braces, an empty range, more than 10,000 results.
[[nodiscard]] Result<std::vector<std::string>> expand_braces(std::string_view text);

}  // namespace pmusim::userspace
