// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <set>

#include <fmt/format.h>

#include "sim/scenario/program_resolver.h"
#include "sim/scenario/scalar_codecs.h"

namespace pmusim::scenario {
namespace {

namespace wf = written_form;

constexpr std::uint64_t kPicosecondsPerMicrosecond = 1'000'000;
constexpr std::uint64_t kMaxHandlerItems = 1'000'000;

// ---- Length ----

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max()
                                                : product;
}

/// Cycles that a body takes at least: each item one, but for runs.
std::uint64_t cycles_of(const std::vector<Item>& body) {
  std::uint64_t total = 0;
  for (const Item& item : body) {
    std::uint64_t cycles = 1;
    if (const auto* run = std::get_if<RunItem>(&item.what)) {
      cycles = run->cycles.count();
    } else if (const auto* repeat = std::get_if<RepeatItem>(&item.what)) {
      cycles = multiply(repeat->times, cycles_of(repeat->body));
    }
    total = add(total, cycles);
  }
  return total;
}

std::uint64_t items_in(const std::vector<Item>& body) {
  std::uint64_t total = body.size();
  for (const Item& item : body) {
    const auto* repeat = std::get_if<RepeatItem>(&item.what);
    total += repeat == nullptr ? 0 : items_in(repeat->body);
  }
  return total;
}

/// Time is kept in picoseconds below 2^63. Where `end_ns` stops the run, tasks may be longer.
void check_length(Resolution& r, const wf::Task& written, const TaskSpec& task) {
  if (r.out.end_ns || r.in.has_problem_in(written.origin)) {
    return;
  }
  const std::uint64_t cycles = multiply(task.repeat, cycles_of(task.body));
  for (const CpuId cpu : task.cpus) {
    const CpuSpec& spec = r.out.cpus[cpu.value()];
    if (cycles > kGreatestSigned / kPicosecondsPerMicrosecond * spec.frequency_mhz) {
      r.in.problem(written.origin,
                   fmt::format("runs for longer than 2^63 ps (106 days) on {} at {} MHz",
                               spec.name,
                               spec.frequency_mhz),
                   "use fewer cycles or repetitions, or stop the run with \"end_ns\"");
      return;
    }
  }
}

// ---- Tasks ----

class TaskResolver {
 public:
  TaskResolver(Resolution& r, ActivityIndex& activities)
      : r_{r}, activities_{activities}, runs_on_(r.out.cpus.size()) {}

  void resolve(const wf::Task& written) {
    TaskSpec task;
    task.name = written.name;
    task.stream = written.stream.value_or(written.name);
    task.cpus = resolve_cpus(r_, written.cpus, written.origin);
    task.body = ProgramResolver{r_, activities_, task.cpus}.body(written.body);
    task.repeat = written.repeat;
    occupy(written, task);
    check_name(written);
    check_length(r_, written, task);
    r_.out.tasks.push_back(std::move(task));
  }

 private:
  void check_name(const wf::Task& written) {
    if (!written.name.empty() && !names_.insert(written.name).second) {
      r_.in.problem(r_.in.document.member_or_self(written.origin, "name"),
                    "a task called \"" + printable(written.name) + "\" exists already",
                    "give each task a name of its own");
    }
  }

  /// Without a scheduler a CPU runs one task.
  void occupy(const wf::Task& written, const TaskSpec& task) {
    for (const CpuId cpu : task.cpus) {
      std::string& owner = runs_on_[cpu.value()];
      if (!owner.empty() && r_.cpus_are_known && !r_.in.has_problem_in(written.origin)) {
        r_.in.problem(
            r_.in.document.member_or_self(written.origin, "cpus"),
            fmt::format(
                "CPU {} runs task \"{}\" already; several tasks on a CPU are not modelled yet",
                cpu.value(),
                printable(owner)),
            "put them into one task, or on different CPUs",
            ErrorCode::not_modelled);
        return;
      }
      owner = task.name;
    }
  }

  Resolution& r_;
  ActivityIndex& activities_;
  std::vector<std::string> runs_on_;
  std::set<std::string> names_;
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
    handler.context = ProgramResolver{r_, activities_, cpus}.context(written, ExceptionLevel::el1);
    handler.body = ProgramResolver{r_, activities_, cpus, handler.context}.body(written.body);
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

}  // namespace

void resolve_programs(Resolution& r) {
  ActivityIndex activities{r};
  if (r.cpus_are_known) {
    HandlerResolver{r, activities}.resolve();
  }
  TaskResolver tasks{r, activities};
  for (const wf::Task& task : r.file.tasks) {
    tasks.resolve(task);
  }
}

}  // namespace pmusim::scenario
