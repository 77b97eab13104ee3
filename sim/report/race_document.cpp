// SPDX-License-Identifier: Apache-2.0
#include "sim/report/race_document.h"

#include "sim/report/json_members.h"

namespace pmusim::report {
namespace {

using explore::BadRecord;
using explore::RaceCounts;
using explore::RaceStep;
using explore::RaceVerdict;
using scenario::JsonWriter;

void write_counts(JsonWriter& out, const RaceCounts& counts) {
  member(out, "bad", counts.bad);
  member(out, "corrupted", counts.corrupted());
  member(out, "lost", counts.lost);
  member(out, "stale", counts.stale);
  member(out, "overwritten", counts.overwritten);
  member(out, "bad_headers", counts.lost);
  member(out, "wrong_sequences", counts.wrong_sequences);
  member(out, "wrong_checksums", counts.wrong_checksums);
  member(out, "stuck", counts.stuck);
  member(out, "instructions", counts.instructions);
  member(out, "cycles", counts.cycles);
}

void write_first(JsonWriter& out, const BadRecord& bad) {
  out.key("first");
  out.begin_object();
  member(out, "run", bad.run);
  member(out, "record", bad.record);
  member(out, "cycle", bad.cycle);
  member(out, "kind", bad.is_stale ? "stale" : "overwritten");
  member(out, "word", bad.word);
  out.key("records_of_words");
  out.begin_list();
  for (const std::uint64_t record : bad.words) {
    out.integer(record);
  }
  out.end_list();
  member(out, "would_have_prevented_it", bad.places);
  out.key("reasons");
  out.begin_list();
  for (const std::string& reason : bad.reasons) {
    out.text(reason);
  }
  out.end_list();
  list(out, "accesses", bad.steps, [&](const RaceStep& step) {
    member(out, "cycle", step.cycle);
    member(out, "side", step.line.side);
    member(out, "step", step.line.step);
    member(out, "instruction", step.line.instruction);
    member(out, "effect", step.line.effect);
    member(out, "overtakes", step.line.overtakes);
  });
  out.end_object();
}

void write_verdict(JsonWriter& out, const RaceVerdict& verdict) {
  member(out, "a", abi::to_text(verdict.order.a));
  member(out, "b", abi::to_text(verdict.order.b));
  member(out, "c", abi::to_text(verdict.order.c));
  member(out, "d", abi::to_text(verdict.order.d));
  write_counts(out, verdict.counts);
  if (verdict.first) {
    write_first(out, *verdict.first);
  }
}

}  // namespace

void write_race(JsonWriter& out, const explore::RaceResult& race) {
  const auto named = [&](const RaceVerdict& verdict) {
    member(out, "name", verdict.name);
    write_verdict(out, verdict);
  };
  out.begin_object();
  member(out, "records", race.records);
  member(out, "runs", race.runs);
  member(out, "seed", race.seed);
  write_verdict(out, race.given);
  list(out, "subsets", race.subsets, named);
  list(out, "replacements", race.replacements, named);
  out.end_object();
}

}  // namespace pmusim::report
