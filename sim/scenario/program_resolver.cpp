// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/program_resolver.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/memory/timed/micro_op.h"
#include "sim/scenario/context_rules.h"
#include "sim/scenario/nearest.h"

namespace pmusim::scenario {

namespace wf = written_form;

// ---- Activities ----

ActivityIndex::ActivityIndex(Resolution& r) : r_{r} {
  for (const auto& [name, activity] : r.file.activities) {
    names_.emplace(name, append(activity));
    r.out.activities.back().name = name;
  }
}

std::size_t ActivityIndex::index_of(const wf::ActivityUse& use, NodeId owner) {
  if (const auto* name = std::get_if<std::string>(&use)) {
    return index_of_name(*name, owner);
  }
  const auto& activity = std::get<ActivitySpec>(use);
  if (activity.pipeline || !activity.streams.empty()) {
    return append(activity);
  }
  if (!idle_) {
    idle_ = append(activity);
  }
  return *idle_;
}

std::size_t ActivityIndex::append(const ActivitySpec& activity) {
  r_.out.activities.push_back(activity);
  return r_.out.activities.size() - 1;
}

std::size_t ActivityIndex::index_of_name(const std::string& name, NodeId owner) {
  const auto found = names_.find(name);
  if (found != names_.end()) {
    return found->second;
  }
  std::vector<std::string_view> names;
  if (!r_.in.is_full()) {
    for (const auto& activity : r_.file.activities) {
      names.emplace_back(activity.first);
    }
  }
  r_.in.problem(r_.in.document.member_or_self(owner, "activity"),
                "unknown activity \"" + printable(name) + "\"",
                suggestion(name, names));
  return 0;
}

// ---- Items ----

ProgramResolver::ProgramResolver(Resolution& r,
                                 ActivityIndex& activities,
                                 std::span<const CpuId> cpus,
                                 ProgramOwner owner,
                                 std::optional<ExecutionContext> handler)
    : r_{r},
      activities_{activities},
      may_run_on_(r.out.cpus.size()),
      owner_{owner},
      handler_{handler} {
  for (const CpuId cpu : cpus) {
    const CpuSpec& spec = r.out.cpus[cpu.value()];
    may_run_on_[cpu.value()] = true;
    const auto same = [&](const CpuSpec* other) { return other->type == spec.type; };
    if (std::ranges::none_of(kinds_, same)) {
      kinds_.push_back(&spec);
    }
  }
}

std::vector<Item> ProgramResolver::body(std::span<const wf::Item> items, NodeId place) {
  std::vector<Item> out;
  out.reserve(items.size());
  const NodeId list = r_.in.document.member(place, "run");
  NodeId at = r_.in.document.element(list, 0);
  bool has_duration = items.empty();
  for (const wf::Item& item : items) {
    check_item(item, at);
    has_duration = has_duration || takes_time(item, owner_);
    out.push_back(std::visit(*this, item.what));
    at = r_.in.document[at].next;
  }
  if (!has_duration && !r_.in.has_problem_in(list)) {
    r_.in.problem(list,
                  "nothing in it takes time for certain, so it could go on for ever at one instant",
                  owner_ == ProgramOwner::vcpu
                      ? R"(add {"cycles": n} or an exit)"
                      : R"(add {"cycles": n}, {"syscall_cycles": n} or {"sleep_ns": n})");
  }
  return out;
}

void ProgramResolver::check_item(const wf::Item& item, NodeId at) {
  const auto objection = objection_to(item, owner_);
  if (objection && r_.model_is_known && !r_.in.has_problem_in(at)) {
    r_.in.problem(at, objection->what, objection->hint);
  }
}

bool ProgramResolver::check_cpu_exists(CpuId target, NodeId at) {
  const std::size_t count = r_.out.cpus.size();
  return !r_.cpus_are_known || target.value() < count ||
         r_.in.problem(at,
                       fmt::format("there is no CPU {}", target.value()),
                       fmt::format("the platform has {}, numbered from 0", count));
}

SecurityState ProgramResolver::standard_security(ExceptionLevel level) const {
  if (level == ExceptionLevel::el3) {
    const bool has_root = !kinds_.empty() && kinds_.front()->pmu.rme;
    return has_root ? SecurityState::root : SecurityState::secure;
  }
  const bool in_handler = handler_ && handler_->level != ExceptionLevel::el3;
  return in_handler ? handler_->security : SecurityState::non_secure;
}

ExecutionContext ProgramResolver::context(const wf::Context& written, ExceptionLevel standard) {
  ExecutionContext context;
  context.level = handler_ ? handler_->level : standard;
  if (written.level) {
    context.level = static_cast<ExceptionLevel>(*written.level);
  }
  context.security = written.security.value_or(standard_security(context.level));
  context.secure_el2_enabled = written.secure_el2_enabled;
  context.tge = written.tge;
  context.debug_state = written.debug_state;
  if (!r_.cpus_are_known) {
    return context;
  }
  for (const CpuSpec* cpu : kinds_) {
    if (const auto objection = objection_to(context, cpu->pmu)) {
      r_.in.problem(
          written.origin,
          fmt::format("{}, of type \"{}\", {}", cpu->name, printable(cpu->type), objection->what),
          objection->hint);
      break;
    }
  }
  return context;
}

Item ProgramResolver::operator()(wf::Word word) {
  switch (word) {
    case wf::Word::isb:
      return {IsbItem{}};
    case wf::Word::mask:
      return {MaskItem{true}};
    case wf::Word::unmask:
      return {MaskItem{false}};
    case wf::Word::wait:
      return {WaitItem{}};
    case wf::Word::yield:
      return {YieldItem{}};
    case wf::Word::exit:
      return {ExitItem{ExitItem::Kind::host}};
    case wf::Word::fixup_exit:
      return {ExitItem{ExitItem::Kind::fixup}};
    case wf::Word::exit_to_user:
      return {ExitItem{ExitItem::Kind::user}};
  }
  return {};
}

Item ProgramResolver::operator()(const wf::Run& run) {
  const std::size_t activity = activities_.index_of(run.activity, run.origin);
  const bool in_guest = owner_ == ProgramOwner::vcpu;
  const auto standard = in_guest ? ExceptionLevel::el1 : ExceptionLevel::el0;
  return {RunItem{context(run, standard), run.cycles, activity}};
}

Item ProgramResolver::operator()(const wf::Msr& msr) {
  return {MsrItem{context(msr, ExceptionLevel::el1), msr.reg, msr.value}};
}

Item ProgramResolver::operator()(const wf::Mrs& mrs) {
  return {MrsItem{context(mrs, ExceptionLevel::el1), mrs.reg, mrs.name}};
}

Item ProgramResolver::operator()(const wf::Ipi& ipi) {
  check_cpu_exists(ipi.target, r_.in.document.member_or_self(ipi.origin, "ipi"));
  return {IpiItem{ipi.target}};
}

Item ProgramResolver::operator()(const wf::CodeUse& use) {
  if (handler_) {
    r_.in.problem(r_.in.document.member_or_self(use.origin, "code"),
                  "a handler executes no program on the pipeline",
                  R"(use {"cycles": n})",
                  ErrorCode::not_modelled);
  }
  if (r_.cpus_are_known && r_.out.cpus.size() > kMaxCodeCpus) {
    r_.in.problem(r_.in.document.member_or_self(use.origin, "code"),
                  fmt::format("{} CPUs, but the memory that programs run on has at most {}",
                              r_.out.cpus.size(),
                              kMaxCodeCpus),
                  "use fewer CPUs",
                  ErrorCode::not_modelled);
  }
  check_slots(r_.in.document.member_or_self(use.origin, "code"));
  return {CodeItem{context(use, ExceptionLevel::el0), index_of_code(use), use.times}};
}

/// A pipeline dispatches as many operations a cycle as its PMU says (PMMIR_EL1.SLOTS), and an
/// instruction as a whole.
void ProgramResolver::check_slots(NodeId at) {
  const auto is_too_narrow = [](const CpuSpec* cpu) {
    return cpu->pmu.slots != 0 && cpu->pmu.slots < memory::kMaxMicroOps;
  };
  if (const auto found = std::ranges::find_if(kinds_, is_too_narrow); found != kinds_.end()) {
    const CpuSpec& cpu = **found;
    r_.in.problem(at,
                  fmt::format("{} has slots for {} operations a cycle, and an instruction of a "
                              "program takes up to {}",
                              cpu.name,
                              cpu.pmu.slots,
                              memory::kMaxMicroOps),
                  fmt::format("give its type at least {} \"slots\"", memory::kMaxMicroOps),
                  ErrorCode::not_modelled);
  }
}

std::size_t ProgramResolver::index_of_code(const wf::CodeUse& use) {
  const auto found = std::ranges::find(r_.out.codes, use.code, &CodeSpec::name);
  if (found == r_.out.codes.end()) {
    std::vector<std::string_view> names;
    names.reserve(r_.out.codes.size());
    for (const CodeSpec& code : r_.out.codes) {
      names.emplace_back(code.name);
    }
    r_.in.problem(
        r_.in.document.member_or_self(use.origin, "code"),
        "unknown program \"" + printable(use.code) + "\"",
        names.empty() ? R"(add it to "code" of the scenario)" : suggestion(use.code, names));
    return 0;
  }
  return static_cast<std::size_t>(found - r_.out.codes.begin());
}

Item ProgramResolver::operator()(const wf::Repeat& repeat) {
  return {RepeatItem{repeat.times, body(repeat.body, repeat.origin)}};
}

Item ProgramResolver::operator()(const wf::Syscall& syscall) {
  return {SyscallItem{syscall.cycles}};
}

Item ProgramResolver::operator()(const wf::Sleep& sleep) {
  return {SleepItem{sleep.ns}};
}

Item ProgramResolver::operator()(const wf::Migrate& migrate) {
  const NodeId at = r_.in.document.member_or_self(migrate.origin, "migrate");
  const bool is_reliable = owner_ == ProgramOwner::linux_task && r_.cpus_are_known;
  if (is_reliable && check_cpu_exists(migrate.target, at) && !may_run_on_[migrate.target.value()]) {
    r_.in.problem(at,
                  fmt::format("the task may not run on CPU {}", migrate.target.value()),
                  R"(add it to "cpus" of the task, or choose one of them)");
  }
  return {MigrateItem{migrate.target}};
}

Item ProgramResolver::operator()(const wf::Monitor& monitor) {
  return {MonitorItem{monitor.cycles, activities_.index_of(monitor.activity, monitor.origin)}};
}

}  // namespace pmusim::scenario
