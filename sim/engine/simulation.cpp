// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/simulation.h"

#include <algorithm>
#include <utility>

#include "models/common/expect.h"
#include "models/cpu/kernel_time_module.h"
#include "sim/engine/linux/linux_result.h"
#include "sim/scenario/recordings.h"

namespace pmusim::engine {

namespace {

/// How far a CPU that nobody can interrupt from outside runs ahead of simulated time. Long enough
/// to make the kernel's part small, short enough for its data to stay in the second-level cache.
constexpr Cycles kRunAhead{20'000};

constexpr std::uint64_t kPollsBetweenClockReads = 256;
constexpr std::chrono::milliseconds kProgressInterval{100};

/// Migration is what the modelled kernel sends inter-processor interrupts for.
bool any_task_migrates(const scenario::Scenario& scenario) {
  return std::ranges::any_of(scenario.tasks, [](const auto& task) { return migrates(task.body); });
}

bool any_handler_sends_ipis(const scenario::Scenario& scenario) {
  for (std::size_t target = 0; target < scenario.cpus.size(); ++target) {
    for (const scenario::CpuSpec& cpu : scenario.cpus) {
      for (const scenario::HandlerSpec& handler : cpu.handlers) {
        if (sends_ipi_to(handler.body, CpuId{static_cast<std::uint16_t>(target)})) {
          return true;
        }
      }
    }
  }
  return false;
}

/// The CPU has run ahead of simulated time.
bool is_in_the_future(const CpuUnit& unit) {
  return unit.clock().edge(unit.cpu().cycle()) > kernel_time();
}

/// Of a bare CPU that gets no further. A timer has no cause that a handler could remove.
std::string why_interrupts_go_on(const CpuUnit& unit) {
  const auto taken = [&](InterruptLine line) { return unit.cpu().taken(line); };
  if (taken(InterruptLine::timer) == 0) {
    return "the handler does not remove the cause";
  }
  return taken(InterruptLine::pmu) + taken(InterruptLine::ipi) == 0
             ? "the handler takes longer than the period of the timer"
             : "handlers take longer than the period of the timer, or do not remove the cause";
}

}  // namespace

Checked<std::unique_ptr<Simulation>> Simulation::create(const scenario::Scenario& scenario,
                                                        const RunOptions& options) {
  auto activities =
      ActivityFactory::create(scenario.activities, scenario::recordings_folder(scenario.file));
  if (!activities) {
    return tl::unexpected{std::move(activities.error())};
  }
  std::unique_ptr<Simulation> simulation{new Simulation{scenario, options, std::move(*activities)}};
  if (auto built = simulation->build(); !built) {
    return tl::unexpected{Problems{std::move(built.error())}};
  }
  return simulation;
}

Result<void> Simulation::build() {
  if (auto built = build_units(); !built) {
    return built;
  }
  if (auto built = build_linux(); !built) {
    return built;
  }
  if (auto built = build_waves(); !built) {
    return built;
  }
  build_processes();
  return {};
}

Simulation::Simulation(const scenario::Scenario& scenario,
                       const RunOptions& options,
                       ActivityFactory activities)
    : scenario_{scenario},
      options_{options},
      activities_{std::move(activities)},
      limit_{scenario.end_ns ? to_picoseconds(*scenario.end_ns) : kEndOfTime},
      handlers_send_ipis_{any_handler_sends_ipis(scenario)},
      migrates_{any_task_migrates(scenario)} {}

Result<void> Simulation::build_units() {
  if (!scenario_.codes.empty() || !scenario_.memory.locations.empty()) {
    memory_ = std::make_unique<CodeMemory>(scenario_);
  }
  const CpuBlueprint blueprint{.scenario = scenario_,
                               .activities = activities_,
                               .stepping = options_.step == StepMode::cycle
                                               ? CpuStepping::single_cycles
                                               : CpuStepping::spans,
                               .ipis = *this,
                               .memory = memory_.get(),
                               .copies = scenario_.linux_kernel ? &copies_ : nullptr,
                               .record_timeline = options_.record_timeline};
  for (std::size_t index = 0; index < scenario_.cpus.size(); ++index) {
    auto unit = CpuUnit::create(blueprint, CpuId{static_cast<std::uint16_t>(index)});
    if (!unit) {
      return tl::unexpected{std::move(unit.error())};
    }
    units_.push_back(std::move(*unit));
  }
  return {};
}

Result<void> Simulation::build_linux() {
  if (!scenario_.linux_kernel) {
    return {};
  }
  auto software = LinuxSoftware::create({.scenario = scenario_,
                                         .activities = activities_,
                                         .units = units_,
                                         .copies = copies_,
                                         .mutations = options_.mutations,
                                         .kvm_mutations = options_.kvm_mutations});
  if (!software) {
    return tl::unexpected{std::move(software.error())};
  }
  linux_ = std::move(*software);
  if (options_.window) {
    stream_windows(scenario_, *linux_, options_.window);
  }
  return {};
}

Result<void> Simulation::build_waves() {
  if (!options_.vcd) {
    return {};
  }
  auto waves = VcdModule::create(*options_.vcd, units_, [this](CpuUnit& unit) { catch_up(unit); });
  if (!waves) {
    return tl::unexpected{std::move(waves.error())};
  }
  waves_ = std::move(*waves);
  return {};
}

void Simulation::build_processes() {
  std::vector<CpuUnit*> order;
  order.reserve(units_.size());
  for (const auto& unit : units_) {
    order.push_back(unit.get());
  }
  if (options_.reverse_build_order) {
    std::ranges::reverse(order);
  }
  cpu_modules_.resize(units_.size());
  for (CpuUnit* unit : order) {
    if (options_.step == StepMode::cycle) {
      build_domain_process(*unit);
    } else {
      build_cpu_process(*unit);
    }
  }
}

void Simulation::build_cpu_process(CpuUnit& unit) {
  const CpuId id = unit.cpu().id();
  const std::string name = "cpu" + std::to_string(id.value());
  auto module =
      std::make_unique<CpuModule>(name.c_str(), unit.cpu(), unit.clock(), *this, watch_kind());
  module->stop_at(unit.clock().cycle_at(limit_));
  if (may_run_ahead(id)) {
    module->allow_run_ahead(kRunAhead);
  }
  cpu_modules_[id.value()] = std::move(module);
}

void Simulation::build_domain_process(CpuUnit& unit) {
  const std::uint32_t mhz = unit.clock().mhz();
  auto& domain = domains_[mhz];
  if (!domain) {
    const std::string name = "clock_" + std::to_string(mhz) + "mhz";
    domain = std::make_unique<ClockDomainModule>(name.c_str(), unit.clock(), *this, watch_kind());
    domain->stop_at(unit.clock().cycle_at(limit_));
  }
  domain->add(unit.cpu());
}

bool Simulation::may_run_ahead(CpuId cpu) const {
  if (options_.vcd) {
    return false;
  }
  if (linux_) {
    return !migrates_;
  }
  // What a program does to memory, others see at its own time.
  const auto runs_code = [&](const scenario::TaskSpec& task) {
    return std::ranges::find(task.cpus, cpu) != task.cpus.end() && executes_code(task.body);
  };
  if (std::ranges::any_of(scenario_.tasks, runs_code)) {
    return false;
  }
  const auto sends = [&](const std::vector<scenario::Item>& items) {
    return sends_ipi_to(items, cpu);
  };
  const bool from_a_task =
      std::ranges::any_of(scenario_.tasks, [&](const auto& task) { return sends(task.body); });
  const bool from_a_handler = std::ranges::any_of(scenario_.cpus, [&](const auto& other) {
    return std::ranges::any_of(other.handlers,
                               [&](const auto& handler) { return sends(handler.body); });
  });
  return !from_a_task && !from_a_handler;
}

Result<void> Simulation::run() {
  sc_core::sc_start(sc_core::sc_time::from_value(limit_.count()), sc_core::SC_EXIT_ON_STARVATION);
  if (stopped_) {
    catch_up_with_the_furthest();
  }
  end_ = over_ || stopped_ ? kernel_time() : limit_;
  finish();
  write_notes();
  return waves_ ? close_waves() : Result<void>{};
}

Result<void> Simulation::close_waves() {
  for (const auto& unit : units_) {
    waves_->sample(unit->cpu().id());
    const CycleTime last = unit->clock().cycle_at(end_);
    if (const auto& module = cpu_modules_[unit->cpu().id().value()]) {
      module->stop_at(last);
    } else {
      domains_.at(unit->clock().mhz())->stop_at(last);
    }
  }
  // SystemC writes the changes of an instant when time goes on.
  sc_core::sc_start(sc_core::sc_time::from_value(1), sc_core::SC_RUN_TO_TIME);
  return waves_->close();
}

void Simulation::catch_up_with_the_furthest() {
  Picoseconds furthest = kernel_time();
  for (const auto& unit : units_) {
    furthest = std::max(furthest, unit->clock().edge(unit->cpu().cycle()));
    if (cpu_modules_[unit->cpu().id().value()]) {
      cpu_modules_[unit->cpu().id().value()]->allow_run_ahead(Cycles{0});
    }
  }
  if (furthest > kernel_time()) {
    sc_core::sc_start(until(furthest), sc_core::SC_RUN_TO_TIME);
  }
}

void Simulation::catch_up(CpuUnit& unit) {
  const CycleTime now = unit.clock().cycle_at(kernel_time());
  notify(unit, unit.cpu().advance(now, now));
}

void Simulation::notify(const CpuUnit& unit, CycleTime edge) {
  if (const auto& module = cpu_modules_[unit.cpu().id().value()]) {
    module->wake_at(edge);
  } else {
    domains_.at(unit.clock().mhz())->wake_at(edge);
  }
}

void Simulation::finish() {
  for (const auto& unit : units_) {
    const CycleTime last = unit->clock().cycle_at(end_);
    PMUSIM_EXPECT(unit->cpu().cycle() <= last, "no CPU executes beyond the end");
    unit->cpu().advance(last, last);
  }
  if (memory_) {
    memory_->settle();
  }
  if (linux_) {
    linux_->finish();
  }
}

void Simulation::write_notes() {
  for (const auto& unit : units_) {
    const std::string& name = unit->spec().name;
    if (unit->cpu().state() == Cpu::State::halted) {
      notes_.push_back(name + ": halted after " + std::to_string(Cpu::kLongestInterruptRun) +
                       " interrupts without a cycle of its task in between; " +
                       (linux_ ? "interrupts come faster than the kernel serves them"
                               : why_interrupts_go_on(*unit)));
    } else if (!unit->cpu().is_over() && unit->cpu().is_blocked() && !stopped_) {
      notes_.push_back(name + ": waits for an interrupt that never comes");
    }
  }
  for (const auto& unit : units_) {
    const std::vector<std::string> failures = unit->code_failures();
    notes_.insert(notes_.end(), failures.begin(), failures.end());
    gave_up_ = gave_up_ || !failures.empty();
  }
  if (linux_) {
    const std::vector<std::string> failures = linux_->failures();
    notes_.insert(notes_.end(), failures.begin(), failures.end());
    gave_up_ = !failures.empty() || std::ranges::any_of(units_, [](const auto& unit) {
      return unit->cpu().state() == Cpu::State::halted;
    });
  }
  if (!over_ && !stopped_ && !scenario_.end_ns) {
    notes_.push_back("simulated time ends after " + std::string{scenario::kEndOfTimeText} +
                     ", with tasks not over");
  }
}

void Simulation::resumed(const Cpu& cpu) {
  if (waves_) {
    waves_->sample(cpu.id());
  }
  if (!over_ && (cpu.is_over() || cpu.is_blocked()) && nothing_more_can_happen()) {
    over_ = true;
    sc_core::sc_pause();
  }
}

void Simulation::passed() {
  ++polls_;
  if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed) && !stopped_) {
    stopped_ = !over_;
    sc_core::sc_pause();
  }
  if (options_.progress && polls_ % kPollsBetweenClockReads == 0) {
    report_progress();
  }
}

