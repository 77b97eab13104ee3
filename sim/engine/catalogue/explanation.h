// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/context.h"
#include "models/common/result.h"
#include "models/common/units.h"
#include "sim/engine/catalogue/guest_view.h"

namespace pmusim::engine {

/// A context of a CPU and what an event does there.
struct ContextRow {
  ExecutionContext context;
  std::string who;               ///< "user space", "host kernel", ...
  bool filter_counts{};          ///< the filter bits let the counter count
  std::optional<bool> intended;  ///< what perf promises; nothing where perf makes no promise
};

/// How Linux asks the PMU for an event, and what comes of it.
struct Explanation {
  std::string text;
  std::string event_name;  ///< Arm's, or the number
  std::vector<std::pair<std::string, std::uint64_t>>
      attr;  ///< fields of perf_event_attr that matter to the driver
  RegValue event_type{};
  std::vector<ContextRow> contexts;
  GuestTracking tracking;
  std::vector<GuestRow> guest;  ///< around a KVM guest
};

/// Explains an event in perf's syntax, on the default PMU.
///
/// @param vhe  the host kernel runs at EL2.
/// @error invalid_input  perf cannot parse the event, or the driver refuses it.
[[nodiscard]] Result<Explanation> explain(std::string_view text, bool vhe);

}  // namespace pmusim::engine
