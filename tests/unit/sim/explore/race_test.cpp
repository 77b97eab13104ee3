// SPDX-License-Identifier: Apache-2.0
//
// The ring in timed runs. What may be seen is what herd7 7.58 allows with aarch64.cat for litmus
// tests of the same protocol (RB1, RB2, RBH): with B or C too weak *stale*, with A or D
// *overwritten*, otherwise nothing. What must be seen is one of them where one is allowed.
#include "sim/explore/race.h"

#include <algorithm>
#include <ranges>

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::abi;
using namespace pmusim::explore;

namespace {

constexpr RingShape kFourSlots{.words = 32, .record_words = 8};
constexpr RingShape kWraps{.words = 13, .record_words = 8};
const std::atomic<bool> kGoOn{false};

RingOrder with(RingPlace place, const std::string& order) {
  RingOrder orders;
  orders.at(place) = parse_place_order(place, order).value();
  return orders;
}

RaceVerdict raced(const RingShape& shape,
                  const RingOrder& order,
                  std::uint64_t records = 1000,
                  std::uint64_t runs = 4) {
  return race_ring(shape, order, {.records = records, .runs = runs, .latencies = {}}, 1, kGoOn);
}

std::string kinds(const RaceCounts& counts) {
  const std::string stale = counts.stale > 0 ? "stale" : "";
  const std::string overwritten = counts.overwritten > 0 ? "overwritten" : "";
  return counts.bad == 0
             ? "safe"
             : stale + (counts.stale > 0 && counts.overwritten > 0 ? ", " : "") + overwritten;
}

struct Row {
  RingPlace place;
  std::string order;
  std::string shows;
};

}  // namespace

TEST_CASE("each order alone in a timed run shows the damage that the memory model allows",
          "[explore][race]") {
  const Row row = GENERATE(values<Row>({
      {RingPlace::a, "ctrl", "safe"},        {RingPlace::a, "ldar", "safe"},
      {RingPlace::a, "ldar+ctrl", "safe"},   {RingPlace::a, "dmb ish", "safe"},
      {RingPlace::a, "none", "overwritten"}, {RingPlace::a, "dmb ishst", "overwritten"},
      {RingPlace::b, "stlr", "safe"},        {RingPlace::b, "dmb ish", "safe"},
      {RingPlace::b, "none", "stale"},       {RingPlace::b, "dmb ishld", "stale"},
      {RingPlace::c, "ldar", "safe"},        {RingPlace::c, "ldapr", "safe"},
      {RingPlace::c, "ctrl+isb", "safe"},    {RingPlace::c, "dmb ish", "safe"},
      {RingPlace::c, "none", "stale"},       {RingPlace::c, "dmb ishst", "stale"},
      {RingPlace::d, "stlr", "safe"},        {RingPlace::d, "dmb ishld", "safe"},
      {RingPlace::d, "ctrl", "safe"},        {RingPlace::d, "dmb ishst", "overwritten"},
      {RingPlace::d, "data", "overwritten"}, {RingPlace::d, "none", "overwritten"},
  }));
  CAPTURE(row.order, static_cast<int>(row.place));
  const RaceVerdict verdict = raced(kFourSlots, with(row.place, row.order));
  CHECK(kinds(verdict.counts) == row.shows);
  CHECK(verdict.counts.stuck == 0);
  CHECK(verdict.first.has_value() == (row.shows != "safe"));
  CHECK(verdict.counts.bad == verdict.counts.corrupted() + verdict.counts.lost);
}

namespace {

/// The first bad record that some run of up to 20,000 records shows without the order at `place`.
BadRecord first_bad(RingPlace place, const RingShape& shape) {
  RingOrder order;
  order.at(place) = {};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RaceVerdict verdict =
        race_ring(shape, order, {.records = 500, .runs = 1, .latencies = {}}, seed, kGoOn);
    if (verdict.first) {
      return *verdict.first;
    }
  }
  FAIL("no bad record");
  return {};
}

