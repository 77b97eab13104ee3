// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/scenario/exclude_bits.h"
#include "sim/scenario/list_codecs.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

constexpr std::size_t kLongestEvent = 4096;

CodecOf<ExcludeBits> exclude_codec() {
  using Bit = bool ExcludeBits::*;
  std::vector<std::pair<std::string, Bit>> words;
  words.reserve(kExcludeBits.size());
  for (const ExcludeBitDesc& desc : kExcludeBits) {
    words.emplace_back(desc.name, desc.bit);
  }
  return mapped<ExcludeBits, std::vector<Bit>>(
      list_of(one_of<Bit>(std::move(words)), 0, kExcludeBits.size()),
      [](const std::vector<Bit>& in) {
        ExcludeBits bits;
        for (const Bit bit : in) {
          bits.*bit = true;
        }
        return bits;
      },
      [](const ExcludeBits& in) {
        std::vector<Bit> set;
        for (const ExcludeBitDesc& desc : kExcludeBits) {
          if (in.*desc.bit) {
            set.push_back(desc.bit);
          }
        }
        return set;
      });
}

/// A bit that is listed twice was meant to be another one.
bool lists_each_bit_once(ReadContext& in, NodeId at, const PerfEvent& /*event*/) {
  std::vector<std::string_view> seen;
  bool good = true;
  in.document.for_each_child(in.document.member(at, "exclude"), [&](NodeId bit) {
    const std::string_view name = in.document[bit].text;
    if (std::ranges::find(seen, name) != seen.end()) {
      good = in.problem(bit, "\"" + std::string{name} + "\" is listed twice");
    }
    seen.push_back(name);
  });
  return good;
}

CodecOf<PerfEvent> perf_event_codec() {
  auto table = object<PerfEvent>(
      "perf_event",
      "One event to count, or several when its text has braces. Modifiers exclude what they do not "
      "name: any of u, k and h sets those of exclude_user, exclude_kernel and exclude_hv whose "
      "letters are missing, G sets exclude_host, H exclude_guest, GH neither. Without modifiers no "
      "bit is set, as by perf record and perf stat since Linux 6.13; before, they set "
      "exclude_guest. `exclude` sets further bits, and so gives every combination; a bit whose "
      "letter the text names is an error: with cycles:u user cannot be excluded, with cycles:G "
      "guest cannot.");
  table
      ->mark(
          "event",
          &PerfEvent::event,
          text(1, kLongestEvent),
          "the event as perf users write it; shell braces such as {0..3} and {a,b} are expanded. "
          "armv8_pmuv3_0/cycles/ is of the PMU of that number, armv8_pmuv3/cycles/ of any, as "
          "cycles is")
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
           "modelled Linux")
      .key("exclude",
           &PerfEvent::exclude,
           exclude_codec(),
           "exclude_* bits that are set besides those that the modifiers of `event` set");
  table->check([](ReadContext& in, NodeId at, const PerfEvent& event) {
    return !(event.period && event.frequency) ||
           in.problem(in.document.member(at, "frequency"),
                      R"(found both "period" and "frequency")",
                      "keep one of them");
  });
  table->check(lists_each_bit_once);
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
      .key(
          "task",
          &Perf::task,
          text(1, 2 * kLongestName),
          "the task or vCPU (\"vm/vcpu0\") for which they count, wherever it runs; excludes "
          "`cpus`; with the modelled Linux. Where CPUs differ in type an event belongs to one PMU, "
          "the one registered last of those that take it, and counts on its CPUs only")
      .key("inherit", &Perf::inherit, boolean(), "they count for the children of the task too")
      .required(
          "events",
          &Perf::events,
          list_of(alternatives(text(1, kLongestEvent), perf_event_codec(), perf_group_codec()), 1),
          "the events; groups with the modelled Linux");
  return table;
}

}  // namespace pmusim::scenario
