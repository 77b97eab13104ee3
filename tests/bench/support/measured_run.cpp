// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/measured_run.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <utility>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/scenario/problems.h"

namespace pmusim::bench {

namespace {

std::uint64_t checksum_of(const engine::RunResult& result) {
  Checksum sum;
  for (const auto& cpu : result.cpus) {
    for (const auto& counter : cpu.counters) {
      if (counter.name.starts_with("PMEVCNTR")) {
        sum.add(counter.value);
      }
    }
  }
  for (const auto& event : result.events) {
    sum.add(event.count);
    sum.add(event.samples);
    sum.add(event.truth ? event.truth->lost : 0);
    sum.add(event.truth ? event.truth->leaked : 0);
  }
  return sum.value();
}

Measured simulate(const scenario::Scenario& scenario, const engine::RunOptions& options) {
  Measured measured;
  const double start = cpu_seconds();
  const auto result = engine::run(scenario, options);
  measured.seconds = cpu_seconds() - start;
  if (!result) {
    fmt::print(stderr, "{}\n", scenario::to_text(result.error(), scenario.file));
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

Measured in_child(const Run& run) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) {
    return {};
  }
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const Measured measured = run();
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

Measured median_of(std::vector<Measured> runs) {
  std::ranges::sort(runs, {}, &Measured::seconds);
  Measured median = runs[runs.size() / 2];
  median.ok =
      std::ranges::all_of(runs, [&](const Measured& run) { return agree(run, runs.front()); });
  return median;
}

}  // namespace

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Run simulation(scenario::Scenario scenario, engine::RunOptions options) {
  return [scenario = std::move(scenario), options = std::move(options)] {
    return simulate(scenario, options);
  };
}

std::vector<Measured> medians_of(const std::vector<Run>& runs, unsigned rounds) {
  std::vector<std::vector<Measured>> measured(runs.size());
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      measured[run].push_back(in_child(runs[run]));
    }
  }
  std::vector<Measured> medians;
  std::ranges::transform(measured, std::back_inserter(medians), median_of);
  return medians;
}

double rate_of(const Measured& measured) {
  return static_cast<double>(measured.core_cycles) / measured.seconds * 1e-6;
}

bool agree(const Measured& one, const Measured& other) {
  return one.ok && other.ok && one.checksum == other.checksum && one.interrupts == other.interrupts;
}

}  // namespace pmusim::bench
