// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/list_codecs.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

constexpr std::size_t kLongestEvent = 4096;

CodecOf<PerfEvent> perf_event_codec() {
  auto table =
      object<PerfEvent>("perf_event", "One event to count, or several when its text has braces.");
  table
      ->mark("event",
             &PerfEvent::event,
             text(1, kLongestEvent),
             "the event as perf users write it; shell braces such as {0..3} and {a,b} are expanded")
      .key("name",
           &PerfEvent::name,
           text(),
           "name in the result; by default the text after expansion")
      .key("period",
           &PerfEvent::period,
           integer(1, kGreatestSigned, "occurrences"),
           "sampling: an interrupt after so many; without it the event is only counted")
      .key("frequency",
           &PerfEvent::frequency,
           integer(1, kGreatestSigned, "samples a second"),
           "sampling: the kernel adapts the period to so many; excludes `period`; with the "
           "modelled Linux");
  table->check([](ReadContext& in, NodeId at, const PerfEvent& event) {
    return !(event.period && event.frequency) ||
           in.problem(in.document.member(at, "frequency"),
                      R"(found both "period" and "frequency")",
                      "keep one of them");
  });
  return table;
}

CodecOf<PerfGroup> perf_group_codec() {
  auto table = object<PerfGroup>(
      "perf_group", "Events that are on counters together or not at all, as {a,b} in perf.");
  table->mark("group",
              &PerfGroup::events,
              list_of(alternatives(text(1, kLongestEvent), perf_event_codec()), 1),
              "its events, the leader first; groups do not nest");
  return table;
}

}  // namespace

CodecOf<Perf> perf_codec() {
  auto table = object<Perf>("perf", "Events that are counted on the same CPUs, or for one task.");
  table
      ->key("cpus",
            &Perf::cpus,
            cpu_set_codec(),
            "the CPUs on which they count; by default all, unless there is `task`")
      .key("task",
           &Perf::task,
           text(1, 2 * kLongestName),
           "the task or vCPU (\"vm/vcpu0\") for which they count, wherever it runs; excludes "
           "`cpus`; with the modelled Linux")
      .key("inherit", &Perf::inherit, boolean(), "they count for the children of the task too")
      .required(
          "events",
          &Perf::events,
          list_of(alternatives(text(1, kLongestEvent), perf_event_codec(), perf_group_codec()), 1),
          "the events; groups with the modelled Linux");
  return table;
}

}  // namespace pmusim::scenario
