// SPDX-License-Identifier: Apache-2.0
//
// The driver's callbacks and the whole PMU. One event's registers: arm_pmu_event.cpp.
#include "kernel_model/pmuv3/arm_pmu.h"

#include "kernel_model/pmuv3/period.h"
#include "models/common/expect.h"

namespace pmusim::kernel {

namespace {

// PMCR_EL0, as the driver names its bits.
constexpr RegValue kPmcrEnable = 1U << 0U;
constexpr RegValue kPmcrResetEvents = 1U << 1U;
constexpr RegValue kPmcrResetCycles = 1U << 2U;
constexpr RegValue kPmcrLongCycle = 1U << 6U;
constexpr RegValue kPmcrLongEvents = 1U << 7U;
constexpr RegValue kPmcrMask = 0xff;

constexpr unsigned kVersionP4 = 5;
constexpr unsigned kVersionP5 = 6;
constexpr unsigned kVersionImplementationDefined = 15;

/// Flags of counters 31:0, and of the instruction counter.
constexpr RegValue kOverflowedMask = 0x1'ffff'ffff;

constexpr unsigned field(RegValue value, unsigned lsb, unsigned width) {
  return static_cast<unsigned>((value >> lsb) & ((RegValue{1} << width) - 1));
}

}  // namespace

ArmPmu::ArmPmu(KernelCpu& cpu, HostPmuEvents& guests, const Config& config)
    : cpu_{cpu}, guests_{guests}, config_{config}, regs_{pmu_registers()} {}

Software ArmPmu::probe() {
  const StepResult dfr0 = co_await cpu_.read(regs_.id_aa64dfr0);
  const unsigned version = field(dfr0.value, 8, 4);
  hardware_ = {};
  if (version == 0 || version == kVersionImplementationDefined) {
    co_return;
  }
  hardware_.present = true;
  hardware_.caps.pmu_version = version;
  hardware_.caps.kernel_at_el2 = cpu_.kernel_at_el2();
  const StepResult pmcr = co_await cpu_.read(regs_.pmcr);
  const StepResult dfr1 = co_await cpu_.read(regs_.id_aa64dfr1);
  hardware_.counters = {.event_counters = field(pmcr.value, 11, 5),
                        .long_counters = version >= kVersionP5,
                        .instruction_counter = field(dfr1.value, 36, 4) != 0,
                        .smt = config_.smt};
  const StepResult pmceid0 = co_await cpu_.read(regs_.pmceid0);
  hardware_.pmceid0 = pmceid0.value;
  const StepResult pmceid1 = co_await cpu_.read(regs_.pmceid1);
  hardware_.pmceid1 = pmceid1.value;
  if (version >= kVersionP4) {
    const StepResult pmmir = co_await cpu_.read(regs_.pmmir);
    hardware_.caps.pmmir = pmmir.value;
  }
  allocation_ = CounterAllocation{hardware_.counters};
}

Software ArmPmu::reset() {
  if (!hardware_.present) {
    co_return;
  }
  const RegValue all = hardware_.counter_mask();
  co_await cpu_.write(regs_.pmcntenclr, all);
  co_await barrier();
  co_await cpu_.write(regs_.pmintenclr, all);
  co_await barrier();
  co_await cpu_.write(regs_.pmovsclr, all);
  co_await barrier();
  guests_.clear(all);
  const RegValue pmcr = kPmcrResetEvents | kPmcrResetCycles | kPmcrLongCycle |
                        (hardware_.counters.long_counters ? kPmcrLongEvents : 0);
  co_await barrier();
  co_await cpu_.write(regs_.pmcr, pmcr);
}

Software ArmPmu::start_pmu() {
  // kernel.perf_user_access is 0: EL0 reads no counter.
  if (!guests_.set_pmuserenr(0)) {
    co_await cpu_.write(regs_.pmuserenr, 0);
  }
  if (!config_.quirks.resync_after_enable) {
    ask_for_resync();
  }
  const StepResult pmcr = co_await cpu_.read(regs_.pmcr);
  co_await barrier();
  co_await cpu_.write(regs_.pmcr, (pmcr.value | kPmcrEnable) & kPmcrMask);
  if (config_.quirks.resync_after_enable) {
    ask_for_resync();
  }
}

Software ArmPmu::stop_pmu() {
  const StepResult pmcr = co_await cpu_.read(regs_.pmcr);
  co_await barrier();
  co_await cpu_.write(regs_.pmcr, pmcr.value & ~kPmcrEnable & kPmcrMask);
}

void ArmPmu::ask_for_resync() {
  if (!config_.mutations.no_resync) {
    guests_.resync_el0(cpu_.in_interrupt());
  }
}

Software ArmPmu::enable() {
  if (hardware_.present && allocation_.used() != 0) {
    co_await start_pmu();
  }
}

Software ArmPmu::disable() {
  if (hardware_.present) {
    co_await stop_pmu();
  }
}

Software ArmPmu::add(PerfEvent& event, bool start_it, bool& added) {
  added = false;
  if (!hardware_.present) {
    co_return;
  }
  const auto slot = allocation_.get_event_idx(event.attr);
  if (!slot) {
    co_return;
  }
  PMUSIM_EXPECT(events_[slot->index] == nullptr, "a newly allocated counter has no event");
  event.hw.idx = static_cast<int>(slot->index);
  event.hw.chained = slot->kind == CounterSlot::Kind::chained;
  event.hw.stopped = true;
  events_[slot->index] = &event;
  added = true;
  if (config_.quirks.add_disables_counter) {
    co_await disable_event(event);
  }
  tell(event, CounterUse::stopped);
  if (start_it) {
    co_await start(event);
  }
}

Software ArmPmu::del(PerfEvent& event) {
  co_await stop(event);
  tell(event, CounterUse::none);
  events_[static_cast<std::size_t>(event.hw.idx)] = nullptr;
  allocation_.release(slot_of(event.hw));
  event.hw.idx = -1;
  event.hw.chained = false;
}

Software ArmPmu::start(PerfEvent& event) {
  event.hw.stopped = false;
  // What is left of the period goes into the counter; that one may have ended matters to the
  // interrupt alone.
  static_cast<void>(set_period(event.hw));
  co_await write_counter(event);
  co_await enable_event(event);
}

Software ArmPmu::stop(PerfEvent& event) {
  if (event.hw.stopped) {
    co_return;
  }
  co_await disable_event(event);
  co_await update(event);
  event.hw.stopped = true;
}

Software ArmPmu::read(PerfEvent& event) {
  co_await update(event);
}

Software ArmPmu::handle_irq(OverflowSink& sink) {
  if (!hardware_.present) {
    co_return;
  }
  const StepResult pmovsclr = co_await cpu_.read(regs_.pmovsclr);
  const RegValue flags = pmovsclr.value & kOverflowedMask;
  co_await cpu_.write(regs_.pmovsclr, flags);
  if (flags == 0) {
    co_return;
  }
  co_await stop_pmu();
  for (std::size_t index = 0; index < kCounterBits; ++index) {
    if (events_[index] != nullptr && ((flags >> index) & 1U) != 0) {
      co_await serve(*events_[index], sink);
    }
  }
  co_await start_pmu();
}

Software ArmPmu::serve(PerfEvent& event, OverflowSink& sink) {
  co_await cpu_.run(Path::pmu_irq_counter);
  co_await update(event);
  const std::uint64_t period = event.hw.last_period;
  const bool ended = set_period(event.hw);
  co_await write_counter(event);
  if (!ended) {
    co_return;
  }
  co_await sink.overflow(event, period);
  if (config_.quirks.overflow_return_stops && event.hw.interrupts == kMaxInterrupts) {
    co_await disable_event(event);
    tell(event, CounterUse::throttled);
  }
}

void ArmPmu::tell(const PerfEvent& event, CounterUse use) const {
  cpu_.observer().counter_used(
      cpu_.id(), event.index, use, static_cast<unsigned>(event.hw.idx), event.hw.chained);
}

}  // namespace pmusim::kernel
