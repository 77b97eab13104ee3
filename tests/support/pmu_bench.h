// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "models/activity/events.h"
#include "models/pmu/pmu_core.h"
#include "tests/support/scripted_activity.h"

namespace pmusim::test {

inline constexpr ExecutionContext kEl0{.level = ExceptionLevel::el0};
inline constexpr ExecutionContext kEl1{.level = ExceptionLevel::el1};
inline constexpr ExecutionContext kEl2{.level = ExceptionLevel::el2};
inline constexpr ExecutionContext kEl3{.level = ExceptionLevel::el3,
                                       .security = SecurityState::secure};

/// An event that the tests let happen: one that the PMU does not interpret.
inline constexpr EventId kEvent{0x24};

/// A context, from its two main parts.
[[nodiscard]] constexpr ExecutionContext at(ExceptionLevel level,
                                            SecurityState security = SecurityState::non_secure) {
  return {.level = level, .security = security};
}

/// A PMU on the bench: registers by name, cycles by hand. It executes at EL1 unless told otherwise.
class PmuBench {
 public:
  explicit PmuBench(const PmuConfig& config = {}, WriteEffect effect = {});

  PmuCore core;
  ExecutionContext context{kEl1};

  /// Raw access, without checks and side effects; "PMOVS", "PMCNTEN", "PMINTEN" name the states.
  PmuBench& set(std::string_view name, RegValue value);
  [[nodiscard]] RegValue get(std::string_view name) const;

  /// MSR and MRS in the present context.
  AccessOutcome write(std::string_view name, RegValue value);
  [[nodiscard]] SysRegRead read(std::string_view name) const;

  [[nodiscard]] RegValue counter(unsigned index) const { return core.state().event_counter[index]; }

  [[nodiscard]] RegValue cycles() const { return core.state().cycle_counter; }

  [[nodiscard]] RegValue flags() const { return core.state().overflow; }

  [[nodiscard]] bool line() const { return core.interrupt_level(); }

  /// Cycles in which kEvent happens as often as listed.
  PmuBench& events(const std::vector<std::uint32_t>& amounts);
  /// Cycles in which nothing but CPU_CYCLES happens.
  PmuBench& idle(std::uint64_t cycles);
  /// Cycles of an activity, from its beginning.
  PmuBench& run(std::unique_ptr<ScriptedActivity> activity, std::uint64_t cycles);

 private:
  std::vector<std::unique_ptr<ScriptedActivity>> activities_;  // no two at the same address
};

/// A bench whose first event counter counts kEvent at EL0 and EL1, enabled and started.
PmuBench& count_event(PmuBench& bench, unsigned counter = 0, RegValue start = 0);

}  // namespace pmusim::test
