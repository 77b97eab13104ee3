// SPDX-License-Identifier: Apache-2.0
//
// The counting core alone: one PMU, six counters with filter, threshold and overflow check.
#include <algorithm>

#include <benchmark/benchmark.h>

#include "models/activity/events.h"
#include "models/pmu/pmu_core.h"
#include "tests/bench/support/recorded_ring.h"

namespace pmusim {
namespace {

using bench::kReferenceCounters;
using bench::kRingCycles;
using bench::kStreams;

constexpr std::array<std::uint16_t, kStreams> kEvents{0x3f, 0x3b, 0x04, 0x24, 0x13, 0x05};
constexpr ExecutionContext kUser{.level = ExceptionLevel::el0};

/// The recorded ring as an activity that never ends; other events follow the constructor's kind.
class RingActivity final : public ActivitySource {
 public:
  StreamView view(EventId event, std::uint64_t from, std::uint64_t /*wanted*/) override {
    const auto* found = std::find(kEvents.begin(), kEvents.end(), event.value());
    const std::size_t stream = found == kEvents.end()
                                   ? event.value() % kStreams
                                   : static_cast<std::size_t>(found - kEvents.begin());
    const std::size_t at = from % kRingCycles;
    return {.kind = StreamView::Kind::dense8,
            .greatest = 8,
            .cycles = kRingCycles - at,
            .data = ring_.amounts[stream].data() + at};
  }

 private:
  bench::RecordedRing ring_{bench::make_recorded_ring()};
};

class RunsActivity final : public ActivitySource {
 public:
  RunsActivity() {
    for (std::uint32_t i = 0; i < 4096; ++i) {
      runs_.push_back({.cycles = 1 + i * 7 % 40, .amount = i * 5 % 9});
      total_ += runs_.back().cycles;
    }
  }

  StreamView view(EventId /*event*/, std::uint64_t /*from*/, std::uint64_t /*wanted*/) override {
    return {.kind = StreamView::Kind::runs, .greatest = 8, .cycles = total_, .data = runs_.data()};
  }

  [[nodiscard]] std::uint64_t total() const { return total_; }

  [[nodiscard]] std::size_t runs() const { return runs_.size(); }

 private:
  std::vector<Run> runs_;
  std::uint64_t total_{};
};

class SimpleActivity final : public ActivitySource {
 public:
  explicit SimpleActivity(StreamView::Kind kind) : kind_{kind} {}

  StreamView view(EventId event, std::uint64_t /*from*/, std::uint64_t /*wanted*/) override {
    return {.kind = kind_,
            .greatest = 3,
            .cycles = std::uint64_t{1} << 40U,
            .amount = 3,
            .period = 7U + event.value() % 5U};
  }

