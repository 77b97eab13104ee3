// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "kernel_model/perf/perf_core.h"
#include "kernel_model/pmuv3/arm_pmu.h"
#include "kernel_model/pmuv3/arm_pmu_type.h"
#include "tests/support/instant_cpu.h"
#include "tests/support/pmu_bench.h"

namespace pmusim::test {

/// perf on one CPU or several, with a PMU each. Kernel code takes no time; 1 cycle is 1 ns.
class PerfBench {
 public:
  struct Options {
    unsigned counters{2};
    unsigned cpus{1};
    bool two_clusters{};  ///< the last CPU has a PMU type of its own, registered last
    bool vhe{};
    kernel::PerfConfig config{};
    kernel::ArmPmu::Config driver{};
  };

  struct Unit {
    Unit(const Options& options, CpuId id)
        : cpu{{.pmu = pmu_of(PmuVersion::p5, options.counters), .vhe = options.vhe, .id = id}},
          driver{cpu.kernel, cpu.guests, options.driver} {
      cpu.run(driver.probe());
    }

    InstantCpu cpu;
    kernel::ArmPmu driver;
    std::unique_ptr<kernel::PerfCpu> perf;
  };

  explicit PerfBench(const Options& options) : system{options.config} {
    std::vector<CpuId> all;
    for (unsigned index = 0; index < options.cpus; ++index) {
      const CpuId id{static_cast<std::uint16_t>(index)};
      units.emplace_back(options, id);
      all.push_back(id);
    }
    std::vector<CpuId> last;
    if (options.two_clusters) {
      last.push_back(all.back());
      all.pop_back();
    }
    types.emplace_back("first", all, units.front().driver.hardware(), options.driver.mutations);
    if (options.two_clusters) {
      types.emplace_back("last", last, units.back().driver.hardware(), options.driver.mutations);
    }
    for (const kernel::ArmPmuType& type : types) {
      system.register_pmu(type);
    }
    for (Unit& unit : units) {
      unit.perf =
          std::make_unique<kernel::PerfCpu>(unit.cpu.kernel, unit.driver, system, &unit.cpu.guests);
    }
  }

  PerfBench() : PerfBench(Options{}) {}

  kernel::PerfEvent& open(const kernel::OpenRequest& request) {
    const auto opened = system.open(request);
    INFO((opened ? std::string{} : opened.error().what));
    REQUIRE(opened);
    return *system.events()[*opened];
  }

  kernel::PerfEvent& open_on_cpu(const abi::PerfEventAttr& attr,
                                 std::optional<kernel::EventIndex> leader = {}) {
    return open({.name = "event", .attr = attr, .cpu = CpuId{0}, .group_leader = leader});
  }

  kernel::PerfEvent& open_for_task(const abi::PerfEventAttr& attr,
                                   std::optional<kernel::EventIndex> leader = {},
                                   kernel::TaskIndex task = 0) {
    return open({.name = "event", .attr = attr, .cpu = {}, .task = task, .group_leader = leader});
  }

  /// The errno of a refusal.
  std::string refusal(const kernel::OpenRequest& request) {
    const auto opened = system.open(request);
    return opened ? "accepted" : std::string{kernel::errno_of(opened.error())};
  }

  void boot() {
    for (Unit& unit : units) {
      unit.cpu.run(unit.perf->boot());
    }
  }

  void sched_in(kernel::TaskIndex task, std::size_t cpu = 0) {
    units[cpu].cpu.run(units[cpu].perf->task_sched_in(task));
  }

  void sched_out(kernel::TaskIndex task, std::size_t cpu = 0) {
    units[cpu].cpu.run(units[cpu].perf->task_sched_out(task));
  }

  void tick(std::size_t cpu = 0) { units[cpu].cpu.run(units[cpu].perf->tick()); }

  /// Cycles of user code on all CPUs; interrupts wait.
  void spend(std::uint64_t cycles) {
    for (Unit& unit : units) {
      unit.cpu.spend(unit.cpu.kernel.user_context(), cycles);
    }
  }

  /// The same on the first CPU, interrupts served as they come. @return how many
  unsigned spend_serving(std::uint64_t cycles) {
    unsigned served = 0;
    Unit& unit = units.front();
    while (cycles > 0) {
      cycles -= unit.cpu.spend_until_interrupt(cycles);
      if (unit.cpu.pmu.interrupt_level()) {
        unit.cpu.run(unit.perf->handle_pmu_irq());
        ++served;
      }
    }
    return served;
  }

  kernel::EventTotals totals(const kernel::PerfEvent& event) {
    for (Unit& unit : units) {
      unit.cpu.run(unit.perf->read_all());
    }
    return system.totals(event.index);
  }

  InstantCpu& cpu() { return units.front().cpu; }

  kernel::PerfCpu& perf() { return *units.front().perf; }

  kernel::PerfSystem system;
  std::deque<kernel::ArmPmuType> types;
  std::deque<Unit> units;
};

/// Which of the events have a counter: 'a' for the first, and so on.
inline std::string on(const std::vector<const kernel::PerfEvent*>& events) {
  std::string text;
  for (std::size_t index = 0; index < events.size(); ++index) {
    if (events[index]->state == kernel::EventState::active) {
      text += static_cast<char>('a' + index);
    }
  }
  return text;
}

}  // namespace pmusim::test
