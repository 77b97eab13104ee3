// SPDX-License-Identifier: Apache-2.0
#include "tests/support/instant_cpu.h"

#include <utility>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "models/pmu/pmu_registers.h"
#include "tests/support/pmu_bench.h"

namespace pmusim::test {

namespace {

PmuRegister register_called(std::string_view name) {
  const auto found = find_register(name);
  PMUSIM_EXPECT(found, "the test names a register of the PMU");
  return *found;
}

std::string name_of_encoding(SysReg reg) {
  const auto decoded = decode(reg);
  return decoded ? name_of(*decoded) : "?";
}

}  // namespace

InstantCpu::InstantCpu(const Options& options)
    : pmu{options.pmu, options.write_effect},
      guests{options.vhe},
      kernel{options.id,
             Clock{1000},
             options.vhe,
             {.cpu = *this, .work = kernel_work_, .observer = *this, .costs = costs_}},
      costs_{options.free ? kernel::CostTable{} : kernel::default_costs()},
      instruction_cycles_{options.free ? 0U : 1U} {}

void InstantCpu::run(Software software) {
  SoftwareThread thread;
  thread.start(std::move(software));
  while (const Step* step = thread.next()) {
    thread.complete(perform(*step));
  }
}

StepResult InstantCpu::perform(const Step& step) {
  StepResult result;
  if (const auto* run = std::get_if<step::Run>(&step)) {
    advance(run->context, *run->work, run->cycles.count());
  } else if (const auto* msr = std::get_if<step::Msr>(&step)) {
    advance(msr->context, kernel_work_, instruction_cycles_);
    result.outcome = pmu.write(msr->reg, msr->value, msr->context);
    steps.push_back(fmt::format("{} := {:#x}", name_of_encoding(msr->reg), msr->value));
  } else if (const auto* mrs = std::get_if<step::Mrs>(&step)) {
    advance(mrs->context, kernel_work_, instruction_cycles_);
    const SysRegRead read = pmu.read(mrs->reg, mrs->context);
    result.outcome = read.outcome;
    result.value = read.value;
    steps.push_back(name_of_encoding(mrs->reg));
  } else if (std::holds_alternative<step::Isb>(step)) {
    advance(kernel.kernel_context(), kernel_work_, instruction_cycles_);
    pmu.synchronize_context();
    steps.emplace_back("ISB");
  }
  result.at = now_;
  return result;
}

void InstantCpu::advance(const ExecutionContext& context, Work& work, std::uint64_t cycles) {
  if (cycles == 0) {
    return;
  }
  pmu.begin(context, *work.activity, work.executed);
  pmu.advance(Cycles{cycles});
  work.executed += cycles;
  now_ = now_ + Cycles{cycles};
}

ScriptedActivity& InstantCpu::activity(std::uint32_t amount) {
  const auto [found, is_new] = activities_.try_emplace(amount);
  if (is_new) {
    found->second.always(kEvent, amount);
  }
  return found->second;
}

void InstantCpu::spend(const ExecutionContext& context,
                       std::uint64_t cycles,
                       std::uint32_t amount) {
  Work work{&activity(amount)};
  advance(context, work, cycles);
}

std::uint64_t InstantCpu::spend_until_interrupt(std::uint64_t cycles, std::uint32_t amount) {
  pmu.begin(kernel.user_context(), activity(amount), 0);
  std::uint64_t spent = 0;
  while (spent < cycles && !pmu.interrupt_level()) {
    const Cycles piece = pmu.plan(Cycles{cycles - spent});
    pmu.commit(piece);
    spent += piece.count();
  }
  now_ = now_ + Cycles{spent};
  return spent;
}

RegValue InstantCpu::reg(std::string_view name) const {
  return pmu.raw(register_called(name));
}

void InstantCpu::set(std::string_view name, RegValue value) {
  pmu.set_raw(register_called(name), value);
}

void InstantCpu::counter_used(CpuId /*cpu*/,
                              kernel::EventIndex event,
                              kernel::CounterUse use,
                              unsigned counter,
                              bool /*chained*/) {
  uses.push_back({event, use, counter});
}

void InstantCpu::place_changed(CpuId /*cpu*/, kernel::Place place) {
  places.emplace_back(kernel::to_string(place));
}

void InstantCpu::event_enabled(CpuId /*cpu*/,
                               kernel::EventIndex event,
                               kernel::TaskIndex /*task*/,
                               bool enabled) {
  switched.emplace_back(event, enabled);
}

}  // namespace pmusim::test
