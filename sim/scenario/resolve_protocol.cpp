// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <fmt/format.h>

#include "sim/scenario/resolution.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

/// Keys of what runs in time.
constexpr std::array<std::string_view, 8> kOfRuns{
    "platform", "pmu_write_effect", "kernel", "activities", "tasks", "guests", "perf", "end_ns"};

void refuse_what_runs(Resolution& r) {
  for (const std::string_view key : kOfRuns) {
    const NodeId child = r.in.document.member(r.file.origin, key);
    if (child != kNoNode) {
      r.in.problem(child,
                   fmt::format(R"(a scenario with "protocol" has no "{}")", key),
                   "a protocol is explored by itself, without a platform and without time; leave "
                   "one of the two out");
    }
  }
}

unsigned to_unsigned(std::uint64_t value) {
  return static_cast<unsigned>(value);
}

}  // namespace

void resolve_protocol(Resolution& r, const Protocol& protocol) {
  refuse_what_runs(r);
  ProtocolSpec& out = r.out.protocol.emplace();
  out.order = protocol.order;
  out.subsets = protocol.subsets;
  out.replacements = protocol.replacements.orders;
  out.nesting = protocol.nesting;
  out.wakeup = protocol.wakeup;
  out.limits = protocol.limits;
  if (protocol.race) {
    out.race = RaceSpec{protocol.race->records, protocol.race->runs, protocol.race->latencies};
  }

  const ProtocolRing& ring = protocol.ring;
  const std::uint64_t words = ring.words.value_or(ring.slots.value_or(1) * ring.record_words);
  out.ring = {.words = to_unsigned(words),
              .record_words = to_unsigned(ring.record_words),
              .records = to_unsigned(ring.records)};
  if (r.in.has_problem_in(ring.origin)) {
    return;
  }
  const NodeId at = ring.origin;
  if (ring.words && ring.slots) {
    r.in.problem(
        r.in.document.member(at, "slots"), R"(found both "slots" and "words")", "keep one of them");
  } else if (words > kMaxRingWords) {
    r.in.problem(at,
                 fmt::format("{} slots of {} words are {} words, more than the explorer holds",
                             ring.slots.value_or(1),
                             ring.record_words,
                             words),
                 fmt::format("at most {}", kMaxRingWords));
  } else if (ring.record_words > words) {
    r.in.problem(
        at,
        fmt::format(
            "a record of {} words does not fit into a ring of {}", ring.record_words, words),
        "the kernel refuses it");
  }
}

}  // namespace pmusim::scenario
