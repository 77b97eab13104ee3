// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <sstream>
#include <systemc>
#include <vector>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "sim/engine/simulation.h"
#include "tests/unit/sim/engine/forked_run.h"
#include "tests/unit/sim/engine/result_text.h"
#include "tests/unit/sim/engine/scenarios.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// A file of this test, removed at its end.
struct WaveFile {
  WaveFile()
      : path{std::filesystem::temp_directory_path() /
             ("pmusim_waves_" + std::to_string(::getpid()) + ".vcd")} {}

  WaveFile(const WaveFile&) = delete;
  WaveFile& operator=(const WaveFile&) = delete;

  ~WaveFile() { std::filesystem::remove(path); }

  [[nodiscard]] std::string text() const {
    std::ifstream in{path};
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }

  std::filesystem::path path;
};

scenario::Scenario busy_scenario() {
  auto scenario = plain_scenario(2);
  scenario.cpus[0].timer_period_ns = 40;
  scenario.cpus[0].irq_skid = Cycles{5};
  scenario.cpus[1].frequency_mhz = 1300;
  add_task(scenario,
           0,
           {run_item(kUser, 50),
            {scenario::MaskItem{true}},
            run_item(kKernel, 70),
            {scenario::IpiItem{CpuId{1}}},
            {scenario::MaskItem{false}}},
           5);
  add_task(scenario, 1, {run_item(kUser, 300), {scenario::WaitItem{}}, run_item(kUser, 20)});
  add_perf(scenario, {{"sampled", "stall_slot", 200}, {"cycles", "cycles", {}}});
  return scenario;
}

std::string waves_of(const scenario::Scenario& scenario,
                     engine::StepMode step,
                     std::uint64_t from = 0,
                     std::optional<std::uint64_t> to = {}) {
  const WaveFile file;
  const engine::RunOptions options{
      .step = step,
      .vcd = engine::VcdOptions{.file = file.path.string(), .from_ns = from, .to_ns = to}};
  const std::string result = run_to_text(scenario, options);
  CHECK(result == run_to_text(scenario));
  return file.text();
}

/// The identifier code that the header gives to a signal of a scope.
std::string code_of(const std::string& waves, const std::string& scope, const std::string& signal) {
  std::istringstream lines{waves.substr(waves.find("$scope module " + scope))};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words{line};
    std::string var;
    std::string type;
    std::string width;
    std::string code;
    std::string name;
    words >> var >> type >> width >> code >> name;
    if (var == "$var" && name == signal) {
      return code;
    }
  }
  return {};
}

/// The names of all SystemC objects and events below `objects`, each ended by a space.
std::string names_below(const std::vector<sc_core::sc_object*>& objects) {
  std::string names;
  for (const sc_core::sc_object* object : objects) {
    names += std::string{object->name()} + ' ' + names_below(object->get_child_objects());
    for (const sc_core::sc_event* event : object->get_child_events()) {
      names += std::string{event->name()} + ' ';
    }
  }
  return names;
}

/// The same of a whole simulation, before it runs.
std::string names_in_simulation(const scenario::Scenario& scenario,
                                const engine::RunOptions& options) {
  return in_child([&] {
    const auto simulation = engine::Simulation::create(scenario, options);
    return simulation ? names_below(sc_core::sc_get_top_level_objects())
                      : simulation.error().listed().front().what;
  });
}

}  // namespace

TEST_CASE("without waves a simulation holds one process and one event a CPU, and nothing else",
          "[engine][vcd][systemc]") {
  const auto scenario = busy_scenario();
  const std::string cpus = "cpu0 cpu0.on_wake cpu0.wake cpu1 cpu1.on_wake cpu1.wake ";
  CHECK(names_in_simulation(scenario, {}) == cpus);
  const WaveFile file;
  const std::string with_waves =
      names_in_simulation(scenario, {.vcd = engine::VcdOptions{.file = file.path.string()}});
  CAPTURE(with_waves);
  CHECK(with_waves.find("vcd ") != std::string::npos);
  CHECK(with_waves.find("on_window ") != std::string::npos);
}

TEST_CASE("waves do not change the result, and are the same in both step modes",
          "[engine][vcd][systemc]") {
  const auto scenario = busy_scenario();
  const std::string by_spans = waves_of(scenario, engine::StepMode::span);
  CHECK(by_spans.size() > 5000);
  CHECK(waves_of(scenario, engine::StepMode::cycle) == by_spans);
}

TEST_CASE("the header of a wave file names neither time nor machine", "[engine][vcd][systemc]") {
  const std::string waves = waves_of(busy_scenario(), engine::StepMode::span);
  CHECK(waves.starts_with("$version\n     pmusim\n$end\n"));
  CHECK(waves.find("$date") == std::string::npos);
  CHECK(waves.find("SystemC") == std::string::npos);
  CHECK(waves.find("$timescale\n     1 ps\n$end") != std::string::npos);
}

TEST_CASE("a wave shows when the Exception level changed", "[engine][vcd][systemc]") {
  auto scenario = plain_scenario();
  add_task(scenario, 0, {run_item(kUser, 50), run_item(kHypervisor, 70), run_item(kUser, 10)});
  const std::string waves = waves_of(scenario, engine::StepMode::span);
  const std::string code = code_of(waves, "cpu0", "el");
  REQUIRE_FALSE(code.empty());
  CHECK(waves.find("\n#50000\nb10 " + code + "\n") != std::string::npos);
  CHECK(waves.find("\n#120000\nb0 " + code + "\n") != std::string::npos);
}

TEST_CASE("outside its window a wave file has no changes", "[engine][vcd][systemc]") {
  const std::string waves = waves_of(busy_scenario(), engine::StepMode::span, 100, 200);
  std::istringstream lines{waves};
  bool any_inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) {
      const std::uint64_t time = std::stoull(line.substr(1));
      CHECK((time == 0 || (time >= 100'000 && time < 200'000)));
      any_inside = any_inside || time > 100'000;
    }
  }
  CHECK(any_inside);
}

TEST_CASE("a wave file that cannot be written is an error", "[engine][vcd][systemc]") {
  const engine::RunOptions options{.vcd = engine::VcdOptions{.file = "/no/such/folder/waves.vcd"}};
  CHECK(run_to_text(plain_scenario(), options).find("cannot be written") != std::string::npos);
}
