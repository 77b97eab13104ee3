// SPDX-License-Identifier: Apache-2.0
//
// Which events a timeline has on which CPU.
#include <string>

#include <catch2/catch.hpp>

#include "tests/scenario/guest/guest_machine.h"
#include "tests/unit/sim/engine/forked_run.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// "vcpu's, all; vcpu's (no spans), second's, all; " for two CPUs.
std::string rows_of(const engine::RunResult& result) {
  const engine::Timeline timeline = result.timeline.value_or(engine::Timeline{});
  std::string text;
  for (const auto& cpu : timeline.cpus) {
    for (const auto& track : cpu.events) {
      text += timeline.events.at(track.event) + " on " + track.counter +
              (track.spans.empty() ? " (no spans), " : ", ");
    }
    text += "; ";
  }
  return text;
}

}  // namespace

TEST_CASE("every CPU has the events that may count there, in one order, counted or not",
          "[guest][timeline][systemc]") {
  scenario::Scenario s = guest_machine(true, "", 0);
  s.cpus.push_back(s.cpus[0]);
  s.cpus[1].name = "cpu1";
  const auto event = [](const char* name) {
    return scenario::PerfEventSpec{.name = name, .event = "instructions", .period = {}};
  };
  s.perf = {{.cpus = {}, .task = "vm/vcpu0", .events = {event("vcpu's")}},
            {.cpus = {CpuId{1}}, .events = {event("second's")}},
            {.cpus = {CpuId{0}, CpuId{1}}, .events = {event("all")}}};
  // Events of a CPU get their counters before those of a task.
  CHECK(run_and_ask(s, {.record_timeline = true}, rows_of) ==
        "vcpu's on PMEVCNTR1_EL0, all on PMEVCNTR0_EL0, ; "
        "vcpu's on none (no spans), second's on PMEVCNTR0_EL0, all on PMEVCNTR1_EL0, ; ");
}
