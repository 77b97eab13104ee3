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
