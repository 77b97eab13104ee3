// SPDX-License-Identifier: Apache-2.0
//
// Events that an activity has and the PMU does not, under the modelled Linux.
#include <string>

#include <catch2/catch.hpp>

#include "models/activity/events.h"
#include "tests/scenario/guest/guest_machine.h"
#include "tests/unit/sim/engine/forked_run.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// "stalls: 0 of 0, not_implemented; " for each event, and then the notes.
std::string told_of(const engine::RunResult& result) {
  std::string text;
  for (const engine::PerfEventResult& event : result.events) {
    const engine::EventTruth truth = event.truth.value_or(engine::EventTruth{});
    text += event.name + ": " + std::to_string(event.count) + " of " +
            std::to_string(truth.intended) + ", lost " + std::to_string(truth.lost);
    for (const engine::WhyNot& why : event.why) {
      text += ", " + why.reason;
    }
    text += "; ";
  }
  for (const std::string& note : result.notes) {
    text += note + "; ";
  }
  return text;
}

}  // namespace

TEST_CASE("of an event that the PMU does not have nothing is intended, and nothing is lost",
          "[guest][truth][systemc]") {
  scenario::Scenario s = guest_machine(true, "", 0);
  s.activities[0].streams = {{EventId{0x3f}, scenario::ConstantStream{3}},
                             {EventId{0xc5}, scenario::ConstantStream{2}}};
  s.cpus[0].pmu.events = {kSwIncr, kCpuCycles, kInstRetired};
  s.perf[0].events = {{.name = "stalls", .event = "r3f:u", .period = {}},
                      {.name = "own", .event = "rc5:u", .period = {}},
                      {.name = "at least 2",
                       .event = "armv8_pmuv3/event=0x3f,threshold=2,threshold_compare=2/u",
                       .period = {}}};
  CHECK(run_and_ask(s, {}, told_of) ==
        "stalls: 0 of 0, lost 0, not_implemented; own: 0 of 0, lost 0, not_implemented; "
        "at least 2: 0 of 0, lost 0, not_implemented; ");
}

TEST_CASE("cycles without an event that the PMU does not have are all cycles",
          "[guest][truth][systemc]") {
  scenario::Scenario s = guest_machine(true, "", 0);
  s.activities[0].streams = {{EventId{0x3f}, scenario::ConstantStream{3}}};
  s.cpus[0].pmu.events = {kSwIncr, kCpuCycles, kInstRetired};
  s.perf[0].events = {
      {.name = "below 1",
       .event = "armv8_pmuv3/event=0x3f,threshold=1,threshold_compare=3,threshold_count/u",
       .period = {}},
      {.name = "cycles", .event = "r11:u", .period = {}}};
  CHECK(run_and_ask(s, {}, [](const engine::RunResult& result) {
          const bool as_cycles = result.events[0].truth == result.events[1].truth &&
                                 result.events[0].count == result.events[1].count;
          return std::string{as_cycles && result.events[0].count > 0 ? "as cycles"
                                                                     : told_of(result)};
        }) == "as cycles");
}
