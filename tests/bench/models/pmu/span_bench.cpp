// SPDX-License-Identifier: Apache-2.0
//
// The counting core alone: one PMU, its counters with filter, threshold and overflow check, and the
// activity that it pulls from. `ratio` is its speed to that of the same counting by hand; the label
// is the checksum of the first spans, which must be that of the counting by hand.
#include <algorithm>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "models/pmu/dense_kernels.h"
#include "models/pmu/pmu_core.h"
#include "sim/engine/activity_factory.h"
#include "tests/bench/support/reference.h"
#include "tests/bench/support/sampled_counters.h"

namespace pmusim::bench {
namespace {

bool all_agree = true;

/// A PMU and what its CPU does, span after span.
class Counting {
 public:
  explicit Counting(const Workload& workload)
      : workload_{workload}, pmu_{config_with(workload.counters)} {
    const auto scenario = scenario_of(workload);
    activity_ = engine::ActivityFactory::create(scenario.activities)->make(0, CounterRandom{1});
    for (unsigned counter = 0; counter < workload.counters; ++counter) {
      pmu_.set_raw({PmuReg::pmevtyper_el0, counter}, event_type_of(counter));
    }
    const RegValue all = (RegValue{1} << workload.counters) - 1;
    pmu_.set_raw({PmuReg::pmcntenset_el0, 0}, all);
    pmu_.set_raw({PmuReg::pmintenset_el1, 0}, workload.sampling_period != 0 ? 1 : all);
    pmu_.set_raw({PmuReg::pmcr_el0, 0}, 0x81);  // E and LP
    if (workload.sampling_period != 0) {
      pmu_.set_raw({PmuReg::pmevcntr_el0, 0}, reload());
    }
  }

  void count_span() {
    for (std::uint64_t left = workload_.span; left != 0;) {
      pmu_.begin(context_of(level_of_span(span_)), *activity_, position_);
      const Cycles piece = pmu_.plan(Cycles{left});
      pmu_.commit(piece);
      position_ += piece.count();
      left -= piece.count();
      if (pmu_.interrupt_level()) {
        handle_interrupt();
      }
    }
    ++span_;
  }

  [[nodiscard]] std::uint64_t interrupts() const { return interrupts_; }

  [[nodiscard]] std::uint64_t checksum() const {
    Checksum sum;
    for (unsigned counter = 0; counter < workload_.counters; ++counter) {
      sum.add(pmu_.raw({PmuReg::pmevcntr_el0, counter}));
    }
    return sum.value();
  }

 private:
  static PmuConfig config_with(unsigned counters) {
    PmuConfig config;
    config.event_counters = counters;
    return config;
  }

  static ExecutionContext context_of(unsigned level) {
    return {.level = level == 0 ? ExceptionLevel::el0 : ExceptionLevel::el1};
  }

  [[nodiscard]] RegValue reload() const { return 0 - workload_.sampling_period; }

  void handle_interrupt() {
    constexpr ExecutionContext kKernel{.level = ExceptionLevel::el2};
    ++interrupts_;
    pmu_.write(encoding_of({PmuReg::pmevcntr_el0, 0}), reload(), kKernel);
    pmu_.write(encoding_of({PmuReg::pmovsclr_el0, 0}), 1, kKernel);
  }

