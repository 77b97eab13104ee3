// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernel_model/abi/perf_event_attr.h"
#include "sim/scenario/counter_allotment.h"
#include "sim/scenario/resolution.h"

namespace pmusim::scenario {

/// One event to count, with its place for messages.
struct PlacedEvent {
  PerfEventSpec spec;
  abi::PerfEventAttr attr;
  std::string pmu;  ///< that its text names, or empty
  NodeId at{kNoNode};
  bool is_named{};    ///< by a name, not by its number
  bool is_sibling{};  ///< in a group, but not its leader
};

/// Notes what kernel and driver would refuse, so that it is known before the run.
/// @linux v6.18 kernel/events/core.c perf_event_open, drivers/perf/arm_pmuv3.c
class PerfRefusals {
 public:
  explicit PerfRefusals(Resolution& r);

  /// @param events  those of one element of "perf", groups one after the other.
  /// @param cpus      on which they may count.
  /// @param of_task   wherever a task runs; else each on every one of the CPUs.
  void check(std::span<const PlacedEvent> events, std::span<const CpuId> cpus, bool of_task);

 private:
  void check_event(const PlacedEvent& event);
  void check_pmu(const PlacedEvent& event, std::span<const CpuId> cpus, bool of_task);
  [[nodiscard]] bool is_of_pmu(const PlacedEvent& event, CpuId cpu) const;
  void check_presence(const PlacedEvent& event, std::span<const CpuId> cpus);
  void check_threshold(const PlacedEvent& event, std::span<const CpuId> cpus);
  void allot(std::span<const PlacedEvent> events, std::span<const CpuId> cpus);
  void check_together(std::span<const PlacedEvent> events, std::span<const CpuId> cpus);

  Resolution& r_;
  std::vector<CounterAllotment> allotments_;  ///< bare CPUs
  std::vector<std::vector<CpuId>> pmus_;
};

}  // namespace pmusim::scenario
