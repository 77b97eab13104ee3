// SPDX-License-Identifier: Apache-2.0
//
// What a sweep costs beside its simulations, and what a second worker brings: 1,000 points of a
// small scenario through the journal, forked workers and the reading of each point's result.
//
// Overhead is CPU time, which other users of the machine hardly change; speed is wall time, which
// they do: run it on an idle machine.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cli/sweep_point.h"
#include "sim/engine/engine.h"
#include "sim/scenario/input_file.h"
#include "sim/scenario/read_scenario.h"
#include "sim/sweep/documents.h"
#include "sim/sweep/sweep.h"
#include "tests/support/temporary_folder.h"

namespace pmusim {
namespace {

const std::atomic<bool> kNeverStop{false};

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double cpu_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

struct Measured {
  double wall{};
  double here{};     ///< CPU seconds of the process that distributes points
  double workers{};  ///< CPU seconds of the others
  std::uint64_t checksum{};
};

Measured run_once(const cli::SweepInput& input, const sweep::Grid& grid, std::size_t jobs) {
  const TemporaryFolder folder;
  const auto identity = cli::identify(input, grid, "bench");
  if (!identity) {
    return {};
  }
  const sweep::Plan plan{.grid = grid,
                         .identity = *identity,
                         .folder = folder.path().string(),
                         .shard = {},
                         .restart = false,
                         .jobs = jobs};
  const double here = cpu_seconds(RUSAGE_SELF);
  const double workers = cpu_seconds(RUSAGE_CHILDREN);
  const auto start = std::chrono::steady_clock::now();
  const auto results = sweep::run_sweep(
      plan,
      {.work = [&](std::size_t point) { return cli::run_point(input, grid, point, kNeverStop); }},
      kNeverStop);
  Measured measured;
  measured.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  measured.here = cpu_seconds(RUSAGE_SELF) - here;
  measured.workers = cpu_seconds(RUSAGE_CHILDREN) - workers;
  measured.checksum =
      results && results->complete() ? sweep::hash_of(sweep::csv_document(grid, *results)) : 0;
  return measured;
}

Measured median_of(const cli::SweepInput& input, const sweep::Grid& grid, std::size_t jobs) {
  constexpr std::size_t kRuns = 5;
  std::vector<Measured> runs;
  runs.reserve(kRuns);
  for (std::size_t run = 0; run < kRuns; ++run) {
    runs.push_back(run_once(input, grid, jobs));
  }
  std::ranges::sort(runs, {}, &Measured::wall);
  return runs[kRuns / 2];
}

/// CPU seconds of the simulation alone, in a fresh process as each point has; the median.
double simulation_seconds(const cli::SweepInput& input) {
  const auto scenario = scenario::read_scenario_text(input.text, input.file);
  std::vector<double> figures;
  for (int run = 0; run < 41 && scenario; ++run) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
      break;
    }
    const pid_t child = fork();
    if (child == 0) {
      const double start = cpu_seconds(RUSAGE_SELF);
      const bool ran = engine::run(*scenario).has_value();
      const double spent = cpu_seconds(RUSAGE_SELF) - start;
      _exit(ran && write(ends[1], &spent, sizeof spent) == sizeof spent ? 0 : 1);
    }
    close(ends[1]);
    double spent = 0;
    if (read(ends[0], &spent, sizeof spent) == sizeof spent) {
      figures.push_back(spent);
    }
    close(ends[0]);
    waitpid(child, nullptr, 0);
  }
  std::ranges::sort(figures);
  return figures.empty() ? 0 : figures[figures.size() / 2];
}

}  // namespace
}  // namespace pmusim

// The SystemC library wants it to exist, whoever owns main().
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

/// An argument: the scenario; configs/sampling.json by default.
int main(int argc, char** argv) {
  using namespace pmusim;
  const std::string file = argc > 1 ? argv[1] : PMUSIM_CONFIGS "/sampling.json";
  const auto text = scenario::read_regular_file(file, scenario::JsonLimits::kBytes);
  auto parameter = sweep::parse_parameter("/seed=1:1000:1");
  auto grid = sweep::Grid::of({*parameter});
  if (!text || !grid) {
    fmt::print(stderr, "{} cannot be read\n", file);
    return 1;
  }
  const cli::SweepInput input{file, *text, {}, {}};
  const auto points = static_cast<double>(grid->size());
  const double simulation = simulation_seconds(input);
  fmt::print("simulation alone                 {:8.3f} ms a point\n", simulation * 1e3);
  double wall_of_one = 0;
  for (const std::size_t jobs : {1U, 2U, 4U}) {
    const Measured measured = median_of(input, *grid, jobs);
    wall_of_one = jobs == 1 ? measured.wall : wall_of_one;
    const double cpu = (measured.here + measured.workers) / points;
    fmt::print(
        "--jobs {}: overhead {:6.3f} ms of CPU a point ({:.3f} distributing), wall {:6.3f} ms a "
        "point, {:4.2f} times one job  checksum {:016x}\n",
        jobs,
        (cpu - simulation) * 1e3,
        measured.here / points * 1e3,
        measured.wall / points * 1e3,
        wall_of_one / measured.wall,
        measured.checksum);
    std::fflush(stdout);
  }
  return 0;
}
