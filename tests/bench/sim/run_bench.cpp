// SPDX-License-Identifier: Apache-2.0
//
// Whole simulations: a scenario through the engine, with SystemC, CPUs, interrupts and results.
// Each run is a process of its own; the figure is CPU time from the call of the engine to its
// return, the median of several runs.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "models/pmu/pmu_registers.h"
#include "tests/bench/sim/guest_figures.h"
#include "tests/bench/support/measured_run.h"
#include "tests/bench/support/recorded_ring.h"

namespace pmusim {
namespace {

using bench::cpu_seconds;
using bench::kReferenceCounters;
using bench::kRingCycles;
using bench::kStreams;
using bench::Measured;
using bench::median_of;
using bench::print;
using bench::rate_of;
using namespace scenario;

constexpr std::array<std::uint16_t, kStreams> kEvents{0x3f, 0x3b, 0x04, 0x24, 0x13, 0x05};

// Scenarios.

enum class Shape : std::uint8_t { dense, constant, periodic, runs, random };

EventStream stream_of(std::size_t index, Shape shape, const bench::RecordedRing& ring) {
  const EventId event{
      static_cast<std::uint16_t>(kEvents[index % kStreams] + index / kStreams * 0x100U)};
  const auto& amounts = ring.amounts[index % kStreams];
  switch (shape) {
    case Shape::dense:
      return {event, ListedStream{{amounts.begin(), amounts.end()}}};
    case Shape::constant:
      return {event, ConstantStream{static_cast<std::uint32_t>(index % 8 + 1)}};
    case Shape::periodic:
      return {event, PeriodicStream{.period_cycles = 7 + index, .phase_cycles = 0, .amount = 3}};
    case Shape::runs: {
      RunLengthStream stream;
      for (std::uint32_t run = 0; run < 4096; ++run) {
        stream.runs.push_back({.cycles = 1 + (run * 7 + static_cast<std::uint32_t>(index)) % 40,
                               .amount = amounts[run]});
      }
      return {event, stream};
    }
    case Shape::random:
      return {event,
              RandomStream{{.kind = Distribution::Kind::binomial,
                            .trials = static_cast<std::uint32_t>(index % 6) + 3,
                            .probability = 0.3,
                            .weights = {}}}};
  }
  return {};
}

struct Setup {
  std::size_t cpus{8};
  unsigned counters{6};
  Shape shape{Shape::dense};
  std::uint64_t span{1000};
  std::uint64_t cycles{100'000'000};  ///< of each CPU
  std::uint64_t sampling_period{};
};

CpuSpec cpu_of(std::size_t number, const Setup& setup) {
  CpuSpec cpu;
  cpu.name = "cpu" + std::to_string(number);
  cpu.type = "big";
  cpu.pmu.event_counters = setup.counters;
  for (unsigned counter = 0; counter < setup.counters; ++counter) {
    const auto& reference = kReferenceCounters[counter % kStreams];
    RegValue type = kEvents[counter % kStreams] + counter / kStreams * 0x100U;
    type = with<regs::kPmevtyperEl0, "TC">(type, reference.control);
    type = with<regs::kPmevtyperEl0, "TH">(type, reference.limit);
    type = with<regs::kPmevtyperEl0, "U">(type, (reference.levels & 1U) != 0 ? 0 : 1);
    type = with<regs::kPmevtyperEl0, "P">(type, (reference.levels & 2U) != 0 ? 0 : 1);
    cpu.registers.emplace_back(fmt::format("PMEVTYPER{}_EL0", counter), type);
  }
  const RegValue all = (RegValue{1} << setup.counters) - 1;
  cpu.registers.emplace_back("PMCNTEN", all);
  cpu.registers.emplace_back("PMCR_EL0", 0xc1);  // E, LC and LP
  if (setup.sampling_period != 0) {
    const RegValue reload = 0 - setup.sampling_period;
    cpu.registers.emplace_back("PMEVCNTR0_EL0", reload);
    cpu.registers.emplace_back("PMINTEN", 1);
    const ExecutionContext kernel{.level = ExceptionLevel::el2};
    auto& handler = cpu.handlers[static_cast<std::size_t>(InterruptSource::pmu)];
    handler.context = kernel;
    handler.body = {{MsrItem{kernel, "PMEVCNTR0_EL0", reload}},
                    {MsrItem{kernel, "PMOVSCLR_EL0", 1}}};
  } else {
    cpu.registers.emplace_back("PMINTEN", all);  // overflows are checked for, and are far away
  }
  return cpu;
}

/// Every CPU runs spans of equal length, three at EL0 and one at EL1 in turn.
Scenario scenario_of(const Setup& setup) {
  Scenario scenario;
  scenario.name = "bench";
  const bench::RecordedRing ring = bench::make_recorded_ring();
  ActivitySpec activity;
  for (std::size_t counter = 0; counter < setup.counters; ++counter) {
    activity.streams.push_back(stream_of(counter, setup.shape, ring));
  }
  scenario.activities.push_back(std::move(activity));
  TaskSpec task{.name = "load", .stream = "load", .cpus = {}, .body = {}, .repeat = 1};
  for (std::size_t cpu = 0; cpu < setup.cpus; ++cpu) {
    scenario.cpus.push_back(cpu_of(cpu, setup));
    task.cpus.push_back(CpuId{static_cast<std::uint16_t>(cpu)});
  }
  const Item user{RunItem{{.level = ExceptionLevel::el0}, Cycles{setup.span}, 0}};
  const Item kernel{RunItem{{.level = ExceptionLevel::el1}, Cycles{setup.span}, 0}};
  task.body = {user, user, user, kernel};
  task.repeat = std::max<std::uint64_t>(1, setup.cycles / (4 * setup.span));
  scenario.tasks.push_back(std::move(task));
  return scenario;
}

// Figures.

/// Million core-cycles a second of the bare loop on this machine, now.
double bare_rate(bool filtered) {
  const bench::RecordedRing ring = bench::make_recorded_ring();
  constexpr std::size_t kBlock = 2048;
  constexpr std::size_t kRounds = 2000;
  std::uint64_t sum = 0;
  const double start = cpu_seconds();
  for (std::size_t round = 0; round < kRounds; ++round) {
    for (std::size_t at = 0; at < kRingCycles; at += kBlock) {
      for (std::size_t stream = 0; stream < kStreams; ++stream) {
        sum += bench::bare_loop(
            {ring.amounts[stream].data() + at, kBlock},
            filtered ? std::span{ring.levels.data() + at, kBlock} : std::span<const std::uint8_t>{},
            kReferenceCounters[stream]);
      }
    }
  }
  const double seconds = cpu_seconds() - start;
  const double rate = static_cast<double>(kRounds * kRingCycles) / seconds * 1e-6;
  fmt::print(
      "{:<44} {:>10.4g} {:<22} ratio {:>7.3f}  checksum {:016x}\n",
      fmt::format(
          "bare {} loop{}", bench::bare_loop_target(), filtered ? ", level of each cycle" : ""),
      rate,
      "M core-cycles/s",
      1.0,
      sum);
  return rate;
}

void dense_figures(double bare) {
  for (const std::uint64_t span : {100U, 1'000U, 10'000U}) {
    const Measured measured = median_of(scenario_of(
        {.span = span, .cycles = span * 100'000 > 400'000'000 ? 400'000'000 : span * 100'000}));
    print(fmt::format("dense, 6 counters, 8 CPUs, {}-cycle spans", span),
          rate_of(measured),
          "M core-cycles/s",
          rate_of(measured) / bare,
          measured);
  }
  const Measured many = median_of(scenario_of({.counters = 31, .span = 10'000}));
  print("dense, 31 counters, 8 CPUs, 10000-cycle spans",
        rate_of(many),
        "M core-cycles/s",
        rate_of(many) / bare,
        many);
  const Measured random =
      median_of(scenario_of({.shape = Shape::random, .span = 1'000, .cycles = 20'000'000}));
  print("random, 6 events, 8 CPUs, 1000-cycle spans",
        rate_of(random),
        "M core-cycles/s",
        rate_of(random) / bare,
        random);
}

void per_span_figures() {
  for (const Shape shape : {Shape::constant, Shape::periodic}) {
    const Measured measured =
        median_of(scenario_of({.shape = shape, .span = 1'000'000, .cycles = 100'000'000'000}));
    const double spans = static_cast<double>(measured.core_cycles) / 1e6;
    print(
        shape == Shape::constant ? "constant streams, 6 counters" : "periodic streams, 6 counters",
        measured.seconds / spans * 1e9,
        "ns a span",
        1.0,
        measured);
  }
  const Measured runs = median_of(
      scenario_of({.cpus = 1, .shape = Shape::runs, .span = 100'000, .cycles = 200'000'000}));
  constexpr double kMeanRun = 20.5;
  const double joint_runs = static_cast<double>(runs.core_cycles) / kMeanRun;
  print("run-length, six streams, 6 counters",
        runs.seconds / joint_runs / 6 * 1e9,
        "ns a run",
        1.0,
        runs);
}

void interrupt_figures() {
  constexpr std::uint64_t kCycles = 20'000'000;
  const Measured quiet = median_of(scenario_of({.cpus = 4, .span = 10'000, .cycles = kCycles}));
  for (const std::uint64_t period : {100U, 1'000U, 10'000U}) {
    const Measured measured = median_of(
        scenario_of({.cpus = 4, .span = 10'000, .cycles = kCycles, .sampling_period = period}));
    const double added = measured.seconds - quiet.seconds;
    print(fmt::format("overflow interrupt, period {}, 4 CPUs", period),
          added / static_cast<double>(measured.interrupts) * 1e9,
          "ns an interrupt",
          rate_of(measured) / rate_of(quiet),
          measured);
  }
}

void stepping_figures() {
  const Measured cycle = median_of(scenario_of({.cpus = 4, .span = 10'000, .cycles = 4'000'000}),
                                   {.step = engine::StepMode::cycle});
  print("--step cycle, 6 counters, 4 CPUs", rate_of(cycle), "M core-cycles/s", 1.0, cycle);
}

/// Off there is nothing of waves in the simulation, so that the first figure is that of any other
/// run.
void wave_figures() {
  const Scenario scenario = scenario_of({.cpus = 4, .span = 1'000, .cycles = 20'000'000});
  const Measured off = median_of(scenario);
  print("waves off, 4 CPUs, 1000-cycle spans", rate_of(off), "M core-cycles/s", 1.0, off);
  const std::string file =
      (std::filesystem::temp_directory_path() / fmt::format("run_bench_{}.vcd", getpid())).string();
  const Measured on = median_of(scenario, {.vcd = engine::VcdOptions{.file = file}});
  std::filesystem::remove(file);
  print("waves on, 4 CPUs, 1000-cycle spans",
        rate_of(on),
        "M core-cycles/s",
        rate_of(on) / rate_of(off),
        on);
}

void scaling_figures() {
  const Measured eight = median_of(scenario_of({.cpus = 8, .span = 1'000, .cycles = 80'000'000}));
  const Measured sixty_four =
      median_of(scenario_of({.cpus = 64, .span = 1'000, .cycles = 10'000'000}));
  print("64 CPUs, 1000-cycle spans",
        rate_of(sixty_four),
        "M core-cycles/s",
        rate_of(eight) / rate_of(sixty_four),
        sixty_four);
  const Measured nothing =
      median_of(scenario_of({.cpus = 64, .shape = Shape::constant, .span = 1, .cycles = 4}));
  print("64 CPUs, elaboration and result", nothing.seconds * 1e3, "ms", 1.0, nothing);
}

}  // namespace
}  // namespace pmusim

// The SystemC library wants it to exist, whoever owns main().
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

/// Without arguments all groups of figures; with arguments those named.
int main(int argc, char** argv) {
  const std::vector<std::string_view> wanted{argv + 1, argv + argc};
  const auto is_wanted = [&](std::string_view group) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), group) != wanted.end();
  };
  pmusim::bare_rate(true);
  const double bare = pmusim::bare_rate(false);
  if (is_wanted("dense")) {
    pmusim::dense_figures(bare);
  }
  if (is_wanted("spans")) {
    pmusim::per_span_figures();
  }
  if (is_wanted("interrupts")) {
    pmusim::interrupt_figures();
  }
  if (is_wanted("cycle")) {
    pmusim::stepping_figures();
  }
  if (is_wanted("waves")) {
    pmusim::wave_figures();
  }
  if (is_wanted("scaling")) {
    pmusim::scaling_figures();
  }
  if (is_wanted("guests")) {
    pmusim::bench::guest_figures();
  }
  return 0;
}
