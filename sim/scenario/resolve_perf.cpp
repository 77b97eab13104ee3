// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "sim/scenario/exclude_bits.h"
#include "sim/scenario/nearest.h"
#include "sim/scenario/perf_refusals.h"
#include "sim/scenario/resolution.h"
#include "userspace_model/stat/event_parser.h"

namespace pmusim::scenario {
namespace {

namespace wf = written_form;

/// More events than all counters of the largest platform.
constexpr std::size_t kMaxEvents = 40'000;

/// @param use  a text, or an object for one event.
template <class Use>
wf::PerfEvent as_object(const Use& use) {
  if (const auto* text = std::get_if<std::string>(&use)) {
    wf::PerfEvent event;
    event.event = *text;
    return event;
  }
  return std::get<wf::PerfEvent>(use);
}

class PerfResolver {
 public:
  explicit PerfResolver(Resolution& r)
      : r_{r}, is_linux_{r.out.linux_kernel.has_value()}, refusals_{r} {
    for (const TaskSpec& task : r.out.tasks) {
      tasks_.emplace(task.name, &task.cpus);
    }
    for (const GuestSpec& guest : r.out.guests) {
      for (const VcpuSpec& vcpu : guest.vcpus) {
        tasks_.emplace(vcpu.name, &vcpu.cpus);
      }
    }
  }

  void resolve(const wf::Perf& written) {
    PerfSpec spec;
    spec.task = written.task;
    spec.inherit = written.inherit;
    const std::vector<CpuId> cpus = cpus_of(written);
    if (!written.task) {
      spec.cpus = cpus;
    }
    check_inherit(written);
    const std::vector<PlacedEvent> events = events_of(written);
    for (const PlacedEvent& event : events) {
      spec.events.push_back(event.spec);
    }
    refusals_.check(events, cpus, written.task.has_value());
    r_.out.perf.push_back(std::move(spec));
  }

 private:
  void refuse(NodeId at, const Error& problem) {
    r_.in.problem(at, problem.what, problem.hint, problem.code);
  }

  /// The CPUs on which the events may count.
  std::vector<CpuId> cpus_of(const wf::Perf& written) {
    if (!written.task) {
      return resolve_cpus(r_, written.cpus.value_or(wf::CpuSet{}), written.origin);
    }
    const NodeId at = r_.in.document.member_or_self(written.origin, "task");
    if (written.cpus) {
      r_.in.problem(at,
                    R"(found both "cpus" and "task")",
                    R"(events follow a task wherever it runs: leave "cpus" out)");
    }
    if (!is_linux_) {
      refuse_without_linux(r_, at, "\"task\"");
      return {};
    }
    const auto found = tasks_.find(*written.task);
    if (found != tasks_.end()) {
      return *found->second;
    }
    if (!r_.in.has_problem_in(at)) {
      std::vector<std::string_view> names;
      names.reserve(tasks_.size());
      for (const auto& task : tasks_) {
        names.push_back(task.first);
      }
      r_.in.problem(at,
                    "unknown task \"" + printable(*written.task) + "\"",
                    r_.in.is_full() ? std::string{} : suggestion(*written.task, names));
    }
    return {};
  }

  void check_inherit(const wf::Perf& written) {
    if (written.inherit && !written.task) {
      r_.in.problem(r_.in.document.member_or_self(written.origin, "inherit"),
                    "events of CPUs have no children to count for",
                    R"(leave it out, or name a "task")");
    }
  }

  std::vector<PlacedEvent> events_of(const wf::Perf& written) {
    std::vector<PlacedEvent> events;
    NodeId at = first_of(r_.in.document.member(written.origin, "events"));
    for (const wf::PerfElement& element : written.events) {
      if (const auto* group = std::get_if<wf::PerfGroup>(&element)) {
        add_group(*group, at, events);
      } else if (!r_.in.has_problem_in(at)) {
        expand(as_object(element), at, events);
      }
      at = r_.in.document[at].next;
    }
    return events;
  }

  void add_group(const wf::PerfGroup& group, NodeId at, std::vector<PlacedEvent>& events) {
    if (!is_linux_) {
      refuse_without_linux(r_, at, "a group of events");
      return;
    }
    const std::size_t first = events.size();
    NodeId member = first_of(r_.in.document.member(at, "group"));
    for (const wf::PerfEventUse& use : group.events) {
      if (!r_.in.has_problem_in(member)) {
        expand(as_object(use), member, events);
      }
      member = r_.in.document[member].next;
    }
    for (std::size_t i = first; i < events.size(); ++i) {
      events[i].spec.group = groups_;
      events[i].is_sibling = i > first;
    }
    ++groups_;
  }

