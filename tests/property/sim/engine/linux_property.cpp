// SPDX-License-Identifier: Apache-2.0
//
// The modelled Linux under random scenarios: three ways to each count agree, and so do the ways to
// run it.
#include <ostream>
#include <sstream>
#include <utility>

#include <catch2/catch.hpp>
#include <rapidcheck/catch.h>

#include "sim/scenario/read_scenario.h"
#include "tests/property/sim/engine/census.h"
#include "tests/property/sim/engine/random_linux.h"
#include "tests/support/draw.h"
#include "tests/unit/sim/engine/forked_run.h"
#include "tests/unit/sim/engine/result_text.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr std::uint64_t kScenarios = 3;
constexpr std::size_t kRarest = 50;

/// Sums over an event's windows of one kind.
std::uint64_t windows_sum(const engine::WindowsResult& all,
                          const std::string& event,
                          const std::string& kind) {
  std::uint64_t sum = 0;
  for (const engine::WindowsOfCause& windows : all.by_cause) {
    sum += windows.event == event && windows.kind == kind ? windows.count : 0;
  }
  return sum;
}

bool writes_at_once(const scenario::Scenario& scenario) {
  return scenario.pmu_write_effect.mode == scenario::PmuWriteEffect::Mode::immediate;
}

/// The kept windows in which the event leaks.
void list_leaks(const engine::WindowsResult& windows, const std::string& event, std::ostream& out) {
  for (const engine::WindowResult& window : windows.first) {
    if (window.kind == "leak" && window.event == event) {
      out << window.cause << ' ' << window.context << ' ' << window.first_cycle << '-'
          << window.last_cycle << " cpu " << window.cpu.value() << '\n';
    }
  }
}

void object_to_event(const scenario::Scenario& scenario,
                     const engine::PerfEventResult& event,
                     const engine::WindowsResult& windows,
                     std::ostream& out) {
  const engine::EventTruth truth = event.truth.value_or(engine::EventTruth{});
  if (event.count + truth.lost != truth.intended + truth.leaked) {
    out << event.name << ' ' << event.event << ": count " << event.count << " intended "
        << truth.intended << " lost " << truth.lost << " leaked " << truth.leaked << '\n';
  }
  if (windows_sum(windows, event.name, "blackout") != truth.lost ||
      windows_sum(windows, event.name, "leak") != truth.leaked) {
    out << event.name << ": windows do not add up\n";
  }
  if (writes_at_once(scenario) && truth.leaked > 0 &&
      event.event.find("threshold") == std::string::npos) {
    out << event.name << ": leaks " << truth.leaked << '\n';
    list_leaks(windows, event.name, out);
  }
  if (event.running_ns > event.enabled_ns) {
    out << event.name << ": runs longer than it is enabled\n";
  }
}

/// What is wrong with the numbers of a run; nothing if all is well.
std::string objections(const scenario::Scenario& scenario, const engine::RunResult& result) {
  if (!result.windows) {
    return "no windows";
  }
  std::ostringstream out;
  for (const engine::PerfEventResult& event : result.events) {
    object_to_event(scenario, event, *result.windows, out);
  }
  for (const engine::WindowsOfCause& windows : result.windows->by_cause) {
    if (scenario.vhe && writes_at_once(scenario) && windows.is_guest_switch) {
      out << windows.event << ": " << windows.kind << " of cause " << windows.cause
          << " with VHE\n";
    }
  }
  return out.str();
}

/// The scenario as JSON, and what a reader makes of that: the same, or problems. But for the ticks,
/// which are more frequent here than a file may ask for.
std::pair<std::string, std::string> written_twice(scenario::Scenario scenario) {
  if (scenario.linux_kernel) {
    scenario.linux_kernel->tick_hz = 1'000;
  }
  const std::string written = scenario::resolved_json(scenario);
  const auto again = scenario::read_scenario_text(written, "random.json");
  return {
      written,
      again ? scenario::resolved_json(*again) : scenario::to_text(again.error(), "random.json")};
}

void check_one(std::uint64_t seed, Census<kLinuxFeatures.size()>& census) {
  const scenario::Scenario scenario = random_linux(seed);
  const auto [written, again] = written_twice(scenario);
  RC_LOG("seed " + std::to_string(seed) + "\n" + again.substr(0, 2000));
  RC_ASSERT(again == written);
  const std::string text = run_and_ask(scenario, {}, [&](const engine::RunResult& result) {
    const std::string wrong = objections(scenario, result);
    return wrong.empty() ? linux_features_of(scenario, result) + "\n" + to_text(result)
                         : "wrong: " + wrong;
  });
  RC_LOG("seed " + std::to_string(seed) + "\n" + text.substr(0, 1000));
  RC_ASSERT(text.size() > kLinuxFeatures.size() && text[kLinuxFeatures.size()] == '\n');
  census.add(text);
  const std::string by_spans = text.substr(kLinuxFeatures.size() + 1);
  const std::string by_cycles = run_to_text(scenario, {.step = engine::StepMode::cycle});
  RC_LOG(by_cycles.substr(0, 1000));
  RC_ASSERT(by_spans == by_cycles);
  if (seed % 4 == 0) {
    RC_ASSERT(by_spans == run_to_text(scenario, {.reverse_build_order = true}));
  }
}

}  // namespace

TEST_CASE("intended = counted + lost - leaked at random, by spans and by cycles",
          "[engine][property][guest][systemc]") {
  Census census{kLinuxFeatures};
  CHECK(holds_for_seeds(
      "the numbers agree", kScenarios, [&](std::uint64_t seed) { check_one(seed, census); }));
  census.check(kRarest);
}
