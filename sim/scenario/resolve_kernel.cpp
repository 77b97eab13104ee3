// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "models/pmu/pmu_registers.h"
#include "sim/scenario/resolution.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

/// Keys of `kernel` that need the modelled Linux, and whether they were written.
std::array<std::pair<std::string_view, bool>, 6> linux_keys(const Kernel& kernel) {
  return {{{"tick_hz", kernel.tick_hz.has_value()},
           {"slice_us", kernel.slice_us.has_value()},
           {"activity", kernel.activity.has_value()},
           {"costs", kernel.costs.has_value()},
           {"kvm", kernel.kvm.has_value()},
           {"perf", kernel.perf.has_value()}}};
}

/// What is asked for, or else what the scenario needs.
KernelModel model_of(const ScenarioFile& file) {
  if (file.kernel.model) {
    return *file.kernel.model;
  }
  const auto is_written = [](const auto& key) { return key.second; };
  const auto follows_task = [](const Perf& perf) { return perf.task.has_value(); };
  const bool needs_linux = !file.guests.empty() ||
                           std::ranges::any_of(linux_keys(file.kernel), is_written) ||
                           std::ranges::any_of(file.perf, follows_task);
  return needs_linux ? KernelModel::linux_kernel : KernelModel::none;
}

LinuxSpec to_spec(const Kernel& kernel) {
  constexpr std::uint64_t kNanosecondsPerMicrosecond = 1'000;
  constexpr std::uint64_t kNanosecondsPerMillisecond = 1'000'000;
  LinuxSpec spec;
  spec.tick_hz = kernel.tick_hz.value_or(spec.tick_hz);
  spec.slice_ns = kernel.slice_us ? *kernel.slice_us * kNanosecondsPerMicrosecond : spec.slice_ns;
  spec.costs = kernel.costs.value_or(KernelCosts{}).cycles;
  spec.kvm = kernel.kvm.value_or(spec.kvm);
  const KernelPerf perf = kernel.perf.value_or(KernelPerf{});
  spec.max_sample_rate = perf.max_sample_rate;
  spec.mux_interval_ns = perf.mux_interval_ms * kNanosecondsPerMillisecond;
  return spec;
}

// ---- Bare CPUs ----

void refuse_linux_keys(Resolution& r) {
  for (const auto& [name, is_written] : linux_keys(r.file.kernel)) {
    if (is_written) {
      refuse_without_linux(
          r, r.in.document.member_or_self(r.file.kernel.origin, name), fmt::format("\"{}\"", name));
    }
  }
  if (!r.file.guests.empty()) {
    refuse_without_linux(r, r.in.document.member_or_self(r.file.origin, "guests"), "\"guests\"");
  }
}

// ---- What the kernel owns ----

void refuse_timer(Resolution& r, const CpuGroup& group) {
  if (group.timer_period_ns) {
    r.in.problem(r.in.document.member_or_self(group.origin, "timer_period_ns"),
                 "the modelled Linux sets the timer itself",
                 R"(use "tick_hz" of "kernel", or set its "model" to "none")");
  }
}

void refuse_handlers(Resolution& r, const CpuGroup& group) {
  for (const Handler& handler : group.handlers) {
    if (!handler.body.empty()) {
      r.in.problem(handler.origin,
                   "the modelled Linux handles interrupts itself",
                   R"(leave the handler out, or set "model" of "kernel" to "none")");
    }
  }
}

/// Firmware sets MDCR_EL3, and MDCR_EL2 before it enters the kernel.
bool is_firmware_register(std::string_view name) {
  const auto found = find_register(name);
  return found && (found->reg == PmuReg::mdcr_el2 || found->reg == PmuReg::mdcr_el3);
}

void refuse_registers(Resolution& r, const CpuGroup& group) {
  const NodeId place = r.in.document.member(group.origin, "registers");
  r.in.document.for_each_child(place, [&](NodeId child) {
    const std::string_view name = r.in.document[child].key;
    if (!is_firmware_register(name) && !r.in.has_problem_in(child)) {
      r.in.problem(child,
                   "the modelled Linux sets " + printable(name) + " itself",
                   "leave it out; MDCR_EL2 and MDCR_EL3, which firmware sets, may be given");
    }
  });
}

