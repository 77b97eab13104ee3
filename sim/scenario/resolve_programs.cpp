// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <fmt/format.h>

#include "sim/scenario/end_of_time.h"
#include "sim/scenario/nearest.h"
#include "sim/scenario/program_length.h"
#include "sim/scenario/program_resolver.h"
#include "sim/scenario/scalar_codecs.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

namespace wf = written_form;

constexpr std::uint64_t kMaxHandlerItems = 1'000'000;

// ---- Tasks ----

/// Checks that time fits: it ends at kEndOfTime. Where `end_ns` stops the run,
/// programs may be longer.
class LengthCheck {
 public:
  explicit LengthCheck(Resolution& r) : r_{r}, bound_to_(r.out.cpus.size()) {}

  /// Programs that may run on one CPU only take turns there, and their lengths add up.
  void add(NodeId place,
           const std::vector<Item>& body,
           std::uint64_t repeat,
           std::span<const CpuId> cpus) {
    if (r_.out.end_ns || r_.in.has_problem_in(place)) {
      return;
    }
    const ProgramLength length = length_of(body, repeat, switch_costs());
    for (const CpuId cpu : cpus) {
      const CpuSpec& spec = r_.out.cpus[cpu.value()];
      const std::uint64_t before = cpus.size() == 1 ? bound_to_[cpu.value()] : 0;
      const std::uint64_t end = add_up_to_limit(before, picoseconds_of(length, spec.frequency_mhz));
      if (end > kEndOfTime.count()) {
        r_.in.problem(place,
                      fmt::format("runs for longer than {} on {} at {} MHz{}",
                                  kEndOfTimeText,
                                  spec.name,
                                  spec.frequency_mhz,
                                  before == 0 ? "" : ", with those before it there"),
                      "use fewer cycles or repetitions, or stop the run with \"end_ns\"");
        return;
      }
      bound_to_[cpu.value()] = cpus.size() == 1 ? end : bound_to_[cpu.value()];
    }
  }

 private:
  [[nodiscard]] kernel::WorldSwitchCosts switch_costs() const {
    return r_.out.linux_kernel ? r_.out.linux_kernel->kvm.costs : kernel::WorldSwitchCosts{};
  }

  Resolution& r_;
  std::vector<std::uint64_t> bound_to_;  ///< picoseconds of programs that run on this CPU only
};

class TaskResolver {
 public:
  TaskResolver(Resolution& r, ActivityIndex& activities)
      : r_{r},
        activities_{activities},
        is_linux_{r.out.linux_kernel.has_value()},
        runs_on_(r.out.cpus.size()),
        length_{r} {}

  void resolve(const wf::Task& written) {
    TaskSpec task;
    task.name = written.name;
    task.stream = written.stream.value_or(written.name);
    task.cpus = resolve_cpus(r_, written.cpus, written.origin);
    task.parent = written.parent;
    const auto owner = is_linux_ ? ProgramOwner::linux_task : ProgramOwner::bare;
    task.body =
        ProgramResolver{r_, activities_, task.cpus, owner}.body(written.body, written.origin);
    task.repeat = written.repeat;
    if (!is_linux_) {
      occupy(written, task);
    }
    check_parent(written);
    check_name(written.name, written.origin);
    length_.add(written.origin, task.body, task.repeat, task.cpus);
    r_.out.tasks.push_back(std::move(task));
  }

  void resolve(const wf::Guest& written) {
    GuestSpec guest;
    guest.name = written.name;
    for (const wf::Vcpu& vcpu : written.vcpus) {
      guest.vcpus.push_back(
          resolve(vcpu, fmt::format("{}/vcpu{}", guest.name, guest.vcpus.size())));
    }
    if (!guest.name.empty() && !guests_.insert(guest.name).second) {
      r_.in.problem(r_.in.document.member_or_self(written.origin, "name"),
                    "a guest called \"" + printable(guest.name) + "\" exists already",
                    "give each guest a name of its own");
    } else {
      for (const VcpuSpec& vcpu : guest.vcpus) {
        check_name(vcpu.name, written.origin);
      }
    }
    r_.out.guests.push_back(std::move(guest));
  }

 private:
  VcpuSpec resolve(const wf::Vcpu& written, const std::string& name) {
    VcpuSpec vcpu;
    vcpu.name = name;
    vcpu.stream = written.stream.value_or(name);
    vcpu.cpus = cpus_of(written);
    vcpu.body = ProgramResolver{r_, activities_, vcpu.cpus, ProgramOwner::vcpu}.body(
        written.body, written.origin);
    vcpu.repeat = written.repeat;
    length_.add(written.origin, vcpu.body, vcpu.repeat, vcpu.cpus);
    return vcpu;
  }

  std::vector<CpuId> cpus_of(const wf::Vcpu& written) {
    if (!written.cpu) {
      return resolve_cpus(r_, written.cpus.value_or(wf::CpuSet{}), written.origin);
    }
    const std::size_t count = r_.out.cpus.size();
    if (written.cpu->value() < count) {
      return {*written.cpu};
    }
    if (r_.cpus_are_known) {
      r_.in.problem(r_.in.document.member_or_self(written.origin, "cpu"),
                    fmt::format("there is no CPU {}", written.cpu->value()),
                    fmt::format("the platform has {}, numbered from 0", count));
    }
    return {};
  }

