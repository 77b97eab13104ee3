// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/cpu_unit.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "models/common/text.h"

namespace pmusim::engine {

namespace {

WriteEffect write_effect_of(const scenario::PmuWriteEffect& effect) {
  using Mode = scenario::PmuWriteEffect::Mode;
  switch (effect.mode) {
    case Mode::immediate:
      break;
    case Mode::at_context_sync:
      return {.mode = WriteEffect::Mode::at_context_sync};
    case Mode::after_cycles:
      return {.mode = WriteEffect::Mode::after_cycles, .cycles = effect.cycles};
  }
  return {.mode = WriteEffect::Mode::immediate};
}

InterruptControllerConfig interrupts_of(const scenario::CpuSpec& spec,
                                        const Clock& clock,
                                        const std::optional<scenario::LinuxSpec>& linux_kernel) {
  InterruptControllerConfig config{.clock = clock, .pmu_skid = spec.irq_skid};
  if (spec.timer_period_ns) {
    config.timer_period = to_picoseconds(*spec.timer_period_ns);
  }
  if (linux_kernel) {
    constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;
    config.timer_period = Picoseconds{kPicosecondsPerSecond / linux_kernel->tick_hz};
  }
  return config;
}

const scenario::HandlerSpec& handler_of(const scenario::CpuSpec& spec, InterruptLine line) {
  using scenario::InterruptSource;
  switch (line) {
    case InterruptLine::pmu:
      return spec.handlers[static_cast<std::size_t>(InterruptSource::pmu)];
    case InterruptLine::timer:
      return spec.handlers[static_cast<std::size_t>(InterruptSource::timer)];
    case InterruptLine::ipi:
      break;
  }
  return spec.handlers[static_cast<std::size_t>(InterruptSource::ipi)];
}

tl::unexpected<Error> at(const std::string& place, Error error) {
  error.where = place + (error.where.empty() ? "" : ": " + error.where);
  return tl::unexpected{std::move(error)};
}

/// How many tasks a timeline has, vCPUs among them.
std::uint32_t tasks_of(const scenario::Scenario& scenario) {
  std::size_t tasks = scenario.tasks.size();
  for (const scenario::GuestSpec& guest : scenario.guests) {
    tasks += guest.vcpus.size();
  }
  return static_cast<std::uint32_t>(tasks);
}

Software nothing() {
  co_return;
}

}  // namespace

Picoseconds to_picoseconds(std::uint64_t nanoseconds) {
  constexpr std::uint64_t kPicosecondsPerNanosecond = 1000;
  return nanoseconds > kEndOfTime.count() / kPicosecondsPerNanosecond
             ? kEndOfTime
             : Picoseconds{nanoseconds * kPicosecondsPerNanosecond};
}

Result<std::unique_ptr<CpuUnit>> CpuUnit::create(const CpuBlueprint& blueprint, CpuId id) {
  std::unique_ptr<CpuUnit> unit{new CpuUnit{blueprint, id}};
  auto made = unit->set_registers().and_then([&]() -> Result<void> {
    if (blueprint.scenario.linux_kernel) {
      unit->set_up_firmware();
      return {};
    }
    return unit->load_bare_software();
  });
  if (!made) {
    return at(unit->spec_.name, std::move(made.error()));
  }
  unit->initial_state_ = unit->pmu_.state();
  return unit;
}

Result<void> CpuUnit::load_bare_software() {
  return perf_.set_up(id_)
      .and_then([&] { return load_tasks(); })
      .and_then([&] { return load_handler(InterruptLine::pmu); })
      .and_then([&] { return load_handler(InterruptLine::ipi); })
      .and_then([&] { return load_handler(InterruptLine::timer); });
}

/// Firmware at EL3 lets lower levels use the instruction counter: MDCR_EL3.EnPM2.
void CpuUnit::set_up_firmware() {
  if (pmu_.config().instruction_counter && pmu_.config().el3) {
    const PmuRegister mdcr{PmuReg::mdcr_el3};
    pmu_.set_raw(mdcr, pmu_.raw(mdcr) | RegValue{1} << 7U);
  }
}

ActivityPort& CpuUnit::pmu_side() {
  return truth_ ? static_cast<ActivityPort&>(*truth_) : pmu_;
}

Cpu::Ports CpuUnit::ports() {
  SysRegPort& registers = truth_ ? static_cast<SysRegPort&>(*truth_) : pmu_;
  if (recorder_) {
    return {registers, *recorder_, *recorder_, blueprint_.ipis};
  }
  return {registers, pmu_side(), interrupts_, blueprint_.ipis};
}

CpuUnit::CpuUnit(const CpuBlueprint& blueprint, CpuId id)
    : blueprint_{blueprint},
      id_{id},
      spec_{blueprint.scenario.cpus[id.value()]},
      clock_{spec_.frequency_mhz},
      pmu_{spec_.pmu, write_effect_of(blueprint.scenario.pmu_write_effect)},
      interrupts_{interrupts_of(spec_, clock_, blueprint.scenario.linux_kernel)},
      truth_{blueprint.copies != nullptr ? std::make_unique<CpuTruth>(id, pmu_, *blueprint.copies)
                                         : nullptr},
      perf_{pmu_, blueprint.scenario},
      recorder_{blueprint.record_timeline
                    ? std::make_unique<TimelineRecorder>(
                          pmu_side(),
                          interrupts_,
                          cpu_,
                          tasks_of(blueprint.scenario),
                          TimelineRecorder::kMostOfARun / blueprint.scenario.cpus.size())
                    : nullptr},
      cpu_{id, blueprint.stepping, ports()} {}

Result<void> CpuUnit::set_registers() {
  for (const auto& [name, value] : spec_.registers) {
    const auto reg = find_register(name);
    if (!reg) {
      return fail(ErrorCode::invalid_input,
                  "registers",
                  "no register is called '" + name + "'",
                  "pmusim regs lists them");
    }
    pmu_.set_raw(*reg, value);
  }
  return {};
}

Result<void> CpuUnit::load_tasks() {
  const CounterRandom random{blueprint_.scenario.seed};
  const auto& tasks = blueprint_.scenario.tasks;
  for (std::size_t number = 0; number < tasks.size(); ++number) {
    const scenario::TaskSpec& task = tasks[number];
    if (std::ranges::find(task.cpus, id_) == task.cpus.end()) {
      continue;
    }
    auto program = compile_body(task.body, task.repeat, random.child(task.stream));
    if (!program) {
      return at("task '" + task.name + "'", std::move(program.error()));
    }
    tasks_.push_back(std::move(*program));
    task_numbers_.push_back(static_cast<std::uint32_t>(number));
  }
  if (!tasks_.empty()) {
    cpu_.start(run_tasks(), tasks_.front().first_context);
  }
  return {};
}

Result<void> CpuUnit::load_handler(InterruptLine line) {
  const scenario::HandlerSpec& spec = handler_of(spec_, line);
  const CounterRandom random = CounterRandom{blueprint_.scenario.seed}
                                   .child("interrupt handler")
                                   .child(to_string(line))
                                   .child(id_.value());
  auto program = compile_body(spec.body, 1, random);
  if (!program) {
    return at(std::string{to_string(line)} + " handler", std::move(program.error()));
  }
  handlers_[static_cast<std::size_t>(line)] = std::move(*program);
  cpu_.set_handler(line, {spec.context, [this, line, &spec](const TakenInterrupt&) {
                            return handle(line, spec.context);
                          }});
  return {};
}

Result<Program> CpuUnit::compile_body(const std::vector<scenario::Item>& items,
                                      std::uint64_t repeat,
                                      CounterRandom random) {
  WorkMap& works = *work_.emplace_back(std::make_unique<WorkMap>());
  const auto work_of = [&](std::size_t activity) {
    OwnedWork& owned = works[activity];
    if (!owned.activity) {
      owned.activity = blueprint_.activities.make(activity, random);
      owned.work.activity = owned.activity.get();
    }
    return &owned.work;
  };
  return compile(items, repeat, work_of, [this](std::size_t index) { return code_of(index); });
}

/// The tasks of a CPU run one after the other, so they share its programs.
step::Code CpuUnit::code_of(std::size_t index) {
  OwnedCode& owned = codes_[index];
  if (!owned.code) {
    owned.code = blueprint_.memory->make(index, id_);
    owned.work.activity = owned.code.get();
  }
  return {.context = {}, .work = &owned.work, .code = owned.code.get()};
}

std::vector<std::string> CpuUnit::code_failures() const {
  std::vector<std::string> failures;
  for (const auto& [index, owned] : codes_) {
    if (const auto why = owned.code->failure()) {
      failures.push_back(spec_.name + ": program \"" +
                         printable(blueprint_.scenario.codes[index].name) +
                         "\" ends its task: " + *why);
    }
  }
  return failures;
}

Software CpuUnit::handle(InterruptLine line, const ExecutionContext& context) {
  const Program& program = handlers_[static_cast<std::size_t>(line)];
  if (!program.operations.empty()) {
    return execute(program, log_);
  }
  return line == InterruptLine::pmu ? perf_.handle_irq(context) : nothing();
}

Software CpuUnit::run_tasks() {
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (recorder_) {
      recorder_->set_software(World::host, task_numbers_[i]);
    }
    co_await execute(tasks_[i], log_);
  }
  if (recorder_) {
    recorder_->set_software(World::host, recorder_->idle_task());
  }
}

}  // namespace pmusim::engine