/// A 32-bit kernel is known for what its driver accepts and counts with, no more.
void resolve_aarch32(Resolution& r, bool is_linux) {
  r.out.aarch32_kernel = r.file.kernel.aarch32;
  if (!r.out.aarch32_kernel) {
    return;
  }
  const NodeId at = r.in.document.member(r.file.kernel.origin, "aarch32");
  if (is_linux && r.model_is_known) {
    r.in.problem(at,
                 "the modelled Linux is a 64-bit kernel",
                 "set it to false, or leave the CPUs bare: no guests, no events that follow a "
                 "task, and none of the keys of \"kernel\" that need Linux",
                 ErrorCode::not_modelled);
  }
  const auto lacks_aarch32 = [](const CpuSpec& cpu) { return !cpu.pmu.aarch32; };
  const auto cpu = std::ranges::find_if(r.out.cpus, lacks_aarch32);
  if (r.cpus_are_known && cpu != r.out.cpus.end()) {
    r.in.problem(at,
                 fmt::format("{}, of type \"{}\", has no AArch32, and so a 32-bit kernel does not "
                             "start",
                             cpu->name,
                             printable(cpu->type)),
                 R"(set "aarch32" in "pmu" of every CPU type to true)");
  }
}

/// Linux has a timer for turns; here the tick does its work, and so an interval between ticks would
/// silently be longer.
void check_mux_interval(Resolution& r, const LinuxSpec& spec) {
  const NodeId tick = r.in.document.member(r.file.kernel.origin, "tick_hz");
  if (tick != kNoNode && r.in.has_problem_in(tick)) {
    return;
  }
  const std::uint64_t tick_ns = 1'000'000'000 / spec.tick_hz;
  if (spec.mux_interval_ns % tick_ns == 0) {
    return;
  }
  const NodeId perf = r.in.document.member(r.file.kernel.origin, "perf");
  const NodeId at = r.in.document.member_or_self(perf, "mux_interval_ms");
  if (!r.in.has_problem_in(at)) {
    r.in.problem(
        at,
        fmt::format(
            "turns of {} ns are no multiple of a tick of {} ns", spec.mux_interval_ns, tick_ns),
        R"(take a multiple, 0 for one tick, or another "tick_hz")",
        ErrorCode::not_modelled);
  }
}

void check_guests(Resolution& r) {
  if (r.file.guests.empty() || !r.cpus_are_known) {
    return;
  }
  for (const CpuSpec& cpu : r.out.cpus) {
    if (!cpu.pmu.el2) {
      r.in.problem(r.in.document.member_or_self(r.file.origin, "guests"),
                   fmt::format("{}, of type \"{}\", has no EL2, and so KVM does not start",
                               cpu.name,
                               printable(cpu.type)),
                   R"(set "el2" of every CPU type to true)");
      return;
    }
  }
}

}  // namespace

void refuse_without_linux(Resolution& r, NodeId at, const std::string& what) {
  if (r.model_is_known) {
    r.in.problem(at,
                 what + " needs the modelled Linux, but CPUs are bare",
                 R"(set "model" of "kernel" to "linux", or leave it out)");
  }
}

void resolve_kernel(Resolution& r) {
  const Kernel& kernel = r.file.kernel;
  const NodeId model = r.in.document.member(kernel.origin, "model");
  r.model_is_known = model == kNoNode || !r.in.has_problem_in(model);
  resolve_aarch32(r, model_of(r.file) == KernelModel::linux_kernel);
  if (model_of(r.file) == KernelModel::none) {
    refuse_linux_keys(r);
    return;
  }
  const LinuxSpec& spec = r.out.linux_kernel.emplace(to_spec(kernel));
  for (const CpuGroup& group : r.file.platform.cpus) {
    refuse_timer(r, group);
    refuse_handlers(r, group);
    refuse_registers(r, group);
  }
  check_mux_interval(r, spec);
  check_guests(r);
}

}  // namespace pmusim::scenario
