// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tests/bench/sim/figures.h"
#include "tests/bench/support/reference.h"

namespace pmusim::bench {

namespace {

constexpr double kNanosecond = 1e-9;

/// A row of a whole simulation, compared with the same counting by hand.
Row compared_row(std::string what, const Measured& simulated, const Measured& by_hand) {
  return {.what = std::move(what),
          .measured = rate_text(rate_of(simulated)),
          .reference = "by hand: " + digits(rate_of(by_hand)) + " M",
          .ratio = rate_of(simulated) / rate_of(by_hand),
          .checksum = simulated.checksum,
          .ok = agree(simulated, by_hand)};
}

void add_bare(Figures& figures, bool filtered) {
  const Measured bare = medians_of({bare_loops(filtered, figures)}, figures.rounds).front();
  figures.table.add({.what = fmt::format("bare {} loop over recorded counts{}",
                                         bare_loop_target(),
                                         filtered ? ", level of each cycle" : ""),
                     .measured = rate_text(rate_of(bare)),
                     .reference = "",
                     .checksum = bare.checksum,
                     .ok = bare.ok});
}

void add_dense(Figures& figures, std::string what, const Workload& size, std::uint64_t target) {
  const Workload workload = figures.sized(size);
  const auto medians =
      medians_of({simulation(scenario_of(workload)), [&] { return count_by_spans(workload); }},
                 figures.rounds);
  Row row = compared_row(std::move(what), medians[0], medians[1]);
  if (target > 0) {
    row.target = {"at least " + digits(target) + " M",
                  rate_of(medians[0]) >= static_cast<double>(target)};
  }
  figures.table.add(row);
}

/// The bar is a share of the bare loop, measured in the same rounds.
void add_long_spans(Figures& figures) {
  constexpr double kShare = 0.7;
  const Workload workload = figures.sized({.span = 10'000, .cycles = 400'000'000});
  const auto medians = medians_of({simulation(scenario_of(workload)),
                                   [&] { return count_by_spans(workload); },
                                   bare_loops(false, figures)},
                                  figures.rounds);
  Row row = compared_row("dense counts, 8 CPUs, 10,000-cycle spans", medians[0], medians[1]);
  row.target = {"70 % of the bare loop", rate_of(medians[0]) >= kShare * rate_of(medians[2])};
  row.reference += "; bare loop: " + digits(rate_of(medians[2])) + " M";
  figures.table.add(row);
}

/// Nanoseconds for so many cycles.
double time_of(const Measured& measured, double cycles) {
  return measured.seconds / static_cast<double>(measured.core_cycles) * cycles / kNanosecond;
}

/// As many spans that are a thousand times shorter should take the same time.
void add_per_span(Figures& figures, std::string_view name, Shape shape) {
  constexpr std::uint64_t kLong = 1'000'000;
  constexpr std::uint64_t kShort = 1'000;
  constexpr std::uint64_t kSpans = 100'000;
  const auto sized = [&](std::uint64_t span) {
    return figures.sized({.shape = shape, .span = span, .cycles = kSpans * span});
  };
  const Workload workload = sized(kLong);
  const auto medians = medians_of({simulation(scenario_of(workload)),
                                   [&] { return count_by_spans(workload); },
                                   simulation(scenario_of(sized(kShort)))},
                                  figures.rounds);
  Row row = compared_row(
      fmt::format("{} streams, 8 CPUs, 1,000,000-cycle spans", name), medians[0], medians[1]);
  const double time = time_of(medians[0], kLong);
  const double time_of_short = time_of(medians[2], kShort);
  row.target = {"per span", time < 2 * time_of_short};
  row.measured = digits(time) + " ns a span";
  row.reference = "by hand: " + digits(time_of(medians[1], kLong)) +
                  " ns; 1,000-cycle spans: " + digits(time_of_short) + " ns";
  figures.table.add(row);
}

void add_runs(Figures& figures) {
  constexpr std::uint64_t kTarget = 6;
  constexpr double kCyclesOfRun = kMeanRun / kStreams;
  const Workload workload =
      figures.sized({.cpus = 1, .shape = Shape::runs, .span = 100'000, .cycles = 200'000'000});
  const auto medians =
      medians_of({simulation(scenario_of(workload)), [&] { return count_by_spans(workload); }},
                 figures.rounds);
  Row row = compared_row("run-length streams, six with runs of their own", medians[0], medians[1]);
  const double time = time_of(medians[0], kCyclesOfRun);
  row.target = {"at most " + digits(kTarget) + " ns a run", time <= static_cast<double>(kTarget)};
  row.measured = digits(time) + " ns a run";
  row.reference = "by hand: " + digits(time_of(medians[1], kCyclesOfRun)) + " ns";
  figures.table.add(row);
}

}  // namespace

Run bare_loops(bool filtered, const Figures& figures) {
  return [filtered, rounds = 1 + 4000 / figures.shrink] {
    const RecordedRing ring = make_recorded_ring();
    constexpr std::size_t kBlock = 2048;
    Checksum sum;
    const double start = cpu_seconds();
    for (std::size_t at = 0; at < rounds * kRingCycles; at += kBlock) {
      for (std::size_t stream = 0; stream < kStreams; ++stream) {
        const std::size_t first = at % kRingCycles;
        sum.add(bare_loop({ring.amounts[stream].data() + first, kBlock},
                          filtered ? std::span{ring.levels.data() + first, kBlock}
                                   : std::span<const std::uint8_t>{},
                          kReferenceCounters[stream]));
      }
    }
    return Measured{.seconds = cpu_seconds() - start,
                    .core_cycles = rounds * kRingCycles,
                    .interrupts = 0,
                    .checksum = sum.value(),
                    .ok = true};
  };
}

void bare_figures(Figures& figures) {
  add_bare(figures, true);
  add_bare(figures, false);
}

void dense_figures(Figures& figures) {
  add_dense(
      figures, "dense counts, 8 CPUs, 100-cycle spans", {.span = 100, .cycles = 10'000'000}, 0);
  add_dense(figures, "dense counts, 8 CPUs, 1,000-cycle spans", {.span = 1'000}, 1'000);
  add_long_spans(figures);
  add_dense(
      figures, "31 counters, 8 CPUs, 10,000-cycle spans", {.counters = 31, .span = 10'000}, 300);
}

void stream_figures(Figures& figures) {
  add_dense(figures,
            "random streams, six events, 8 CPUs, 1,000-cycle spans",
            {.shape = Shape::random, .cycles = 20'000'000},
            150);
  add_per_span(figures, "constant", Shape::constant);
  add_per_span(figures, "periodic", Shape::periodic);
  add_runs(figures);
}

}  // namespace pmusim::bench