 private:
  StreamView::Kind kind_;
};

PmuConfig config_with(unsigned counters) {
  PmuConfig config;
  config.event_counters = counters;
  return config;
}

/// Counters programmed like the reference ones; the filter is that of the context at hand.
void program(PmuCore& pmu) {
  const unsigned counters = pmu.config().event_counters;
  for (unsigned counter = 0; counter < counters; ++counter) {
    const auto& reference = kReferenceCounters[counter % kStreams];
    RegValue type = kEvents[counter % kStreams] + (counter / kStreams) * 0x100U;
    type = with<regs::kPmevtyperEl0, "TC">(type, reference.control);
    type = with<regs::kPmevtyperEl0, "TH">(type, reference.limit);
    pmu.set_raw({PmuReg::pmevtyper_el0, counter}, type);
  }
  pmu.set_raw({PmuReg::pmcntenset_el0, 0}, (RegValue{1} << counters) - 1);
  pmu.set_raw({PmuReg::pmintenset_el1, 0}, (RegValue{1} << counters) - 1);
  pmu.set_raw({PmuReg::pmcr_el0, 0}, 0x81);  // E and LP
}

std::uint64_t checksum(const PmuCore& pmu) {
  std::uint64_t sum = 0;
  for (const RegValue value : pmu.state().event_counter) {
    sum = sum * 1'000'003 + value;
  }
  return sum;
}

void count_spans(benchmark::State& state,
                 ActivitySource& activity,
                 unsigned counters,
                 std::uint64_t span) {
  PmuCore pmu{config_with(counters)};
  program(pmu);
  std::uint64_t position = 0;
  for (auto unused : state) {
    pmu.begin(kUser, activity, position);
    pmu.advance(Cycles{span});
    position += span;
  }
  state.counters["cycles"] =
      benchmark::Counter(static_cast<double>(position), benchmark::Counter::kIsRate);
  benchmark::DoNotOptimize(checksum(pmu));
}

void dense(benchmark::State& state) {
  RingActivity activity;
  count_spans(state,
              activity,
              static_cast<unsigned>(state.range(0)),
              static_cast<std::uint64_t>(state.range(1)));
}

BENCHMARK(dense)->ArgsProduct({{6, 31}, {1, 10, 100, 1000, 10000, 65536}});

void constant(benchmark::State& state) {
  SimpleActivity activity{StreamView::Kind::constant};
  count_spans(state, activity, 6, static_cast<std::uint64_t>(state.range(0)));
}

BENCHMARK(constant)->Arg(1000)->Arg(1000000);

void periodic(benchmark::State& state) {
  SimpleActivity activity{StreamView::Kind::pulses};
  count_spans(state, activity, 6, static_cast<std::uint64_t>(state.range(0)));
}

BENCHMARK(periodic)->Arg(1000)->Arg(1000000);

void run_length(benchmark::State& state) {
  RunsActivity activity;
  count_spans(state, activity, 6, activity.total());
  state.counters["runs"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(activity.runs()),
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(run_length);

void bare(benchmark::State& state) {
  const bench::RecordedRing ring = bench::make_recorded_ring();
  const bool filtered = state.range(0) != 0;
  constexpr std::size_t kBlock = 2048;
  std::uint64_t sum = 0;
  for (auto unused : state) {
    for (std::size_t at = 0; at < kRingCycles; at += kBlock) {
      for (std::size_t stream = 0; stream < kStreams; ++stream) {
        sum += bench::bare_loop(
            {ring.amounts[stream].data() + at, kBlock},
            filtered ? std::span{ring.levels.data() + at, kBlock} : std::span<const std::uint8_t>{},
            kReferenceCounters[stream]);
      }
    }
    benchmark::DoNotOptimize(sum);
  }
  state.counters["cycles"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * kRingCycles, benchmark::Counter::kIsRate);
}

BENCHMARK(bare)->Arg(0)->Arg(1);

/// Overflow interrupts at an exact cycle: one counter samples, a handler reloads it.
void sampling(benchmark::State& state) {
  RingActivity activity;
  PmuCore pmu{config_with(6)};
  program(pmu);
  pmu.set_raw({PmuReg::pmintenset_el1, 0}, 1);
  const auto period = static_cast<std::uint64_t>(state.range(0));
  const RegValue reload = 0 - period;
  pmu.set_raw({PmuReg::pmevcntr_el0, 0}, reload);
  std::uint64_t position = 0;
  std::uint64_t interrupts = 0;
  const ExecutionContext kernel{.level = ExceptionLevel::el2};
  for (auto unused : state) {
    for (std::uint64_t left = 10'000; left != 0;) {
      pmu.begin(kUser, activity, position);
      const Cycles piece = pmu.plan(Cycles{left});
      pmu.commit(piece);
      position += piece.count();
      left -= piece.count();
      if (pmu.interrupt_level()) {
        ++interrupts;
        benchmark::DoNotOptimize(pmu.write(encoding_of({PmuReg::pmevcntr_el0, 0}), reload, kernel));
        benchmark::DoNotOptimize(pmu.write(encoding_of({PmuReg::pmovsclr_el0, 0}), 1, kernel));
      }
    }
  }
  state.counters["cycles"] =
      benchmark::Counter(static_cast<double>(position), benchmark::Counter::kIsRate);
  state.counters["interrupt_s"] = benchmark::Counter(
      static_cast<double>(interrupts), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(sampling)->Arg(37)->Arg(1000)->Arg(10000)->Arg(1000000);

}  // namespace
}  // namespace pmusim

BENCHMARK_MAIN();
