// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/cpu/cpu.h"
#include "models/interrupt/interrupt_controller.h"
#include "tests/unit/models/cpu/fake_pmu.h"

namespace pmusim::test {

inline constexpr ExecutionContext kUser{.level = ExceptionLevel::el0};
inline constexpr ExecutionContext kKernel{.level = ExceptionLevel::el1};

/// An activity that is only a name.
class NoActivity final : public ActivitySource {
 public:
  [[nodiscard]] StreamView view(EventId /*event*/,
                                std::uint64_t /*from*/,
                                std::uint64_t wanted) override {
    return {.cycles = wanted};
  }
};

struct CpuSetUp {
  CpuStepping stepping{CpuStepping::spans};
  Cycles skid{};
  std::optional<Picoseconds> timer_period{};
};

/// A CPU at 1 GHz, so that cycle n ends at n ns, with its interrupt controller and a fake PMU.
struct CpuFixture {
  explicit CpuFixture(const CpuSetUp& set_up = {})
      : controller{{.clock = Clock{1000},
                    .pmu_skid = set_up.skid,
                    .timer_period = set_up.timer_period}},
        cpu{CpuId{0}, set_up.stepping, {pmu, pmu, controller, ipis}} {
    for (const InterruptLine line :
         {InterruptLine::pmu, InterruptLine::ipi, InterruptLine::timer}) {
      cpu.set_handler(line, {kKernel, [this](const TakenInterrupt& taken) {
                               handled.push_back(taken);
                               return acknowledge();
                             }});
    }
  }

  /// Runs until nothing is left to do or edge `end` is reached, resumed only when the CPU asks for
  /// it.
  void run(std::uint64_t end = 1'000'000) {
    CycleTime now{0};
    while (now <= CycleTime{end}) {
      const CycleTime wake = cpu.advance(now, now);
      if (wake > CycleTime{end}) {
        break;
      }
      now = wake;
    }
    if (now < CycleTime{end} && !cpu.is_blocked()) {
      cpu.advance(CycleTime{end}, CycleTime{end});
    }
  }

  void post_ipi(std::uint64_t arrival_ns) {
    controller.post_ipi(Picoseconds{arrival_ns * 1000}, cpu.cycle());
    cpu.interrupts_changed();
  }

  static Software acknowledge() { co_await step::Msr{kKernel, kAcknowledge, 1}; }

  step::Run user(std::uint64_t cycles) { return {kUser, &work, Cycles{cycles}}; }

  step::Run kernel(std::uint64_t cycles) { return {kKernel, &kernel_work, Cycles{cycles}}; }

  /// In which committed cycle the context was first `context`, from cycle `from` on.
  [[nodiscard]] std::uint64_t first_cycle_in(const ExecutionContext& context,
                                             std::uint64_t from = 0) const {
    std::uint64_t cycle = from;
    while (cycle < pmu.cycles.size() && pmu.cycles[cycle].context != context) {
      ++cycle;
    }
    return cycle;
  }

  FakePmu pmu;
  FakeIpis ipis;
  InterruptController controller;
  NoActivity activity;
  NoActivity kernel_activity;
  Work work{.activity = &activity};
  Work kernel_work{.activity = &kernel_activity};
  std::vector<TakenInterrupt> handled;
  Cpu cpu;
};

}  // namespace pmusim::test
