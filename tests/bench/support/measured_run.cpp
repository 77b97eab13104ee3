// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/measured_run.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <vector>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pmusim::bench {

namespace {

using scenario::Scenario;

std::uint64_t checksum_of(const engine::RunResult& result) {
  std::uint64_t sum = 0;
  const auto mix_in = [&sum](std::uint64_t value) { sum = (sum ^ value) * 0x100000001b3ULL; };
  for (const auto& cpu : result.cpus) {
    for (const auto& counter : cpu.counters) {
      mix_in(counter.value);
    }
  }
  for (const auto& event : result.events) {
    mix_in(event.count);
    mix_in(event.samples);
    mix_in(event.truth ? event.truth->lost : 0);
    mix_in(event.truth ? event.truth->leaked : 0);
  }
  return sum;
}

Measured run_here(const Scenario& scenario, const engine::RunOptions& options) {
  Measured measured;
  const double start = cpu_seconds();
  const auto result = engine::run(scenario, options);
  measured.seconds = cpu_seconds() - start;
  if (!result) {
    fmt::print(stderr, "{}: {}\n", result.error().where, result.error().what);
    return measured;
  }
  for (const auto& cpu : result->cpus) {
    measured.core_cycles += cpu.cycles.count();
    measured.interrupts += cpu.interrupts_taken;
  }
  measured.checksum = checksum_of(*result);
  measured.ok = true;
  return measured;
}

Measured run_in_child(const Scenario& scenario, const engine::RunOptions& options) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) {
    return {};
  }
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const Measured measured = run_here(scenario, options);
    const bool written = write(ends[1], &measured, sizeof measured) == sizeof measured;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Measured measured;
  const bool read_all = read(ends[0], &measured, sizeof measured) == sizeof measured;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return read_all ? measured : Measured{};
}

}  // namespace

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Measured median_of(const Scenario& scenario, const engine::RunOptions& options) {
  constexpr std::size_t kRuns = 5;
  std::vector<Measured> runs;
  for (std::size_t run = 0; run < kRuns; ++run) {
    runs.push_back(run_in_child(scenario, options));
  }
  std::sort(runs.begin(), runs.end(), [](const Measured& a, const Measured& b) {
    return a.seconds < b.seconds;
  });
  const bool same = std::all_of(runs.begin(), runs.end(), [&](const Measured& run) {
    return run.ok && run.checksum == runs.front().checksum;
  });
  Measured median = runs[kRuns / 2];
  median.ok = same;
  return median;
}

double rate_of(const Measured& measured) {
  return static_cast<double>(measured.core_cycles) / measured.seconds * 1e-6;
}

void print(std::string_view name,
           double figure,
           std::string_view unit,
           double ratio,
           const Measured& measured) {
  fmt::print("{:<44} {:>10.4g} {:<22} ratio {:>7.3f}  checksum {:016x}{}\n",
             name,
             figure,
             unit,
             ratio,
             measured.checksum,
             measured.ok ? "" : "  RUNS DIFFER");
  std::fflush(stdout);
}

}  // namespace pmusim::bench