  void check_name(const std::string& name, NodeId place) {
    if (!name.empty() && !names_.insert(name).second) {
      r_.in.problem(r_.in.document.member_or_self(place, "name"),
                    "a task called \"" + printable(name) + "\" exists already",
                    "give each task a name of its own");
    }
  }

  void check_parent(const wf::Task& written) {
    if (!written.parent) {
      return;
    }
    const NodeId at = r_.in.document.member_or_self(written.origin, "parent");
    if (!is_linux_) {
      refuse_without_linux(r_, at, "\"parent\"");
    } else if (!names_.contains(*written.parent) && !r_.in.has_problem_in(at)) {
      const std::vector<std::string_view> earlier(names_.begin(), names_.end());
      const std::string hint = suggestion(*written.parent, earlier);
      r_.in.problem(at,
                    "no task before this one is called \"" + printable(*written.parent) + "\"",
                    hint.empty() ? "a parent stands before its children" : hint);
    }
  }

  /// Without a scheduler a CPU runs one task.
  void occupy(const wf::Task& written, const TaskSpec& task) {
    for (const CpuId cpu : task.cpus) {
      std::string& owner = runs_on_[cpu.value()];
      const bool is_reliable = r_.cpus_are_known && r_.model_is_known;
      if (!owner.empty() && is_reliable && !r_.in.has_problem_in(written.origin)) {
        r_.in.problem(r_.in.document.member_or_self(written.origin, "cpus"),
                      fmt::format("CPU {} runs task \"{}\" already; a bare CPU runs one task",
                                  cpu.value(),
                                  printable(owner)),
                      R"(put them into one task, or on different CPUs, or set "model" of "kernel" )"
                      R"(to "linux")");
        return;
      }
      owner = task.name;
    }
  }

  Resolution& r_;
  ActivityIndex& activities_;
  bool is_linux_;
  std::vector<std::string> runs_on_;
  std::set<std::string> names_;   ///< of tasks
  std::set<std::string> guests_;  ///< names
  LengthCheck length_;
};

// ---- Handlers ----

/// Handlers are the same for the CPUs of a group; those are numbered one after the other.
class HandlerResolver {
 public:
  HandlerResolver(Resolution& r, ActivityIndex& activities) : r_{r}, activities_{activities} {}

  void resolve() {
    std::size_t first = 0;
    for (const wf::CpuGroup& group : r_.file.platform.cpus) {
      const std::span cpus = std::span{r_.out.cpus}.subspan(first, group.count);
      for (std::size_t source = 0; source < kInterruptSources; ++source) {
        const HandlerSpec handler =
            resolve(group, source, CpuId{static_cast<std::uint16_t>(first)});
        for (CpuSpec& cpu : cpus) {
          cpu.handlers[source] = handler;
        }
      }
      first += group.count;
    }
  }

 private:
  HandlerSpec resolve(const wf::CpuGroup& group, std::size_t source, CpuId cpu) {
    const wf::Handler& written = group.handlers[source];
    if (written.origin == kNoNode) {
      return {};
    }
    HandlerSpec handler;
    const std::span cpus{&cpu, 1};
    constexpr auto kOwner = ProgramOwner::bare;
    handler.context =
        ProgramResolver{r_, activities_, cpus, kOwner}.context(written, ExceptionLevel::el1);
    handler.body = ProgramResolver{r_, activities_, cpus, kOwner, handler.context}.body(
        written.body, written.origin);
    items_ += items_in(handler.body) * group.count;
    if (items_ > kMaxHandlerItems) {
      r_.in.problem(written.origin,
                    fmt::format("more than {} items in the handlers of all CPUs", kMaxHandlerItems),
                    "use shorter handlers, \"repeat\", or fewer CPUs");
      return {};
    }
    return handler;
  }

  Resolution& r_;
  ActivityIndex& activities_;
  std::uint64_t items_{};
};

/// Tasks and vCPUs together are bounded as CPUs are.
bool check_number(Resolution& r) {
  std::size_t total = r.file.tasks.size();
  for (const wf::Guest& guest : r.file.guests) {
    total += guest.vcpus.size();
  }
  if (total > kMaxTasks) {
    return r.in.problem(
        r.in.document.member_or_self(r.file.origin, "guests"),
        fmt::format("found {} tasks and vCPUs, expected at most {}", total, kMaxTasks));
  }
  const auto is_wrong = [&](std::string_view key) {
    return r.in.has_problem_in(r.in.document.member(r.file.origin, key));
  };
  const bool is_scenario = r.in.document[r.file.origin].kind == JsonKind::object;
  return total > 0 || !is_scenario || is_wrong("tasks") || is_wrong("guests") ||
         r.in.problem(r.in.document.member_or_self(r.file.origin, "tasks"),
                      "nothing runs",
                      "add a task, or a guest with a vCPU");
}

}  // namespace

void resolve_programs(Resolution& r) {
  ActivityIndex activities{r};
  if (r.cpus_are_known) {
    HandlerResolver{r, activities}.resolve();
  }
  if (r.out.linux_kernel && r.file.kernel.activity) {
    r.out.linux_kernel->activity =
        activities.index_of(*r.file.kernel.activity, r.file.kernel.origin);
  }
  if (!check_number(r)) {
    return;
  }
  TaskResolver tasks{r, activities};
  for (const wf::Task& task : r.file.tasks) {
    tasks.resolve(task);
  }
  for (const wf::Guest& guest : r.file.guests) {
    tasks.resolve(guest);
  }
}

}  // namespace pmusim::scenario
