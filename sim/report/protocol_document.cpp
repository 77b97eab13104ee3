// SPDX-License-Identifier: Apache-2.0
#include "sim/report/protocol_document.h"

#include "sim/report/json_members.h"
#include "sim/report/outcome_json.h"
#include "sim/report/race_document.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::report {
namespace {

using explore::Answer;
using explore::Finding;
using explore::NestingPoint;
using explore::RingVerdict;
using explore::WakeupVerdict;
using explore::WitnessLine;
using scenario::JsonWriter;

std::string_view text_of(Answer answer) {
  switch (answer) {
    case Answer::no:
      return "no";
    case Answer::yes:
      return "yes";
    case Answer::unknown:
      break;
  }
  return "unknown";
}

void write_witness(JsonWriter& out, std::string_view key, const Finding& finding) {
  if (!finding.witness) {
    return;
  }
  list(out, key, *finding.witness, [&](const WitnessLine& line) {
    member(out, "side", line.side);
    member(out, "step", line.step);
    member(out, "instruction", line.instruction);
    member(out, "effect", line.effect);
    member(out, "overtakes", line.overtakes);
  });
}

/// How the questions ended: the worse of two ends, and why.
void write_end(JsonWriter& out, const Finding& a, const Finding& b) {
  const Finding& worse = a.end < b.end ? b : a;
  member(out, "end", explore::to_text(worse.end));
  member(out, "reason", worse.reason);
  member(out, "states", a.states + b.states);
}

void write_ring_verdict(JsonWriter& out, const RingVerdict& verdict) {
  member(out, "name", verdict.name);
  member(out, "a", abi::to_text(verdict.order.a));
  member(out, "b", abi::to_text(verdict.order.b));
  member(out, "c", abi::to_text(verdict.order.c));
  member(out, "d", abi::to_text(verdict.order.d));
  member(out, "verdict", to_text(word_verdict(verdict)));
  if (verdict.payload) {
    member(out, "header", to_text(verdict.header));
    member(out, "payload", to_text(*verdict.payload));
  }
  write_end(out, verdict.stale, verdict.overwritten);
  out.key("witness");
  out.begin_object();
  write_witness(out, "stale", verdict.stale);
  write_witness(out, "overwritten", verdict.overwritten);
  out.end_object();
}

void write_point(JsonWriter& out, const NestingPoint& point) {
  member(out, "name", point.name);
  member(out, "before", point.instruction);
  member(out, "goes_back", text_of(point.goes_back.answer));
  member(out, "unwritten", text_of(point.unwritten.answer));
  member(out, "after_nmi", point.after_nmi);
  member(out, "at_end", point.at_end);
  member(out, "reserved", point.reserved);
  write_end(out, point.goes_back, point.unwritten);
  out.key("witness");
  out.begin_object();
  write_witness(out, "goes_back", point.goes_back);
  write_witness(out, "unwritten", point.unwritten);
  out.end_object();
}

void write_wakeup(JsonWriter& out, const WakeupVerdict& verdict) {
  member(out, "name", verdict.name);
  member(out, "kernel", verdict.kernel);
  member(out, "reader", verdict.reader);
  member(out, "verdict", to_text(verdict));
  write_end(out, verdict.missed, Finding{});
  out.key("witness");
  out.begin_object();
  write_witness(out, "missed", verdict.missed);
  out.end_object();
}

void write_orders(JsonWriter& out, const explore::ProtocolResult& result) {
  const auto ring = [&](const RingVerdict& verdict) { write_ring_verdict(out, verdict); };
  out.key("given");
  out.begin_object();
  ring(result.given);
  out.end_object();
  list(out, "subsets", result.subsets, ring);
  list(out, "replacements", result.replacements, ring);
}

}  // namespace

std::string protocol_document(const explore::ProtocolResult& result,
                              std::span<const ExpectationOutcome> outcomes) {
  JsonWriter out;
  out.begin_object();
  member(out, "scenario", result.scenario);
  out.key("complete");
  out.boolean(result.complete && explore::end_of(result) == memory::ExploreEnd::complete);
  member(out, "end", result.race ? "sampled" : explore::to_text(explore::end_of(result)));
  out.key("ring");
  out.begin_object();
  member(out, "words", result.ring.words);
  member(out, "record_words", result.ring.record_words);
  member(out, "records", result.race ? result.race->records : result.ring.records);
  out.end_object();
  if (result.race) {
    out.key("race");
    write_race(out, *result.race);
  } else {
    write_orders(out, result);
  }
  if (result.nesting) {
    out.key("nesting");
    out.begin_object();
    member(out, "verdict", to_text(*result.nesting));
    list(
        out, "points", result.nesting->points, [&](const auto& point) { write_point(out, point); });
    out.end_object();
  }
  list(out, "wakeup", result.wakeup, [&](const auto& verdict) { write_wakeup(out, verdict); });
  out.key("expectations");
  out.raw(outcomes_json(outcomes));
  out.end_object();
  return scenario::pretty_json(out.take());
}

}  // namespace pmusim::report
