// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/systemc_models.h"

#include <memory>
#include <string>
#include <systemc>

#include "tests/bench/support/reference.h"
#include "tests/bench/support/sampled_counters.h"

namespace pmusim::bench {

namespace {

class ClockedCpu final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};

  ClockedCpu(const sc_core::sc_module_name& name,
             const Workload& workload,
             const RecordedRing& ring)
      : sc_core::sc_module{name}, counters_{workload, ring} {
    SC_HAS_PROCESS(ClockedCpu);
    SC_METHOD(on_clock);
    sensitive << clk.pos();
    dont_initialize();
  }

  [[nodiscard]] const SteppedCounters& counters() const { return counters_; }

 private:
  void on_clock() { counters_.step(); }

  SteppedCounters counters_;
};

class SamplingCpu final : public sc_core::sc_module {
 public:
  SamplingCpu(const sc_core::sc_module_name& name,
              const Workload& workload,
              const RecordedRing& ring)
      : sc_core::sc_module{name}, counters_{workload, ring, kDelay} {
    SC_HAS_PROCESS(SamplingCpu);
    SC_METHOD(run);
    SC_METHOD(on_interrupt);
    sensitive << interrupt_;
    dont_initialize();
  }

  [[nodiscard]] const SampledCounters& counters() const { return counters_; }

 private:
  /// An overflow at the end of one cycle is seen at the end of the next.
  static constexpr std::uint64_t kDelay = 1;
  /// Two register writes and the exception return.
  static constexpr double kHandlerCycles = 3;

  void run() {
    if (counters_.interrupts()) {
      interrupt_.notify();
      next_trigger(handled_);
    } else if (!counters_.is_done()) {
      next_trigger(static_cast<double>(counters_.advance()), sc_core::SC_NS);
    }
  }

  void on_interrupt() {
    counters_.reload();
    handled_.notify(kHandlerCycles, sc_core::SC_NS);
  }

  SampledCounters counters_;
  sc_core::sc_event interrupt_{"interrupt"};
  sc_core::sc_event handled_{"handled"};
};

template <class Cpu>
std::vector<std::unique_ptr<Cpu>> build(const Workload& workload, const RecordedRing& ring) {
  std::vector<std::unique_ptr<Cpu>> cpus;
  cpus.reserve(workload.cpus);
  for (std::size_t cpu = 0; cpu < workload.cpus; ++cpu) {
    cpus.push_back(std::make_unique<Cpu>(("cpu" + std::to_string(cpu)).c_str(), workload, ring));
  }
  return cpus;
}

}  // namespace

Measured run_clocked_model(const Workload& workload) {
  const RecordedRing ring = make_recorded_ring();
  const std::uint64_t cycles = spans_of(workload) * workload.span;
  const double start = cpu_seconds();
  sc_core::sc_clock clock{"clock", 1, sc_core::SC_NS};
  const auto cpus = build<ClockedCpu>(workload, ring);
  for (const auto& cpu : cpus) {
    cpu->clk(clock);
  }
  // The first edge is at 0; the last falls before the end.
  sc_core::sc_start(static_cast<double>(cycles) - 0.25, sc_core::SC_NS);
  Measured measured{.seconds = cpu_seconds() - start,
                    .core_cycles = workload.cpus * cycles,
                    .interrupts = 0,
                    .checksum = 0,
                    .ok = true};
  Checksum sum;
  for (const auto& cpu : cpus) {
    cpu->counters().add_to(sum);
    measured.ok = measured.ok && cpu->counters().cycle() == cycles;
  }
  measured.checksum = sum.value();
  return measured;
}

Measured run_sampling_model(const Workload& workload) {
  const RecordedRing ring = make_recorded_ring();
  const double start = cpu_seconds();
  const auto cpus = build<SamplingCpu>(workload, ring);
  sc_core::sc_start();
  Measured measured{.seconds = cpu_seconds() - start,
                    .core_cycles = workload.cpus * spans_of(workload) * workload.span,
                    .interrupts = 0,
                    .checksum = 0,
                    .ok = true};
  Checksum sum;
  for (const auto& cpu : cpus) {
    cpu->counters().add_to(sum);
    measured.interrupts += cpu->counters().interrupts_taken();
    measured.ok = measured.ok && cpu->counters().is_done();
  }
  measured.checksum = sum.value();
  return measured;
}

}  // namespace pmusim::bench
