// SPDX-License-Identifier: Apache-2.0
//
// The stretches of kernel code that cost cycles, and what each costs by default.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pmusim::kernel {

/// A stretch of kernel code between two points that matter. Register accesses in between are
/// steps of their own and cost one cycle each on top.
enum class Path : std::uint8_t {
  syscall_entry,
  syscall_exit,
  irq_entry,
  irq_exit,
  tick,
  schedule_pick,
  switch_to,
  wake_up,
  perf_install,
  perf_sched_out,
  perf_sched_in,
  perf_event_add,
  perf_event_del,
  perf_rotate,
  perf_tick,
  perf_sample,
  pmu_irq_counter,
  kvm_vcpu_load,
  kvm_vcpu_put,
  kvm_run_entry,
  kvm_run_exit,
  kvm_handle_exit,
};

/// A row of the table of paths.
struct PathDesc {
  Path path{};
  std::string_view name;  ///< as steps and scenarios name it
  std::uint32_t cycles{};
  std::string_view origin;  ///< where the number comes from
};

// Measured on real machines these differ by a factor of three between cores and kernel
// configurations; the order of magnitude is what a study needs, and each is a parameter
// (/kernel/costs) of the scenario.
// clang-format off
inline constexpr std::array kPaths{
    PathDesc{Path::syscall_entry, "syscall_entry", 60, "chosen: el0_svc, entry and dispatch, about 60 instructions"},
    PathDesc{Path::syscall_exit, "syscall_exit", 40, "chosen: ret_to_user without work pending"},
    PathDesc{Path::irq_entry, "irq_entry", 150, "chosen: el0_irq or el1_irq, irq_enter, reading the interrupt number"},
    PathDesc{Path::irq_exit, "irq_exit", 100, "chosen: end of interrupt, irq_exit"},
    PathDesc{Path::tick, "tick", 600, "chosen: tick_sched_handle, update_process_times, sched_tick"},
    PathDesc{Path::schedule_pick, "schedule_pick", 300, "chosen: __schedule up to context_switch"},
    PathDesc{Path::switch_to, "switch_to", 200, "chosen: switch_mm and cpu_switch_to"},
    PathDesc{Path::wake_up, "wake_up", 250, "chosen: try_to_wake_up"},
    PathDesc{Path::perf_install, "perf_install_in_context", 400, "chosen: remote part of perf_install_in_context"},
    PathDesc{Path::perf_sched_out, "perf_event_task_sched_out", 80, "chosen: per call, before any event"},
    PathDesc{Path::perf_sched_in, "perf_event_task_sched_in", 100, "chosen: per call, before any event"},
    PathDesc{Path::perf_event_add, "event_sched_in", 60, "chosen: per event, without register accesses"},
    PathDesc{Path::perf_event_del, "event_sched_out", 50, "chosen: per event, without register accesses"},
    PathDesc{Path::perf_rotate, "perf_rotate_context", 120, "chosen: per rotation, before any event"},
    PathDesc{Path::perf_tick, "perf_event_task_tick", 30, "chosen: with nothing to adjust"},
    PathDesc{Path::perf_sample, "perf_event_overflow", 350, "chosen: one sample without a call chain"},
    PathDesc{Path::pmu_irq_counter, "armv8pmu_handle_irq:counter", 15, "chosen: per counter looked at"},
    PathDesc{Path::kvm_vcpu_load, "kvm_arch_vcpu_load", 400, "chosen"},
    PathDesc{Path::kvm_vcpu_put, "kvm_arch_vcpu_put", 350, "chosen"},
    PathDesc{Path::kvm_run_entry, "kvm_arch_vcpu_ioctl_run:enter", 200, "chosen: from the loop's head to the world switch"},
    PathDesc{Path::kvm_run_exit, "kvm_arch_vcpu_ioctl_run:exit", 150, "chosen: from the world switch to handle_exit"},
    PathDesc{Path::kvm_handle_exit, "handle_exit", 250, "chosen: one exit that the host handles"},
};
// clang-format on

/// Cycles of each path in one run, by Path.
using CostTable = std::array<std::uint64_t, kPaths.size()>;

[[nodiscard]] constexpr CostTable default_costs() {
  CostTable costs{};
  for (const PathDesc& row : kPaths) {
    costs[static_cast<std::size_t>(row.path)] = row.cycles;
  }
  return costs;
}

[[nodiscard]] constexpr std::optional<Path> find_path(std::string_view name) {
  for (const PathDesc& row : kPaths) {
    if (row.name == name) {
      return row.path;
    }
  }
  return std::nullopt;
}

}  // namespace pmusim::kernel
