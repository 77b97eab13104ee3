// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "models/activity/events.h"
#include "sim/scenario/counter_allotment.h"
#include "sim/scenario/resolution.h"
#include "userspace_model/stat/event_parser.h"

namespace pmusim::scenario {
namespace {

namespace wf = written_form;

/// More events than all counters of the largest platform.
constexpr std::size_t kMaxEvents = 40'000;

/// One event of a group, with its place for messages.
struct Placed {
  PerfEventSpec spec;
  abi::PerfEventAttr attr;
  NodeId at{kNoNode};
};

wf::PerfEvent as_object(const wf::PerfEventUse& use) {
  if (const auto* text = std::get_if<std::string>(&use)) {
    wf::PerfEvent event;
    event.event = *text;
    return event;
  }
  return std::get<wf::PerfEvent>(use);
}

class PerfResolver {
 public:
  explicit PerfResolver(Resolution& r) : r_{r} {
    for (const CpuSpec& cpu : r.out.cpus) {
      allotments_.emplace_back(cpu.pmu);
    }
  }

  void resolve(const wf::Perf& written) {
    PerfSpec spec;
    spec.cpus = resolve_cpus(r_, written.cpus, written.origin);
    std::vector<Placed> events;
    std::vector<NodeId> places;
    const NodeId list = r_.in.document.member_or_self(written.origin, "events");
    r_.in.document.for_each_child(list, [&](NodeId child) { places.push_back(child); });
    for (std::size_t i = 0; i < written.events.size() && total_ <= kMaxEvents; ++i) {
      if (!r_.in.has_problem_in(places[i])) {
        expand(as_object(written.events[i]), places[i], events);
      }
    }
    for (const Placed& event : events) {
      check_refusals(event, spec.cpus);
      spec.events.push_back(event.spec);
    }
    allot(events, spec.cpus);
    r_.out.perf.push_back(std::move(spec));
  }

 private:
  void refuse(NodeId at, const Error& problem) {
    r_.in.problem(at, problem.what, problem.hint, problem.code);
  }

  void expand(const wf::PerfEvent& written, NodeId at, std::vector<Placed>& events) {
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
             std::vector<Placed>& events) {
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
    events.push_back({{name, text, written.period}, parsed->attr, text_at});
  }

  /// What the driver would refuse on one of the CPUs.
  void check_refusals(const Placed& event, const std::vector<CpuId>& cpus) {
    constexpr std::uint64_t kUserRead = 2;
    if (event_number_of(event.attr) == kChain.value()) {
      r_.in.problem(event.at,
                    "the driver refuses event CHAIN",
                    R"(it pairs counters by itself for "long" events)");
    }
    if (event.attr.exclude_idle) {
      r_.in.problem(
          event.at, "the driver refuses to exclude the idle task", "leave out the modifier I");
    }
    if ((event.attr.config1 & kUserRead) != 0) {
      r_.in.problem(event.at,
                    "reading counters from user space (rdpmc) is not modelled yet",
                    {},
                    ErrorCode::not_modelled);
    }
    if (!r_.cpus_are_known) {
      return;
    }
    for (const CpuId cpu : cpus) {
      const CpuSpec& spec = r_.out.cpus[cpu.value()];
      const std::uint64_t greatest = (std::uint64_t{1} << spec.pmu.threshold_bits) - 1;
      if (threshold_of(event.attr) > greatest) {
        r_.in.problem(
            event.at,
            fmt::format("threshold {} is above {}, the threshold_max of {}",
                        threshold_of(event.attr),
                        greatest,
                        spec.name),
            fmt::format(R"(raise "threshold_bits" of CPU type "{}", or lower the threshold)",
                        printable(spec.type)));
        return;
      }
    }
  }

  /// Reports the first event of a group for which no counter is left.
  void allot(const std::vector<Placed>& events, const std::vector<CpuId>& cpus) {
    if (!r_.cpus_are_known) {
      return;
    }
    for (const Placed& event : events) {
      for (const CpuId cpu : cpus) {
        const CpuSpec& spec = r_.out.cpus[cpu.value()];
        if (!allotments_[cpu.value()].take(event.attr)) {
          r_.in.problem(
              event.at,
              fmt::format("no counter is left on {} for \"{}\": it has {} event counter{} and the "
                          "cycle counter{}",
                          spec.name,
                          printable(event.spec.event),
                          spec.pmu.event_counters,
                          spec.pmu.event_counters == 1 ? "" : "s",
                          spec.pmu.instruction_counter ? ", and the instruction counter" : ""),
              fmt::format(
                  R"(count fewer events at a time, or raise "event_counters" of CPU type "{}")",
                  printable(spec.type)));
          return;
        }
      }
    }
  }

  Resolution& r_;
  std::vector<CounterAllotment> allotments_;
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