void Simulation::send(CpuId sender, CycleTime at, CpuId target) {
  const CpuUnit& from = *units_[sender.value()];
  CpuUnit& to = *units_[target.value()];
  const Picoseconds arrival = from.clock().edge(at) + to_picoseconds(to.spec().ipi_latency_ns);
  if (arrival > kEndOfTime) {
    return;
  }
  const CycleTime visible = to.interrupts().post_ipi(arrival, to.cpu().cycle());
  to.cpu().interrupts_changed();
  notify(to, visible);
}

/// All tasks are over, and no CPU is in the middle of an interrupt; or a CPU has given up.
bool Simulation::linux_has_ended() const {
  const auto has_halted = [](const auto& unit) {
    return unit->cpu().state() == Cpu::State::halted && !is_in_the_future(*unit);
  };
  const auto idles = [](const auto& unit) {
    // One that an interrupt wakes at this very instant may not have seen it yet.
    return unit->cpu().idles_beyond(unit->clock().cycle_at(kernel_time())) &&
           !is_in_the_future(*unit);
  };
  return std::ranges::any_of(units_, has_halted) ||
         (linux_->is_quiet() && std::ranges::all_of(units_, idles));
}

bool Simulation::nothing_more_can_happen() const {
  if (linux_) {
    return linux_has_ended();
  }
  bool all_over = true;
  bool all_blocked = true;
  for (const auto& unit : units_) {
    const bool blocked = unit->cpu().is_blocked();
    if ((!unit->cpu().is_over() && !blocked) || is_in_the_future(*unit)) {
      return false;
    }
    all_over = all_over && unit->cpu().is_over();
    all_blocked = all_blocked && blocked;
  }
  return all_over || all_blocked || !handlers_send_ipis_;
}

void Simulation::report_progress() {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < kProgressInterval) {
    return;
  }
  last_progress_ = now;
  Progress progress{.simulated_ps = kernel_time().count()};
  for (const auto& unit : units_) {
    progress.core_cycles += unit->cpu().executed().count();
  }
  options_.progress(progress);
}

}  // namespace pmusim::engine
