// SPDX-License-Identifier: Apache-2.0
#include "sim/report/race_table.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "sim/report/grid.h"
#include "sim/report/names.h"

namespace pmusim::report {
namespace {

using explore::BadRecord;
using explore::RaceCounts;
using explore::RaceStep;
using explore::RaceVerdict;

std::string table(std::string_view heading,
                  const std::string& first,
                  std::span<const RaceVerdict> verdicts,
                  const Painter& paint) {
  if (verdicts.empty()) {
    return {};
  }
  Grid grid{{{first},
             {"A"},
             {"B"},
             {"C"},
             {"D"},
             {"bad", Align::right},
             {"corrupted", Align::right},
             {"lost", Align::right},
             {"stale", Align::right},
             {"overwritten", Align::right},
             {"stuck", Align::right}},
            2};
  for (const RaceVerdict& verdict : verdicts) {
    const RaceCounts& counts = verdict.counts;
    grid.row({first.empty() ? "" : verdict.name,
              abi::to_text(verdict.order.a),
              abi::to_text(verdict.order.b),
              abi::to_text(verdict.order.c),
              abi::to_text(verdict.order.d),
              grouped(counts.bad),
              grouped(counts.corrupted()),
              grouped(counts.lost),
              grouped(counts.stale),
              grouped(counts.overwritten),
              grouped(counts.stuck)});
  }
  return fmt::format("\n{}\n{}", paint.heading(heading), grid.text());
}

std::string words_text(const BadRecord& bad) {
  std::string text;
  for (std::size_t word = 0; word < bad.words.size(); ++word) {
    text += fmt::format("{}{}", word == 0 ? "" : " ", bad.words[word]);
  }
  return text;
}

std::string account(const std::string& name, const BadRecord& bad) {
  std::string text = fmt::format("\n  {}: record {} of run {} is {} in word {}, read in cycle {}\n",
                                 name,
                                 grouped(bad.record),
                                 bad.run,
                                 bad.is_stale ? "stale" : "overwritten",
                                 bad.word,
                                 grouped(bad.cycle));
  text += fmt::format("    its words are of records {}\n", words_text(bad));
  if (!bad.places.empty()) {
    text += fmt::format("    {} would have prevented it:\n", bad.places);
  }
  for (const std::string& reason : bad.reasons) {
    text += fmt::format("      {}\n", reason);
  }
  Grid grid{{{"", Align::right}, {""}, {""}, {""}, {""}}, 4};
  for (const RaceStep& step : bad.steps) {
    grid.row({grouped(step.cycle),
              step.line.side,
              step.line.step,
              step.line.effect,
              step.line.overtakes.empty() ? "" : "<- before " + step.line.overtakes});
  }
  return text + grid.text();
}

}  // namespace

std::string race_heading(const explore::RaceResult& race, const abi::RingShape& ring) {
  const auto plural = [](std::uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
  };
  return fmt::format("{} of {} of {} through a ring of {}, in time",
                     plural(race.runs, "run"),
                     plural(race.records, "record"),
                     plural(ring.record_words, "word"),
                     plural(ring.words, "word"));
}

std::string race_tables(const explore::RaceResult& race, const Painter& paint) {
  std::string text = table("Orders", "", {&race.given, 1}, paint) +
                     table("Subsets", "which", race.subsets, paint) +
                     table("Replacements", "instead", race.replacements, paint);
  std::string accounts;
  const auto add = [&](const RaceVerdict& verdict) {
    accounts += verdict.first ? account(verdict.name, *verdict.first) : "";
  };
  add(race.given);
  std::ranges::for_each(race.subsets, add);
  std::ranges::for_each(race.replacements, add);
  if (!accounts.empty()) {
    text += fmt::format("\n{}\n{}",
                        paint.heading("The first bad record, by accesses as memory saw them"),
                        accounts.substr(1));
  }
  return text;
}

}  // namespace pmusim::report
