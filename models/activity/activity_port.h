// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/activity/activity_source.h"
#include "models/common/context.h"
#include "models/common/units.h"

namespace pmusim {

/// Who counts what a CPU does. The CPU drives it; the PMU implements it.
///
/// A CPU executes in *spans*: cycles in one context with one activity. It opens a span with
/// `begin`, asks `plan` how far nothing of interest happens, and commits what really ran. A span
/// may be committed in any number of pieces.
class ActivityPort {
 public:
  ActivityPort() = default;
  ActivityPort(const ActivityPort&) = delete;
  ActivityPort& operator=(const ActivityPort&) = delete;
  virtual ~ActivityPort() = default;

  /// The CPU executes in `context` from now on; the next committed cycle is cycle `from` of
  /// `activity`.
  ///
  /// @param activity  must live as long as anybody drives this port: what was read of it ahead is
  /// kept for the time when it goes on, while something else executes.
  virtual void begin(const ExecutionContext& context,
                     ActivitySource& activity,
                     std::uint64_t from) = 0;

  /// How many cycles may be committed at once: up to and including the first cycle after which the
  /// interrupt level, or anything else that bears on later cycles, changes.
  ///
  /// @param limit  at least 1.
  /// @return  1 to limit. Nothing has been counted yet.
  [[nodiscard]] virtual Cycles plan(Cycles limit) = 0;

  /// Counts `elapsed` cycles of the span. @pre elapsed is at most the last answer of `plan`; 1
  /// needs no plan.
  virtual void commit(Cycles elapsed) = 0;

  /// The interrupt request line as it is after the committed cycles and register writes.
  [[nodiscard]] virtual bool interrupt_level() const = 0;

  /// A context synchronisation event: exception entry, exception return, or ISB. Delayed register
  /// writes take effect.
  virtual void synchronize_context() = 0;
};

}  // namespace pmusim