/// Where the last access of a step stands among those that are told.
std::ptrdiff_t place_of(const BadRecord& bad, const std::string& step) {
  const auto backwards = bad.steps | std::views::reverse;
  const auto found = std::ranges::find_if(
      backwards, [&](const RaceStep& told) { return told.line.step.starts_with(step + " "); });
  REQUIRE(found != backwards.end());
  return backwards.end() - found;
}

}  // namespace

TEST_CASE("the explanation of a bad record names the order that was left out", "[explore][race]") {
  struct Case {
    RingPlace place;
    std::string name;
    std::string early;  ///< the step that should have come after the next one
    std::string late;
  };

  const Case one = GENERATE(values<Case>({{RingPlace::a, "A", "copy", "reserve"},
                                          {RingPlace::b, "B", "publish", "copy"},
                                          {RingPlace::c, "C", "read", "look"},
                                          {RingPlace::d, "D", "consume", "read"}}));
  const RingShape shape = GENERATE(kFourSlots, kWraps);
  CAPTURE(one.name, shape.words);
  const BadRecord bad = first_bad(one.place, shape);
  CHECK(bad.places == one.name);
  CHECK(bad.reasons.size() == 1);
  CHECK(bad.is_stale == (one.name == "B" || one.name == "C"));
  REQUIRE(bad.words.size() == shape.record_words);
  CHECK(bad.words[bad.word] != bad.record);
  CHECK((bad.words[bad.word] < bad.record) == bad.is_stale);
  CHECK(std::all_of(bad.words.begin(), bad.words.begin() + bad.word, [&](std::uint64_t record) {
    return record == bad.record;
  }));
  CHECK(place_of(bad, one.early) < place_of(bad, one.late));
  for (std::size_t i = 1; i < bad.steps.size(); ++i) {
    CHECK(bad.steps[i - 1].cycle <= bad.steps[i].cycle);
  }
  for (const RaceStep& step : bad.steps) {
    const bool is_early = step.line.step.starts_with(one.early + " ");
    // Without A a copy may be in order, behind a look that found no room.
    CHECK((step.line.overtakes.empty() != is_early || one.name == "A"));
    CHECK((step.line.overtakes.empty() || is_early));
    CHECK((step.line.effect.starts_with("data[") == step.line.step.starts_with("copy ")));
  }
}

TEST_CASE("a data dependency on the header protects the header, and nothing else",
          "[explore][race]") {
  const RaceVerdict verdict = raced(kFourSlots, with(RingPlace::d, "data"), 2000);
  CHECK(verdict.counts.lost == 0);
  CHECK(verdict.counts.wrong_sequences > 0);
  CHECK(verdict.counts.wrong_checksums > 0);
}

TEST_CASE("the same seed gives the same race, another one another", "[explore][race]") {
  const RingOrder order = with(RingPlace::d, "none");
  const scenario::RaceSpec race{.records = 500, .runs = 2, .latencies = {}};
  const auto cycles = [&](std::uint64_t seed) {
    return race_ring(kWraps, order, race, seed, kGoOn).counts.cycles;
  };
  CHECK(cycles(5) == cycles(5));
  CHECK(cycles(5) != cycles(6));
}

TEST_CASE("a race that is stopped ends early", "[explore][race]") {
  const std::atomic<bool> stop{true};
  const RaceVerdict verdict =
      race_ring(kWraps, {}, {.records = 1000, .runs = 3, .latencies = {}}, 1, stop);
  CHECK(verdict.counts.instructions == 0);
}

TEST_CASE("a tail that is computed from an unwritten header leaves both sides waiting",
          "[explore][race]") {
  RingOrder order = with(RingPlace::d, "data");
  order.b = {};
  std::uint64_t stuck = 0;
  for (std::uint64_t seed = 0; seed < 200 && stuck == 0; ++seed) {
    stuck = race_ring({.words = 2, .record_words = 2},
                      order,
                      {.records = 100, .runs = 1, .latencies = {}},
                      seed,
                      kGoOn)
                .counts.stuck;
  }
  CHECK(stuck == 1);
}
