// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "tests/bench/sim/figures.h"
#include "tests/bench/support/reference.h"
#include "tests/bench/support/systemc_models.h"

namespace pmusim::bench {

namespace {

constexpr double kMicrosecond = 1e-6;
constexpr double kMillisecond = 1e-3;

/// Microseconds that an interrupt adds to a run without.
double cost_of_interrupt(const Measured& with, const Measured& without) {
  return (with.seconds - without.seconds) / static_cast<double>(with.interrupts) / kMicrosecond;
}

void add_interrupts(Figures& figures, std::uint64_t period) {
  const Workload quiet = figures.sized({.cpus = 4, .span = 10'000, .cycles = 20'000'000});
  Workload sampling = quiet;
  sampling.sampling_period = period;
  const auto medians = medians_of({simulation(scenario_of(sampling)),
                                   simulation(scenario_of(quiet)),
                                   [&] { return run_sampling_model(sampling); },
                                   [&] { return run_sampling_model(quiet); }},
                                  figures.rounds);
  const double cost = cost_of_interrupt(medians[0], medians[1]);
  const double by_hand = cost_of_interrupt(medians[2], medians[3]);
  figures.table.add({.what = "overflow interrupt, period " + digits(period) + ", 4 CPUs",
                     .target = Target{"at most 1 us", cost <= 1},
                     .measured = digits(cost) + " us",
                     .reference = "SystemC by hand: " + digits(by_hand) + " us",
                     .ratio = by_hand / cost,
                     .checksum = medians[0].checksum,
                     .ok = agree(medians[0], medians[2]) && agree(medians[1], medians[3])});
}

}  // namespace

void interrupt_figures(Figures& figures) {
  for (const std::uint64_t period : {100U, 1'000U, 10'000U}) {
    add_interrupts(figures, period);
  }
}

void cycle_figures(Figures& figures) {
  constexpr double kTarget = 20;
  const Workload workload = figures.sized({.cpus = 4, .span = 10'000, .cycles = 4'000'000});
  const auto medians =
      medians_of({simulation(scenario_of(workload), {.step = engine::StepMode::cycle}),
                  [&] { return run_clocked_model(workload); },
                  [&] { return count_by_cycles(workload); }},
                 figures.rounds);
  const double rate = rate_of(medians[0]);
  Row row{.what = "`--step cycle`, 4 CPUs",
          .target = Target{"at least 20 M", rate >= kTarget},
          .measured = rate_text(rate),
          .reference = "clocked SystemC: " + digits(rate_of(medians[1])) + " M",
          .ratio = rate / rate_of(medians[1]),
          .checksum = medians[0].checksum,
          .ok = agree(medians[0], medians[1])};
  figures.table.add(row);
  row.what = "the same";
  row.target.reset();
  row.reference = "by hand, each cycle: " + digits(rate_of(medians[2])) + " M";
  row.ratio = rate / rate_of(medians[2]);
  row.ok = agree(medians[0], medians[2]);
  figures.table.add(row);
}

/// Off there is nothing of waves in the simulation, so that the first figure is that of any other
/// run.
void wave_figures(Figures& figures) {
  const Workload workload = figures.sized({.cpus = 4, .cycles = 20'000'000});
  const scenario::Scenario scenario = scenario_of(workload);
  const std::string file =
      (std::filesystem::temp_directory_path() / fmt::format("run_bench_{}.vcd", getpid())).string();
  const auto medians = medians_of({simulation(scenario),
                                   simulation(scenario, {.vcd = engine::VcdOptions{.file = file}}),
                                   [&] { return count_by_spans(workload); }},
                                  figures.rounds);
  std::filesystem::remove(file);
  const double off = rate_of(medians[0]);
  figures.table.add({.what = "waves off, 4 CPUs, 1,000-cycle spans",
                     .target = Target{"free", true},
                     .measured = rate_text(off),
                     .reference = "by hand: " + digits(rate_of(medians[2])) + " M",
                     .ratio = off / rate_of(medians[2]),
                     .checksum = medians[0].checksum,
                     .ok = agree(medians[0], medians[2])});
  figures.table.add({.what = "waves on, the same scenario",
                     .measured = rate_text(rate_of(medians[1])),
                     .reference = "waves off: " + digits(off) + " M",
                     .ratio = rate_of(medians[1]) / off,
                     .checksum = medians[1].checksum,
                     .ok = agree(medians[1], medians[0])});
}

void scaling_figures(Figures& figures) {
  constexpr double kMoreAtMost = 0.15;
  constexpr double kElaboration = 50;
  const Workload eight = figures.sized({.cpus = 8, .cycles = 80'000'000});
  const Workload many = figures.sized({.cpus = 64, .cycles = 10'000'000});
  auto medians = medians_of({simulation(scenario_of(many)),
                             simulation(scenario_of(eight)),
                             [&] { return count_by_spans(many); },
                             [&] { return count_by_spans(eight); }},
                            figures.rounds);
  const double ratio = rate_of(medians[0]) / rate_of(medians[1]);
  figures.table.add(
      {.what = "64 CPUs, 1,000-cycle spans",
       .target = Target{"at most 15 % more time a core-cycle than 8", 1 / ratio <= 1 + kMoreAtMost},
       .measured = rate_text(rate_of(medians[0])),
       .reference = "8 CPUs: " + digits(rate_of(medians[1])) + " M",
       .ratio = ratio,
       .checksum = medians[0].checksum,
       .ok = agree(medians[0], medians[2]) && agree(medians[1], medians[3])});
  const Workload nothing{.cpus = 64, .shape = Shape::constant, .span = 1, .cycles = 4};
  medians =
      medians_of({simulation(scenario_of(nothing)), [&] { return run_clocked_model(nothing); }},
                 figures.rounds);
  const double time = medians[0].seconds / kMillisecond;
  const double by_hand = medians[1].seconds / kMillisecond;
  figures.table.add({.what = "64 CPUs, elaboration, run of 4 cycles and result",
                     .target = Target{"at most 50 ms", time <= kElaboration},
                     .measured = digits(time) + " ms",
                     .reference = "clocked SystemC: " + digits(by_hand) + " ms",
                     .ratio = by_hand / time,
                     .checksum = medians[0].checksum,
                     .ok = agree(medians[0], medians[1])});
}

}  // namespace pmusim::bench
