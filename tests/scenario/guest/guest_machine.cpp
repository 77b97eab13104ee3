// SPDX-License-Identifier: Apache-2.0
#include "tests/scenario/guest/guest_machine.h"

#include <sstream>

#include "tests/unit/sim/engine/forked_run.h"

namespace pmusim::test {

namespace {

using namespace scenario;

constexpr std::uint64_t kExtra = 1000;

ExecutionContext guest_at(ExceptionLevel level) {
  return {.level = level};
}

PerfSpec all_events() {
  PerfSpec perf;
  perf.cpus = {CpuId{0}};
  for (unsigned index = 0; index < 32; ++index) {
    PerfEventSpec event;
    event.name = "e" + std::to_string(index);
    event.event = "cycles";
    event.exclude = exclude_bits(index);
    perf.events.push_back(event);
  }
  return perf;
}

}  // namespace

std::vector<TruthContext> contexts(bool vhe) {
  // Each round enters the guest twice, has one exit that the hypervisor fixes, one that the host
  // handles, and one to user space; the end of the task is a system call too.
  constexpr std::uint64_t kEntries = 2 * kRounds;
  if (vhe) {
    return {{"host_el0", kRounds},
            {"host_kernel_el2", kRounds + 1},
            {"host_kernel_el2_vcpu_loaded", kEntries},
            {"guest_el1", kRounds},
            {"guest_el0", kRounds}};
  }
  return {{"host_el0", kRounds},
          {"host_kernel_el1", kRounds + 1},
          {"hyp_el2_entry_before_switch", kEntries},
          {"hyp_el2_entry_after_switch", kEntries},
          {"guest_el1", kRounds},
          {"guest_el0", kRounds},
          {"hyp_el2_fixup_exit", kRounds},
          {"hyp_el2_exit_before_switch", kEntries},
          {"hyp_el2_exit_after_switch", kEntries}};
}

ExcludeBits exclude_bits(unsigned index) {
  const auto bit = [index](unsigned position) { return (index >> position & 1U) != 0; };
  return {.user = bit(0), .kernel = bit(1), .hv = bit(2), .host = bit(4), .guest = bit(3)};
}

Scenario guest_machine(bool vhe, std::string_view longer, std::uint64_t extra) {
  const auto length = [&](std::string_view context, std::uint64_t standard) {
    return standard + (context == longer ? extra : 0);
  };
  Scenario s;
  s.file = "guest machine";
  s.name = "guest machine";
  s.vhe = vhe;
  CpuSpec cpu;
  cpu.name = "cpu0";
  cpu.type = "all counters";
  cpu.pmu.event_counters = 31;
  s.cpus.push_back(cpu);
  s.activities.emplace_back();

  LinuxSpec& kernel = s.linux_kernel.emplace();
  const auto cost = [&](kernel::Path path) -> std::uint64_t& {
    return kernel.costs[static_cast<std::size_t>(path)];
  };
  cost(kernel::Path::syscall_entry) =
      length(vhe ? "host_kernel_el2" : "host_kernel_el1", cost(kernel::Path::syscall_entry));
  cost(kernel::Path::kvm_run_entry) =
      length("host_kernel_el2_vcpu_loaded", cost(kernel::Path::kvm_run_entry));
  kernel::WorldSwitchCosts& world = kernel.kvm.costs;
  world.entry_before_switch = length("hyp_el2_entry_before_switch", 30);
  world.entry_after_switch = length("hyp_el2_entry_after_switch", 120);
  world.exit_before_switch = length("hyp_el2_exit_before_switch", 150);
  world.exit_after_switch = length("hyp_el2_exit_after_switch", 20);
  world.fixup_exit = length("hyp_el2_fixup_exit", 80);

  VcpuSpec vcpu;
  vcpu.name = "vm/vcpu0";
  vcpu.stream = vcpu.name;
  vcpu.cpus = {CpuId{0}};
  vcpu.repeat = kRounds;
  const auto run = [](ExceptionLevel level, std::uint64_t cycles) {
    return Item{RunItem{guest_at(level), Cycles{cycles}, 0}};
  };
  vcpu.body = {Item{MonitorItem{Cycles{length("host_el0", 500)}, 0}},
               run(ExceptionLevel::el1, length("guest_el1", 700)),
               Item{ExitItem{ExitItem::Kind::fixup}},
               run(ExceptionLevel::el0, length("guest_el0", 300)),
               Item{ExitItem{ExitItem::Kind::host}},
               run(ExceptionLevel::el0, 50),
               Item{ExitItem{ExitItem::Kind::user}}};
  s.guests.push_back({.name = "vm", .vcpus = {vcpu}});
  s.perf.push_back(all_events());
  return s;
}

std::vector<std::uint64_t> counts_of(const Scenario& scenario, const engine::RunOptions& options) {
  const std::string text = run_and_ask(scenario, options, [](const engine::RunResult& result) {
    std::string counts;
    for (const engine::PerfEventResult& event : result.events) {
      counts += std::to_string(event.count) + " ";
    }
    return counts;
  });
  std::istringstream in{text};
  std::vector<std::uint64_t> counts;
  for (std::uint64_t count = 0; in >> count;) {
    counts.push_back(count);
  }
  return counts;
}

MeasuredRows measure(bool vhe, const engine::RunOptions& options) {
  MeasuredRows measured;
  const std::vector<std::uint64_t> before = counts_of(guest_machine(vhe, "", 0), options);
  for (const TruthContext& context : contexts(vhe)) {
    const auto after = counts_of(guest_machine(vhe, context.name, kExtra), options);
    if (before.size() != 32 || after.size() != 32) {
      measured.oddities.emplace_back("the run failed");
      return measured;
    }
    for (unsigned index = 0; index < 32; ++index) {
      const std::uint64_t grown = after[index] - before[index];
      measured.rows[{index, std::string{context.name}}] = grown != 0;
      if (grown != 0 && grown != context.visits * kExtra) {
        measured.oddities.push_back("event " + std::to_string(index) + " in " +
                                    std::string{context.name} + " grew by " +
                                    std::to_string(grown));
      }
    }
  }
  return measured;
}

}  // namespace pmusim::test
