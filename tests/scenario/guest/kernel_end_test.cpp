// SPDX-License-Identifier: Apache-2.0
//
// How runs of the modelled Linux end.
#include <string>

#include <catch2/catch.hpp>

#include "tests/scenario/guest/guest_machine.h"
#include "tests/unit/sim/engine/forked_run.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// What the run says of itself: when it ended, in nanoseconds, and its notes.
std::string end_of(const scenario::Scenario& scenario) {
  return run_and_ask(scenario, {}, [](const engine::RunResult& result) {
    std::string text = std::to_string(result.simulated_ps / 1000) + " ns";
    for (const std::string& note : result.notes) {
      text += "; " + note;
    }
    return text;
  });
}

}  // namespace

TEST_CASE("a kernel that serves ticks more slowly than they come ends the run with a note",
          "[guest][end][systemc]") {
  scenario::Scenario s = guest_machine(true, "", 0);
  s.linux_kernel->tick_hz = 1'000'000;  // 1,000 cycles
  s.linux_kernel->costs[static_cast<std::size_t>(kernel::Path::tick)] = 5'000;
  s.guests[0].vcpus[0].body = {scenario::Item{scenario::MonitorItem{Cycles{1'000'000}, 0}}};
  CHECK(end_of(s).find("interrupts come faster than the kernel serves them") != std::string::npos);
}

TEST_CASE("a sleeper is waited for, and a run ends when all CPUs idle", "[guest][end][systemc]") {
  scenario::Scenario s = guest_machine(true, "", 0);
  s.guests.clear();
  s.perf.clear();
  s.linux_kernel->tick_hz = 1'000;
  scenario::TaskSpec sleeper;
  sleeper.name = "sleeper";
  sleeper.stream = sleeper.name;
  sleeper.cpus = {CpuId{0}};
  sleeper.body = {scenario::Item{scenario::SleepItem{2'500'000}}};
  s.tasks.push_back(sleeper);
  // It falls asleep within the first millisecond and is woken by the tick at 3 ms.
  const std::string end = end_of(s);
  CHECK(std::stoull(end) > 3'000'000);
  CHECK(std::stoull(end) < 3'100'000);
  CHECK(end.find(';') == std::string::npos);
}

TEST_CASE("an idle CPU that serves ticks more slowly than they come ends the run with a note",
          "[guest][end][systemc]") {
  scenario::Scenario s = guest_machine(true, "", 0);
  s.cpus.push_back(s.cpus[0]);
  s.cpus[1].name = "cpu1";
  s.cpus[1].frequency_mhz = 20;
  s.linux_kernel->tick_hz = 10'000;  // every 2,000 cycles of cpu1, long after its boot
  s.linux_kernel->costs[static_cast<std::size_t>(kernel::Path::tick)] = 5'000;
  s.guests[0].vcpus[0].body = {// longer than a tick of cpu1
                               scenario::Item{scenario::MonitorItem{Cycles{1'000'000}, 0}}};
  CHECK(end_of(s).find("cpu1: halted") != std::string::npos);
}

TEST_CASE("a guest that interrupts never let run is given up, and the run has failed",
          "[guest][end][systemc]") {
  scenario::Scenario s = guest_machine(false, "", 0);
  s.cpus[0].frequency_mhz = 100;
  s.linux_kernel->tick_hz = 10'000;  // every 10,000 cycles
  s.linux_kernel->kvm.costs.entry_after_switch = 12'000;
  CHECK(end_of(s).find("vm/vcpu0: given up") != std::string::npos);
  CHECK(run_and_ask(s, {}, [](const engine::RunResult& result) {
          return std::string{result.gave_up ? "gave up" : "fine"};
        }) == "gave up");
}

TEST_CASE("a run's end does not depend on who is resumed first at its last instant",
          "[guest][end][systemc]") {
  scenario::Scenario s = guest_machine(true, "", 0);
  s.guests.clear();
  s.perf[0].cpus = {CpuId{1}};
  s.perf[0].events.resize(1);
  for (const std::uint32_t mhz : {500U, 500U, 250U}) {
    s.cpus.push_back(s.cpus[0]);
    s.cpus.back().name = "cpu" + std::to_string(s.cpus.size() - 1);
    s.cpus.back().frequency_mhz = mhz;
  }
  s.linux_kernel->costs.fill(0);
  s.linux_kernel->tick_hz = 1'000;
  scenario::TaskSpec task;
  task.name = "task";
  task.stream = task.name;
  task.cpus = {CpuId{0}};
  s.tasks.push_back(task);
  // It ends around the tick at 1 ms, which the slower CPUs see one after the other.
  for (std::uint64_t cycles = 999'976; cycles < 999'992; ++cycles) {
    s.tasks[0].body = {
        scenario::Item{scenario::RunItem{{.level = ExceptionLevel::el0}, Cycles{cycles}, 0}}};
    const std::string by_spans = run_to_text(s);
    CAPTURE(cycles);
    CHECK(by_spans == run_to_text(s, {.reverse_build_order = true}));
    CHECK(by_spans == run_to_text(s, {.step = engine::StepMode::cycle}));
  }
}
