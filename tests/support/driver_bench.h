// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <initializer_list>

#include "kernel_model/perf/open_checks.h"
#include "kernel_model/pmuv3/arm_pmu.h"
#include "kernel_model/pmuv3/arm_pmu_type.h"
#include "models/common/expect.h"
#include "tests/support/instant_cpu.h"
#include "tests/support/pmu_bench.h"

namespace pmusim::test {

/// Shorthand for attributes: event number and config1.
[[nodiscard]] inline abi::PerfEventAttr attr_of(std::uint64_t event, std::uint64_t config1 = 0) {
  return {.config = event, .config1 = config1};
}

inline constexpr std::uint64_t kLong = 1;
inline constexpr std::uint64_t kUserRead = 2;
inline constexpr std::uint64_t kThresholdOne = 1U << 5U;
inline constexpr std::uint64_t kAtLeast = 2U << 3U;

/// The driver on an InstantCpu, probed and reset, and events made for it as perf_event_open does.
struct DriverBench {
  explicit DriverBench(const InstantCpu::Options& options = {},
                       const kernel::ArmPmu::Config& config = {})
      : cpu{options}, driver{cpu.kernel, cpu.guests, config}, config_{config} {
    cpu.run(driver.probe());
    cpu.run(driver.reset());
    cpu.steps.clear();
  }

  /// Counts interrupts that end a period; does nothing else.
  struct Sink final : kernel::Pmu::OverflowSink {
    std::vector<std::pair<kernel::EventIndex, std::uint64_t>> ended;

    Software overflow(kernel::PerfEvent& event, std::uint64_t period) override {
      ended.emplace_back(event.index, period);
      co_return;
    }
  };

  kernel::PerfEvent& event(const abi::PerfEventAttr& attr, kernel::TaskIndex task = 0) {
    kernel::PerfEvent& made = events.emplace_back();
    made.index = static_cast<kernel::EventIndex>(events.size() - 1);
    made.attr = attr;
    made.task = task;
    made.leader = &made;
    made.state = kernel::EventState::inactive;
    kernel::set_first_period(made);
    const kernel::ArmPmuType type{"pmu", {}, driver.hardware(), config_.mutations};
    PMUSIM_EXPECT(type.event_init(made).has_value(), "the test's event is accepted");
    return made;
  }

  bool add(kernel::PerfEvent& event) {
    bool added = false;
    cpu.run(driver.add(event, true, added));
    return added;
  }

  /// Adds the event and starts the PMU.
  kernel::PerfEvent& running(const abi::PerfEventAttr& attr) {
    kernel::PerfEvent& made = event(attr);
    PMUSIM_EXPECT(add(made), "a counter is free");
    cpu.run(driver.enable());
    cpu.steps.clear();
    return made;
  }

  void serve() { cpu.run(driver.handle_irq(sink)); }

  std::uint64_t read(kernel::PerfEvent& event) {
    cpu.run(driver.read(event));
    return event.count;
  }

  InstantCpu cpu;
  kernel::ArmPmu driver;
  Sink sink;
  std::deque<kernel::PerfEvent> events;

 private:
  kernel::ArmPmu::Config config_;
};

}  // namespace pmusim::test
