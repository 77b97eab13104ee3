// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include <catch2/catch.hpp>

#include "tests/unit/sim/engine/forked_run.h"
#include "tests/unit/sim/engine/scenarios.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// "0-10 EL0 host task0;" for each span, then "timer 500 501;" for each interrupt.
std::string text_of(const engine::Timeline& timeline, std::size_t cpu) {
  constexpr std::array kWorlds{"host", "hypervisor", "guest", "idle"};
  std::string text;
  for (const auto& span : timeline.cpus.at(cpu).contexts) {
    text += std::to_string(span.first.count()) + "-" + std::to_string(span.end.count()) + " " +
            std::string{to_string(span.level)} + " " +
            kWorlds.at(static_cast<std::size_t>(span.world)) + " " + timeline.tasks.at(span.task) +
            ";";
  }
  for (const auto& interrupt : timeline.cpus.at(cpu).interrupts) {
    text += std::string{to_string(interrupt.line)} + " " +
            std::to_string(interrupt.raised.count()) + " " +
            std::to_string(interrupt.taken.count()) + ";";
  }
  return text;
}

/// In both step modes and both build orders, which must agree.
std::string timeline_of(const scenario::Scenario& scenario, std::size_t cpu = 0) {
  std::string first;
  for (const auto step : {engine::StepMode::span, engine::StepMode::cycle}) {
    for (const bool reverse : {false, true}) {
      const std::string text =
          run_and_ask(scenario,
                      {.step = step, .record_timeline = true, .reverse_build_order = reverse},
                      [&](const auto& result) { return text_of(result.timeline.value(), cpu); });
      first = first.empty() ? text : first;
      CHECK(text == first);
    }
  }
  return first;
}

}  // namespace

TEST_CASE("a timeline has contexts and tasks", "[engine][timeline][systemc]") {
  auto scenario = plain_scenario();
  add_task(scenario, 0, {run_item(kUser, 100), run_item(kUser, 20), run_item(kKernel, 5)});
  add_task(scenario, 0, {run_item(kKernel, 50)});
  CHECK(timeline_of(scenario) ==
        "0-120 EL0 host task0;120-125 EL1 host task0;125-175 EL1 host task1;");
}

TEST_CASE("a stopped clock is idle, and an interrupt is where it was taken",
          "[engine][timeline][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].timer_period_ns = 500;
  add_task(scenario, 0, {run_item(kUser, 10), run_item(kUser, 10)});
  scenario.tasks[0].body.insert(scenario.tasks[0].body.begin() + 1,
                                scenario::Item{scenario::WaitItem{}});
  // 10 cycles and WFI; the timer fires at 500 ns and is seen an edge later; the handler only
  // returns.
  CHECK(timeline_of(scenario) ==
        "0-11 EL0 host task0;11-501 EL0 idle idle;501-502 EL1 host task0;502-512 EL0 host task0;"
        "timer 500 501;");
}

TEST_CASE("a CPU that has no task, or no more, is idle to the end", "[engine][timeline][systemc]") {
  auto scenario = plain_scenario(2);
  scenario.end_ns = 300;
  add_task(scenario, 0, {run_item(kUser, 100)});
  add_task(scenario, 1, {run_item(kUser, 300)});
  CHECK(timeline_of(scenario) == "0-100 EL0 host task0;100-300 EL0 idle idle;");
}

TEST_CASE("a timeline is there only when asked for, and changes nothing else",
          "[engine][timeline][systemc]") {
  auto scenario = plain_scenario();
  scenario.cpus[0].timer_period_ns = 70;
  add_task(scenario, 0, {run_item(kUser, 1000)});
  add_perf(scenario, {{"cycles", "cycles", {}}});
  CHECK(run_and_ask(scenario, {}, [](const auto& result) {
          return std::string{result.timeline ? "there" : "absent"};
        }) == "absent");
  CHECK(run_to_text(scenario, {.record_timeline = true}) == run_to_text(scenario));
}
