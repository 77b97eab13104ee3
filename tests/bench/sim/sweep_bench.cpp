// SPDX-License-Identifier: Apache-2.0
//
// What a sweep costs beside its simulations, and what a second worker brings: 1,000 points of a
// small scenario through the journal, forked workers and the reading of each point's result.
//
// Overhead is CPU time, which other users of the machine hardly change; speed is wall time, which
// they do: run it on an idle machine.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "sim/cli/sweep_point.h"
#include "sim/scenario/input_file.h"
#include "sim/scenario/read_scenario.h"
#include "sim/sweep/documents.h"
#include "sim/sweep/sweep.h"
#include "tests/bench/support/measured_run.h"
#include "tests/bench/support/quick_option.h"
#include "tests/bench/support/table.h"
#include "tests/support/temporary_folder.h"

namespace pmusim::bench {
namespace {

const std::atomic<bool> kNeverStop{false};
constexpr double kMillisecond = 1e-3;

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

/// CPU time of this process and of those that it has waited for.
double cpu_seconds_of_all() {
  double seconds = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    seconds += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  }
  return seconds;
}

struct Sweep {
  cli::SweepInput input;
  sweep::Grid grid;
  unsigned rounds{5};
};

struct SweepTime {
  double wall{};
  double cpu{};  ///< of all processes
  std::uint64_t checksum{};
  bool ok{};  ///< complete; of several runs: and all have the same table
};

SweepTime run_once(const Sweep& sweep, std::size_t jobs) {
  const TemporaryFolder folder;
  const auto identity = cli::identify(sweep.input, sweep.grid, "bench");
  if (!identity) {
    return {};
  }
  const sweep::Plan plan{.grid = sweep.grid,
                         .identity = *identity,
                         .folder = folder.path().string(),
                         .shard = {},
                         .restart = false,
                         .jobs = jobs};
  const double cpu = cpu_seconds_of_all();
  const auto start = std::chrono::steady_clock::now();
  const auto results =
      sweep::run_sweep(plan,
                       {.work =
                            [&](std::size_t point) {
                              return cli::run_point(sweep.input, sweep.grid, point, kNeverStop);
                            }},
                       kNeverStop);
  SweepTime time;
  time.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  time.cpu = cpu_seconds_of_all() - cpu;
  time.ok = results && results->complete();
  time.checksum = time.ok ? sweep::hash_of(sweep::csv_document(sweep.grid, *results)) : 0;
  return time;
}

SweepTime median_of(std::vector<SweepTime> times) {
  std::ranges::sort(times, {}, &SweepTime::wall);
  SweepTime median = times[times.size() / 2];
  median.ok = std::ranges::all_of(times, [&](const SweepTime& time) {
    return time.ok && time.checksum == times.front().checksum;
  });
  return median;
}

/// One worker and two, in turn; the median of each.
std::array<SweepTime, 2> one_and_two_workers(const Sweep& sweep) {
  std::array<std::vector<SweepTime>, 2> times;
  for (unsigned round = 0; round < sweep.rounds; ++round) {
    for (std::size_t jobs = 1; jobs <= times.size(); ++jobs) {
      times[jobs - 1].push_back(run_once(sweep, jobs));
    }
  }
  return {median_of(std::move(times[0])), median_of(std::move(times[1]))};
}

/// The simulation of one point alone, in a fresh process as each point has.
Measured simulation_alone(const Sweep& sweep) {
  const auto scenario = scenario::read_scenario_text(sweep.input.text, sweep.input.file);
  return scenario ? medians_of({simulation(*scenario)}, 8 * sweep.rounds + 1).front() : Measured{};
}

bool print_figures(const Sweep& sweep, bool counts_only) {
  constexpr double kOverhead = 3;
  constexpr double kSpeedup = 1.8;
  const Measured alone = simulation_alone(sweep);
  const auto [one, two] = one_and_two_workers(sweep);
  const auto points = static_cast<double>(sweep.grid.size());
  const double simulated = alone.seconds / kMillisecond;
  const double overhead = one.cpu / points / kMillisecond - simulated;
  const double speedup = one.wall / two.wall;
  const std::string what = "sweep of " + digits(std::uint64_t{sweep.grid.size()}) + " points, ";
  Table table{counts_only};
  table.start();
  table.add({.what = what + "overhead a point, one worker",
             .target = Target{"at most 3 ms", overhead <= kOverhead},
             .measured = digits(overhead) + " ms of CPU time",
             .reference = "simulation alone: " + digits(simulated) + " ms",
             .ratio = simulated / (simulated + overhead),
             .checksum = one.checksum,
             .ok = one.ok && alone.ok});
  table.add({.what = what + "two workers",
             .target = Target{"at least 1.8 times one", speedup >= kSpeedup},
             .measured = digits(two.wall / points / kMillisecond) + " ms a point",
             .reference = "one worker: " + digits(one.wall / points / kMillisecond) + " ms",
             .ratio = speedup,
             .checksum = two.checksum,
             .ok = two.ok && two.checksum == one.checksum});
  return table.all_ok();
}

constexpr std::string_view kUsage =
    "Usage: sweep_bench [--quick]\n"
    "\n"
    "Measures a sweep over 1,000 seeds of configs/sampling.json and prints a table in Markdown.\n"
    "Status 1: some run gave another table than the others.\n"
    "\n"
    "  --quick   20 points, twice: compares tables and prints no times\n";

int run(const std::vector<std::string_view>& arguments) {
  const auto [quick, status] = read_quick_option(kUsage, arguments);
  if (status) {
    return *status;
  }
  const std::string file = PMUSIM_CONFIGS "/sampling.json";
  const auto text = scenario::read_regular_file(file, scenario::JsonLimits::kBytes);
  auto parameter = sweep::parse_parameter(quick ? "/seed=1:20:1" : "/seed=1:1000:1");
  auto grid = sweep::Grid::of({*parameter});
  if (!text || !grid) {
    fmt::print(stderr, "sweep_bench: {} cannot be read\n", file);
    return 1;
  }
  const Sweep sweep{
      .input = {file, *text, {}, {}}, .grid = std::move(*grid), .rounds = quick ? 2U : 5U};
  return print_figures(sweep, quick) ? 0 : 1;
}

}  // namespace
}  // namespace pmusim::bench

// The SystemC library wants it to exist, whoever owns main().
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

int main(int argc, char** argv) {
  return pmusim::bench::run({argv + 1, argv + argc});
}
