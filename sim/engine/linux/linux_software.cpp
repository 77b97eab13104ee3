// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/linux/linux_software.h"

#include <algorithm>
#include <utility>

#include "kernel_model/core/run_at_once.h"
#include "models/common/expect.h"
#include "sim/scenario/exclude_bits.h"
#include "sim/scenario/pmus.h"
#include "userspace_model/stat/event_parser.h"

namespace pmusim::engine {

namespace {

using Kind = ItemProgram::Operation::Kind;

kernel::PerfConfig perf_config(const scenario::LinuxSpec& spec) {
  kernel::PerfConfig config;
  config.hz = spec.tick_hz;
  config.max_sample_rate = spec.max_sample_rate;
  config.mux_interval_ns = spec.mux_interval_ns;
  return config;
}

const scenario::LinuxSpec& linux_of(const scenario::Scenario& scenario) {
  PMUSIM_EXPECT(scenario.linux_kernel.has_value(), "built for scenarios with the modelled Linux");
  return *scenario.linux_kernel;
}

std::vector<CpuTruth*> truths_of(const std::vector<std::unique_ptr<CpuUnit>>& units) {
  std::vector<CpuTruth*> truths;
  truths.reserve(units.size());
  for (const auto& unit : units) {
    truths.push_back(&unit->truth());
  }
  return truths;
}

abi::PerfEventAttr attr_of(const scenario::PerfSpec& perf,
                           const scenario::PerfEventSpec& spec,
                           abi::PerfEventAttr attr) {
  attr = scenario::excluding(attr, spec.exclude);
  attr.inherit = perf.inherit;
  if (spec.frequency) {
    attr.freq = true;
    attr.sample_period = *spec.frequency;
  } else if (spec.period) {
    attr.sample_period = *spec.period;
  }
  return attr;
}

}  // namespace

struct LinuxSoftware::Body {
  std::map<std::size_t, OwnedWork> works;
  ItemProgram program;

  /// The same program as a vCPU takes it.
  class Guest final : public kernel::GuestProgram {
   public:
    explicit Guest(const ItemProgram& program) : cursor_{program} {}

    bool next(kernel::GuestOperation& operation) override {
      const ItemProgram::Operation* item = cursor_.next();
      if (item == nullptr) {
        return false;
      }
      operation = {.kind = kind_of(item->kind),
                   .level = item->level,
                   .work = item->work,
                   .cycles = Cycles{item->amount}};
      return true;
    }

   private:
    static kernel::GuestOperation::Kind kind_of(Kind kind) {
      using Guest = kernel::GuestOperation::Kind;
      switch (kind) {
        case Kind::monitor:
          return Guest::user;
        case Kind::exit:
          return Guest::exit;
        case Kind::fixup_exit:
          return Guest::fixup_exit;
        case Kind::exit_to_user:
          return Guest::exit_to_user;
        default:
          return Guest::run;
      }
    }

    ItemCursor cursor_;
  };