  Workload workload_;
  PmuCore pmu_;
  std::unique_ptr<Activity> activity_;
  std::uint64_t span_{};
  std::uint64_t position_{};
  std::uint64_t interrupts_{};
};

Measured sample_by_hand(const Workload& workload) {
  const RecordedRing ring = make_recorded_ring();
  const double start = cpu_seconds();
  SampledCounters counters{workload, ring, 0};
  while (!counters.is_done()) {
    counters.advance();
    if (counters.interrupts()) {
      counters.reload();
    }
  }
  Checksum sum;
  counters.add_to(sum);
  return {.seconds = cpu_seconds() - start,
          .core_cycles = spans_of(workload) * workload.span,
          .interrupts = counters.interrupts_taken(),
          .checksum = sum.value(),
          .ok = true};
}

Measured by_hand(Workload workload, std::uint64_t spans) {
  workload.cycles = spans * workload.span;
  return workload.sampling_period != 0 ? sample_by_hand(workload) : count_by_spans(workload);
}

/// Compares the first spans; they are the label.
void check(benchmark::State& state, const Workload& workload) {
  constexpr std::uint64_t kSpans = 64;
  Counting counting{workload};
  for (std::uint64_t span = 0; span < kSpans; ++span) {
    counting.count_span();
  }
  const Measured expected = by_hand(workload, kSpans);
  state.SetLabel(fmt::format("{:016x}", counting.checksum()));
  if (expected.checksum != counting.checksum() || expected.interrupts != counting.interrupts()) {
    all_agree = false;
    state.SkipWithError("counts differ from those by hand");
  }
}

void measure(benchmark::State& state, const Workload& workload) {
  Counting counting{workload};
  const double start = cpu_seconds();
  for ([[maybe_unused]] auto iteration : state) {
    counting.count_span();
  }
  const double seconds = cpu_seconds() - start;
  const auto spans = static_cast<std::uint64_t>(state.iterations());
  const auto cycles = static_cast<double>(spans * workload.span);
  state.counters["cycles"] = benchmark::Counter(cycles, benchmark::Counter::kIsRate);
  state.counters["ratio"] = cycles / seconds * 1e-6 / rate_of(by_hand(workload, spans));
  check(state, workload);
}

void bare(benchmark::State& state) {
  const RecordedRing ring = make_recorded_ring();
  const bool filtered = state.range(0) != 0;
  constexpr std::size_t kBlock = 2048;
  const auto count_ring = [&] {
    Checksum sum;
    for (std::size_t at = 0; at < kRingCycles; at += kBlock) {
      for (std::size_t stream = 0; stream < kStreams; ++stream) {
        sum.add(bare_loop(
            {ring.amounts[stream].data() + at, kBlock},
            filtered ? std::span{ring.levels.data() + at, kBlock} : std::span<const std::uint8_t>{},
            kReferenceCounters[stream]));
      }
    }
    return sum.value();
  };
  std::uint64_t sum = 0;
  for ([[maybe_unused]] auto iteration : state) {
    benchmark::DoNotOptimize(sum = count_ring());
  }
  state.counters["cycles"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * kRingCycles, benchmark::Counter::kIsRate);
  state.SetLabel(fmt::format("{:016x}", sum));
}

void add(std::string name, Workload workload) {
  workload.cpus = 1;
  benchmark::RegisterBenchmark(fmt::format("{}/{}", name, workload.span).c_str(),
                               [workload](benchmark::State& state) { measure(state, workload); });
}

void add_all() {
  benchmark::RegisterBenchmark("bare", bare)->Arg(0)->Arg(1);
  for (const std::uint64_t span : {1U, 10U, 100U, 1'000U, 10'000U, 65'536U}) {
    add("dense", {.span = span});
  }
  for (const std::uint64_t span : {1'000U, 65'536U}) {
    add("dense, 31 counters", {.counters = 31, .span = span});
  }
  for (const std::string& target : simd_targets()) {
    benchmark::RegisterBenchmark(("dense, " + target + "/10000").c_str(),
                                 [target](benchmark::State& state) {
                                   use_simd_target(target);
                                   measure(state, {.cpus = 1, .span = 10'000});
                                   use_simd_target("");
                                 });
  }
  for (const std::uint64_t span : {1'000U, 1'000'000U}) {
    add("constant", {.shape = Shape::constant, .span = span});
    add("periodic", {.shape = Shape::periodic, .span = span});
  }
  add("run-length", {.shape = Shape::runs, .span = 100'000});
  for (const std::uint64_t period : {37U, 1'000U, 10'000U, 1'000'000U}) {
    add(fmt::format("sampling, period {}", period), {.span = 10'000, .sampling_period = period});
  }
}

}  // namespace
}  // namespace pmusim::bench

// The SystemC library wants it to exist, whoever owns main().
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  pmusim::bench::add_all();
  benchmark::RunSpecifiedBenchmarks();
  return pmusim::bench::all_agree ? 0 : 1;
}
