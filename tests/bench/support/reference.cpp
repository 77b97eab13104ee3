// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/reference.h"

#include <algorithm>
#include <array>
#include <utility>

#include "models/common/random.h"
#include "sim/engine/activity_factory.h"

namespace pmusim::bench {

namespace {

/// Span by span; `sum_of(counter, first, cycles)` is what a counter adds in those cycles.
template <class SumOf>
Measured add_up(const Workload& workload, SumOf&& sum_of) {
  Checksum checksum;
  std::uint64_t overflows = 0;
  const double start = cpu_seconds();
  for (std::size_t cpu = 0; cpu < workload.cpus; ++cpu) {
    std::vector<std::uint64_t> values(workload.counters);
    for (std::uint64_t span = 0; span < spans_of(workload); ++span) {
      for (std::size_t counter = 0; counter < values.size(); ++counter) {
        if (counts_at(counter_of(counter), level_of_span(span))) {
          const std::uint64_t sum = sum_of(counter, span * workload.span, workload.span);
          values[counter] += sum;
          overflows += values[counter] < sum ? 1U : 0U;
        }
      }
    }
    std::ranges::for_each(values, [&](std::uint64_t value) { checksum.add(value); });
  }
  return {.seconds = cpu_seconds() - start,
          .core_cycles = workload.cpus * spans_of(workload) * workload.span,
          .interrupts = overflows,  // each would be one
          .checksum = checksum.value(),
          .ok = true};
}

Measured add_dense(const Workload& workload) {
  // Every stream has its own copy, as in the simulator: together they may not fit into a cache.
  const RecordedRing ring = make_recorded_ring();
  std::vector<std::vector<std::uint8_t>> streams;
  streams.reserve(workload.counters);
  for (std::size_t counter = 0; counter < workload.counters; ++counter) {
    streams.push_back(ring.amounts[counter % kStreams]);
  }
  return add_up(workload, [&](std::size_t counter, std::uint64_t first, std::uint64_t cycles) {
    std::uint64_t sum = 0;
    while (cycles > 0) {
      const std::uint64_t at = first % kRingCycles;
      const std::uint64_t piece = std::min(cycles, kRingCycles - at);
      sum += bare_loop({streams[counter].data() + at, piece}, {}, counter_of(counter));
      first += piece;
      cycles -= piece;
    }
    return sum;
  });
}

Measured add_constant(const Workload& workload) {
  return add_up(workload, [&](std::size_t counter, std::uint64_t /*first*/, std::uint64_t cycles) {
    return cycles * increment_of(counter_of(counter), constant_amount(counter));
  });
}

Measured add_periodic(const Workload& workload) {
  return add_up(workload, [&](std::size_t counter, std::uint64_t first, std::uint64_t cycles) {
    const std::uint64_t period = period_of(counter);
    const auto before = [&](std::uint64_t cycle) { return (cycle + period - 1) / period; };
    const std::uint64_t pulses = before(first + cycles) - before(first);
    return pulses * increment_of(counter_of(counter), kPulse) +
           (cycles - pulses) * increment_of(counter_of(counter), 0);
  });
}

/// A stream of runs, with the cycle at which each ends.
struct Runs {
  std::vector<Piece> pieces;
  std::vector<std::uint64_t> ends;
};

Runs runs_with_ends(std::size_t index, const RecordedRing& ring) {
  Runs runs{.pieces = runs_of(index, ring), .ends = {}};
  std::uint64_t end = 0;
  for (const Piece& piece : runs.pieces) {
    runs.ends.push_back(end += piece.cycles);
  }
  return runs;
}

Measured add_runs(const Workload& workload) {
  const RecordedRing ring = make_recorded_ring();
  std::vector<Runs> streams;
  streams.reserve(workload.counters);
  for (std::size_t counter = 0; counter < workload.counters; ++counter) {
    streams.push_back(runs_with_ends(counter, ring));
  }
  return add_up(workload, [&](std::size_t counter, std::uint64_t first, std::uint64_t cycles) {
    const auto& [pieces, ends] = streams[counter];
    std::uint64_t at = first % ends.back();
    auto run = static_cast<std::size_t>(std::ranges::upper_bound(ends, at) - ends.begin());
    std::uint64_t sum = 0;
    while (cycles > 0) {
      const std::uint64_t piece = std::min(cycles, ends[run] - at);
      sum += piece * increment_of(counter_of(counter), pieces[run].amount);
      cycles -= piece;
      at += piece;
      if (++run == pieces.size()) {
        run = 0;
        at = 0;
      }
    }
    return sum;
  });
}

Measured add_random(const Workload& workload) {
  const scenario::Scenario scenario = scenario_of(workload);
  const auto factory = engine::ActivityFactory::create(scenario.activities);
  if (!factory) {
    return {};
  }
  const auto random = CounterRandom{scenario.seed}.child(scenario.tasks.front().stream);
  const auto activity = factory->make(0, random);
  return add_up(workload, [&](std::size_t counter, std::uint64_t first, std::uint64_t cycles) {
    std::uint64_t sum = 0;
    while (cycles > 0) {
      const StreamView view = activity->view(event_of(counter), first, cycles);
      const std::uint64_t piece = std::min(cycles, view.cycles);
      sum +=
          bare_loop({static_cast<const std::uint8_t*>(view.data), piece}, {}, counter_of(counter));
      first += piece;
      cycles -= piece;
    }
    return sum;
  });
}

std::span<const std::uint8_t> repeated_amounts(const Workload& workload,
                                               std::size_t index,
                                               const RecordedRing& ring) {
  static constexpr std::array<std::uint8_t, 8> kConstants{1, 2, 3, 4, 5, 6, 7, 8};
  if (workload.shape == Shape::dense) {
    return ring.amounts[index % kStreams];
  }
  return std::span{kConstants}.subspan(constant_amount(index) - 1, 1);
}

}  // namespace

Measured count_by_spans(const Workload& workload) {
  switch (workload.shape) {
    case Shape::dense:
      return add_dense(workload);
    case Shape::constant:
      return add_constant(workload);
    case Shape::periodic:
      return add_periodic(workload);
    case Shape::runs:
      return add_runs(workload);
    case Shape::random:
      return add_random(workload);
  }
  return {};
}

SteppedCounters::SteppedCounters(const Workload& workload, const RecordedRing& ring)
    : span_cycles_{workload.span}, left_{workload.span} {
  for (std::size_t index = 0; index < workload.counters; ++index) {
    counters_.push_back(
        {.control = counter_of(index), .amounts = repeated_amounts(workload, index, ring)});
  }
}

void SteppedCounters::step() {
  for (Counter& counter : counters_) {
    if (!counts_at(counter.control, level_of_span(span_))) {
      continue;
    }
    const std::uint8_t amount = counter.amounts[cycle_ & (counter.amounts.size() - 1)];
    const std::uint64_t value = counter.value + increment_of(counter.control, amount);
    counter.overflowed = counter.overflowed || value < counter.value;
    counter.value = value;
  }
  ++cycle_;
  if (--left_ == 0) {
    left_ = span_cycles_;
    ++span_;
  }
}

void SteppedCounters::add_to(Checksum& sum) const {
  for (const Counter& counter : counters_) {
    sum.add(counter.value);
  }
}

Measured count_by_cycles(const Workload& workload) {
  const RecordedRing ring = make_recorded_ring();
  std::vector<SteppedCounters> cpus(workload.cpus, SteppedCounters{workload, ring});
  const std::uint64_t cycles = spans_of(workload) * workload.span;
  const double start = cpu_seconds();
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    for (SteppedCounters& cpu : cpus) {
      cpu.step();
    }
  }
  Checksum sum;
  std::ranges::for_each(cpus, [&](const SteppedCounters& cpu) { cpu.add_to(sum); });
  return {.seconds = cpu_seconds() - start,
          .core_cycles = workload.cpus * cycles,
          .interrupts = 0,
          .checksum = sum.value(),
          .ok = true};
}

}  // namespace pmusim::bench