  std::optional<Guest> guest;
};

Result<std::unique_ptr<LinuxSoftware>> LinuxSoftware::create(const Blueprint& blueprint) {
  std::unique_ptr<LinuxSoftware> software{new LinuxSoftware{blueprint}};
  software->add_cpus();
  software->add_tasks();
  software->add_vcpus();
  if (auto opened = software->open_events(); !opened) {
    return tl::unexpected{std::move(opened.error())};
  }
  software->watch();
  software->start_cpus();
  return software;
}

LinuxSoftware::LinuxSoftware(const Blueprint& blueprint)
    : scenario_{blueprint.scenario},
      spec_{linux_of(blueprint.scenario)},
      activities_{blueprint.activities},
      units_{blueprint.units},
      copies_{blueprint.copies},
      mutations_{blueprint.mutations},
      truth_{truths_of(blueprint.units)},
      kernel_{blueprint.scenario.vhe, perf_config(spec_)},
      kvm_config_{spec_.kvm} {
  kvm_config_.mutations = blueprint.kvm_mutations;
}

LinuxSoftware::~LinuxSoftware() = default;

void LinuxSoftware::add_cpus() {
  for (const auto& unit : units_) {
    auto& owned = *kernel_work_.emplace_back(std::make_unique<OwnedWork>());
    if (spec_.activity) {
      const CounterRandom random =
          CounterRandom{scenario_.seed}.child("kernel").child(unit->cpu().id().value());
      owned.activity = activities_.make(*spec_.activity, random);
      owned.work.activity = owned.activity.get();
      copies_.add(owned.activity.get(),
                  activities_.make_second(*spec_.activity, random, *owned.activity));
    } else {
      owned.work.activity = &one_instruction_;
    }
    kernel::ArmPmu::Config pmu;
    pmu.mutations = mutations_;
    kernel_.add_cpu(
        unit->cpu().id(),
        unit->clock(),
        {.slice_ns = spec_.slice_ns, .pmu = pmu},
        {.cpu = unit->cpu(), .work = owned.work, .observer = truth_, .costs = spec_.costs});
    kernel::run_at_once(kernel_.cpu(unit->cpu().id()).pmu().probe(), unit->pmu());
  }
  for (const std::vector<CpuId>& cpus : scenario::pmus_of(scenario_.cpus)) {
    const std::string name = "armv8_pmuv3_" + std::to_string(pmu_types_.size());
    pmu_types_.push_back(std::make_unique<kernel::ArmPmuType>(
        name, cpus, kernel_.cpu(cpus.front()).pmu().hardware(), mutations_));
    kernel_.perf().register_pmu(*pmu_types_.back());
  }
}

Work* LinuxSoftware::work_of(Body& body, std::size_t activity, CounterRandom random) {
  OwnedWork& owned = body.works[activity];
  if (!owned.activity) {
    owned.activity = activities_.make(activity, random);
    owned.work.activity = owned.activity.get();
    copies_.add(owned.activity.get(), activities_.make_second(activity, random, *owned.activity));
  }
  return &owned.work;
}

void LinuxSoftware::add_tasks() {
  for (const scenario::TaskSpec& spec : scenario_.tasks) {
    Body& body = *bodies_.emplace_back(std::make_unique<Body>());
    const CounterRandom random = CounterRandom{scenario_.seed}.child(spec.stream);
    body.program = compile_items(spec.body, spec.repeat, [&](std::size_t activity) {
      return work_of(body, activity, random);
    });
    add_task(
        spec.name, spec.cpus, [&](kernel::Task& task) { return run_task(task, body.program); });
  }
}

void LinuxSoftware::add_vcpus() {
  if (scenario_.guests.empty()) {
    return;
  }
  kvm_.emplace(kernel_, units_.size(), kvm_config_);
  for (const scenario::GuestSpec& guest : scenario_.guests) {
    for (const scenario::VcpuSpec& spec : guest.vcpus) {
      Body& body = *bodies_.emplace_back(std::make_unique<Body>());
      const CounterRandom random = CounterRandom{scenario_.seed}.child(spec.stream);
      body.program = compile_items(spec.body, spec.repeat, [&](std::size_t activity) {
        return work_of(body, activity, random);
      });
      body.guest.emplace(body.program);
      auto& thread =
          *vcpus_.emplace_back(std::make_unique<kernel::VcpuThread>(kernel_, *kvm_, *body.guest));
      add_task(spec.name, spec.cpus, [&](kernel::Task& task) { return thread.run(task); });
    }
  }
}

void LinuxSoftware::add_task(const std::string& name,
                             const std::vector<CpuId>& cpus,
                             const std::function<Software(kernel::Task&)>& code) {
  task_by_name_.emplace(name, kernel_.add_task(name, cpus, code).index);
}

kernel::TaskIndex LinuxSoftware::task_called(const std::string& name) const {
  const auto found = task_by_name_.find(name);
  PMUSIM_EXPECT(found != task_by_name_.end(), "the scenario knows the tasks that it names");
  return found->second;
}

Software LinuxSoftware::run_task(kernel::Task& task, const ItemProgram& program) {
  ItemCursor cursor{program};
  while (const ItemProgram::Operation* operation = cursor.next()) {
    switch (operation->kind) {
      case Kind::run:
        co_await step::Run{
            kernel_.cpu_of(task).user_context(), operation->work, Cycles{operation->amount}};
        break;
      case Kind::system_call:
        co_await kernel::system_call(kernel_, task, operation->amount);
        break;
      case Kind::sleep:
        co_await kernel::sleep_for(kernel_, task, operation->amount);
        break;
      case Kind::migrate:
        co_await kernel::migrate_to(kernel_, task, operation->cpu);
        break;
      case Kind::yield:
        co_await kernel::yield(kernel_, task);
        break;
      default:
        PMUSIM_EXPECT(false, "items of vCPUs are refused with the scenario");
    }
  }
  co_await kernel::exit_task(kernel_, task);
}

Result<void> LinuxSoftware::open_events() {
  for (std::size_t group = 0; group < scenario_.perf.size(); ++group) {
    const scenario::PerfSpec& perf = scenario_.perf[group];
    if (perf.task) {
      if (auto opened = open_group(group, std::nullopt, task_called(*perf.task)); !opened) {
        return opened;
      }
      continue;
    }
    for (const CpuId cpu : perf.cpus) {
      if (auto opened = open_group(group, cpu, kernel::kNoTask); !opened) {
        return opened;
      }
    }
  }
  for (const scenario::TaskSpec& task : scenario_.tasks) {
    if (task.parent) {
      kernel_.perf().clone_for_child(task_called(*task.parent), task_called(task.name));
    }
  }
  return {};
}

Result<void> LinuxSoftware::open_group(std::size_t group,
                                       std::optional<CpuId> cpu,
                                       kernel::TaskIndex task) {
  const scenario::PerfSpec& perf = scenario_.perf[group];
  std::map<std::uint32_t, kernel::EventIndex> leaders;
  for (std::size_t event = 0; event < perf.events.size(); ++event) {
    const scenario::PerfEventSpec& spec = perf.events[event];
    auto parsed = userspace::parse_event(spec.event);
    if (!parsed) {
      return tl::unexpected{std::move(parsed.error())};
    }
    kernel::OpenRequest request;
    request.name = spec.name;
    request.attr = attr_of(perf, spec, parsed->attr);
    if (const auto pmu = scenario::pmu_called(parsed->pmu, pmu_types_.size())) {
      request.attr.type = abi::kPerfTypeFirstDynamic + static_cast<std::uint32_t>(*pmu);
    }
    request.cpu = cpu;
    request.task = task;
    if (spec.group && leaders.contains(*spec.group)) {
      request.group_leader = leaders.at(*spec.group);
    }
    auto opened = kernel_.perf().open(request);
    if (!opened) {
      Error error = std::move(opened.error());
      error.where = "event '" + spec.name + "'" + (error.where.empty() ? "" : ": " + error.where);
      return tl::unexpected{std::move(error)};
    }
    if (spec.group) {
      leaders.emplace(*spec.group, *opened);
    }
    PMUSIM_EXPECT(*opened == opened_.size(), "an event's index is its position in the list");
    opened_.push_back({.group = group, .event = event, .cpu = cpu, .index = *opened});
  }
  return {};
}

std::vector<kernel::TaskIndex> LinuxSoftware::tasks_of(const kernel::PerfEvent& event) const {
  if (event.task == kernel::kNoTask) {
    return {};
  }
  std::vector<kernel::TaskIndex> tasks{event.task};
  if (event.attr.inherit) {
    std::vector<bool> has_event(kernel_.tasks().size());
    has_event[event.task] = true;
    // Parents come before their children.
    for (const scenario::TaskSpec& task : scenario_.tasks) {
      if (task.parent && has_event[task_called(*task.parent)]) {
        tasks.push_back(task_called(task.name));
        has_event[tasks.back()] = true;
      }
    }
  }
  return tasks;
}

void LinuxSoftware::watch() {
  std::vector<WatchedEvent> events;
  for (const kernel::PerfEvent* event : kernel_.perf().events()) {
    events.push_back({.attr = event->attr, .cpu = event->cpu, .tasks = tasks_of(*event)});
  }
  truth_.set_events(std::move(events));
  for (const auto& unit : units_) {
    unit->truth().watch(unit->cpu(), truth_.events());
    if (unit->recorder() != nullptr) {
      unit->truth().record(*unit->recorder());
    }
  }
}

void LinuxSoftware::start_cpus() {
  for (const auto& unit : units_) {
    kernel::CpuKernel& kernel = kernel_.cpu(unit->cpu().id());
    for (const InterruptLine line :
         {InterruptLine::pmu, InterruptLine::ipi, InterruptLine::timer}) {
      unit->cpu().set_handler(line,
                              {.context = kernel.cpu().kernel_context(),
                               .code = [&kernel](const TakenInterrupt& taken) {
                                 return kernel.handle_interrupt(taken);
                               }});
    }
    unit->cpu().set_scheduler([&kernel] { return kernel.schedule(); });
    unit->cpu().start(kernel.boot(), kernel.cpu().kernel_context());
  }
}

void LinuxSoftware::finish() {
  for (const auto& unit : units_) {
    // Kernel code in the middle of programming a counter leaves counts that mean nothing.
    unit->cpu().run_out(unit->truth());
    unit->truth().finish();
    kernel::run_at_once(kernel_.cpu(unit->cpu().id()).perf().read_all(), unit->pmu());
  }
}

std::vector<std::string> LinuxSoftware::failures() const {
  std::vector<std::string> failures;
  for (const auto& vcpu : vcpus_) {
    if (vcpu->gave_up()) {
      failures.push_back(vcpu->name() + ": given up after " +
                         std::to_string(kernel::VcpuThread::kMostEmptyEntries) +
                         " guest entries in which no guest cycle ran; interrupts come faster than "
                         "a guest is entered");
    }
  }
  return failures;
}

std::uint64_t LinuxSoftware::guest_entries() const {
  std::uint64_t entries = 0;
  for (const auto& vcpu : vcpus_) {
    entries += vcpu->entries();
  }
  return entries;
}

}  // namespace pmusim::engine