  [[nodiscard]] NodeId first_of(NodeId list) const { return r_.in.document.element(list, 0); }

  void expand(const wf::PerfEvent& written, NodeId at, std::vector<PlacedEvent>& events) {
    if (total_ > kMaxEvents) {
      return;
    }
    const NodeId text_at = r_.in.document.member_or_self(at, "event");
    const auto texts = userspace::expand_braces(written.event);
    if (!texts) {
      return refuse(text_at, texts.error());
    }
    if (written.name && texts->size() > 1) {
      r_.in.problem(r_.in.document.member_or_self(at, "name"),
                    fmt::format("one name for {} events", texts->size()),
                    R"(leave "name" out: each event is then called as its text after expansion)");
      return;
    }
    for (const std::string& text : *texts) {
      if (total_ == kMaxEvents) {
        r_.in.problem(
            text_at, fmt::format("more than {} events", kMaxEvents), "count fewer at a time");
      }
      if (++total_ > kMaxEvents) {
        return;
      }
      parse(written, text, at, text_at, events);
    }
  }

  void parse(const wf::PerfEvent& written,
             const std::string& text,
             NodeId at,
             NodeId text_at,
             std::vector<PlacedEvent>& events) {
    const auto parsed = userspace::parse_event(text);
    if (!parsed) {
      return refuse(text_at, parsed.error());
    }
    const std::string name = written.name.value_or(text);
    const auto [first, is_new] = names_.emplace(name, at);
    if (!is_new) {
      r_.in.problem(r_.in.document.member_or_self(at, "name"),
                    "an event called \"" + printable(name) + "\" exists already at " +
                        r_.in.document.pointer(first->second),
                    R"(give one of them a "name" of its own)");
    }
    events.push_back({.spec = {.name = name,
                               .event = text,
                               .period = written.period,
                               .frequency = written.frequency,
                               .exclude = written.exclude},
                      .attr = excluding(parsed->attr, written.exclude),
                      .pmu = parsed->pmu,
                      .at = text_at,
                      .is_named = parsed->is_named});
    check_frequency(written, parsed->attr, at);
    check_exclude(*parsed, at);
  }

  /// What a modifier asks for cannot be left out.
  void check_exclude(const userspace::ParsedEvent& parsed, NodeId at) {
    r_.in.document.for_each_child(r_.in.document.member(at, "exclude"), [&](NodeId bit) {
      const std::string_view name = r_.in.document[bit].text;
      const auto* const desc = std::ranges::find(kExcludeBits, name, &ExcludeBitDesc::name);
      if (parsed.modifiers.find(desc->modifier) != std::string::npos &&
          !r_.in.has_problem_in(bit)) {
        r_.in.problem(bit,
                      fmt::format(R"(modifier {} of "{}" asks for what "{}" leaves out)",
                                  desc->modifier,
                                  printable(parsed.text),
                                  name),
                      "leave one of the two out");
      }
    });
  }

  void check_frequency(const wf::PerfEvent& written, const abi::PerfEventAttr& attr, NodeId at) {
    if (!written.frequency) {
      return;
    }
    const std::optional<LinuxSpec>& kernel = r_.out.linux_kernel;
    const NodeId place = r_.in.document.member_or_self(at, "frequency");
    if (!kernel) {
      refuse_without_linux(r_, place, "\"frequency\"");
    } else if (attr.sample_period != 0) {
      r_.in.problem(place,
                    "the event's text has a period already",
                    R"(leave "frequency" or the term "period" out)");
    } else if (*written.frequency > kernel->max_sample_rate) {
      r_.in.problem(place,
                    fmt::format("the kernel refuses {} samples a second: its limit is {}",
                                *written.frequency,
                                kernel->max_sample_rate),
                    R"(lower it, or raise "max_sample_rate" in "perf" of "kernel")");
    }
  }

  Resolution& r_;
  bool is_linux_;
  PerfRefusals refusals_;
  std::map<std::string_view, const std::vector<CpuId>*> tasks_;  ///< and vCPUs, with their affinity
  std::uint32_t groups_{};
  std::map<std::string, NodeId> names_;
  std::size_t total_{};
};

}  // namespace

void resolve_perf(Resolution& r) {
  PerfResolver resolver{r};
  for (const wf::Perf& perf : r.file.perf) {
    if (perf.origin != kNoNode) {
      resolver.resolve(perf);
    }
  }
}

}  // namespace pmusim::scenario
