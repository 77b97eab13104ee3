// SPDX-License-Identifier: Apache-2.0
//
// Expected verdicts are those that herd7 7.58 gives with aarch64.cat for litmus tests of the same
// protocol (RB1, RB2, RBH).
#include "sim/explore/ring.h"

#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::abi;
using namespace pmusim::explore;

namespace {

constexpr RingShape kOneSlot{.words = 1, .record_words = 1, .records = 2};
constexpr RingShape kHeaderAndPayload{.words = 2, .record_words = 2, .records = 2};

RingOrder orders(const std::string& a,
                 const std::string& b,
                 const std::string& c,
                 const std::string& d) {
  return {.a = parse_place_order(RingPlace::a, a).value(),
          .b = parse_place_order(RingPlace::b, b).value(),
          .c = parse_place_order(RingPlace::c, c).value(),
          .d = parse_place_order(RingPlace::d, d).value()};
}

RingVerdict explored(const RingShape& shape, const RingOrder& order) {
  auto verdict = explore_ring(shape, order);
  REQUIRE(verdict);
  return std::move(*verdict);
}

std::string verdict(const RingShape& shape, const RingOrder& order) {
  return to_text(word_verdict(explored(shape, order)));
}

struct Row {
  std::string a, b, c, d, verdict;
};

}  // namespace

TEST_CASE("all 16 subsets of the four orders, with both readers", "[explore][ring]") {
  const Row row = GENERATE(values<Row>({
      {"ctrl", "dmb ishst", "C", "D", "safe"},
      {"ctrl", "dmb ishst", "C", "none", "overwritten"},
      {"ctrl", "dmb ishst", "none", "D", "stale"},
      {"ctrl", "dmb ishst", "none", "none", "stale, overwritten"},
      {"ctrl", "none", "C", "D", "stale"},
      {"ctrl", "none", "C", "none", "stale, overwritten"},
      {"ctrl", "none", "none", "D", "stale"},
      {"ctrl", "none", "none", "none", "stale, overwritten"},
      {"none", "dmb ishst", "C", "D", "overwritten"},
      {"none", "dmb ishst", "C", "none", "overwritten"},
      {"none", "dmb ishst", "none", "D", "stale, overwritten"},
      {"none", "dmb ishst", "none", "none", "stale, overwritten"},
      {"none", "none", "C", "D", "stale, overwritten"},
      {"none", "none", "C", "none", "stale, overwritten"},
      {"none", "none", "none", "D", "stale, overwritten"},
      {"none", "none", "none", "none", "stale, overwritten"},
  }));
  const auto [c, d] =
      GENERATE(table<std::string, std::string>({{"dmb ishld", "dmb ish"}, {"ldar", "stlr"}}));
  CAPTURE(row.a, row.b, row.c, row.d, c, d);
  const RingOrder order = orders(row.a, row.b, row.c == "C" ? c : row.c, row.d == "D" ? d : row.d);
  CHECK(verdict(kOneSlot, order) == row.verdict);
}

TEST_CASE("one order replaced, the other three as in the kernel", "[explore][ring]") {
  const auto [place, order, expected] = GENERATE(table<RingPlace, std::string, std::string>({
      {RingPlace::a, "ldar", "safe"},
      {RingPlace::a, "ldar+ctrl", "safe"},
      {RingPlace::a, "none", "overwritten"},
      {RingPlace::b, "stlr", "safe"},
      {RingPlace::b, "dmb ish", "safe"},
      {RingPlace::b, "none", "stale"},
      {RingPlace::c, "ldar", "safe"},
      {RingPlace::c, "ldapr", "safe"},
      {RingPlace::c, "ctrl+isb", "safe"},
      {RingPlace::c, "dmb ish", "safe"},
      {RingPlace::c, "none", "stale"},
      {RingPlace::d, "stlr", "safe"},
      {RingPlace::d, "dmb ishld", "safe"},
      {RingPlace::d, "dmb ishst", "overwritten"},
      {RingPlace::d, "data", "safe"},
      {RingPlace::d, "ctrl", "safe"},
      {RingPlace::d, "none", "overwritten"},
  }));
  CAPTURE(order);
  RingOrder changed;
  changed.at(place) = parse_place_order(place, order).value();
  CHECK(verdict(kOneSlot, changed) == expected);
}

TEST_CASE("asking of one record after the other gives the same answers as of all at once",
          "[explore][ring]") {
  constexpr RingShape kThreeRecords{.words = 2, .record_words = 2, .records = 3};
  const std::string a = GENERATE("ctrl", "none");
  const std::string b = GENERATE("dmb ishst", "stlr", "none");
  const std::string c = GENERATE("dmb ishld", "ldar", "ctrl+isb", "none");
  const std::string d = GENERATE("dmb ish", "stlr", "data", "ctrl", "none");
  CAPTURE(a, b, c, d);
  const RingOrder order = orders(a, b, c, d);
  const auto together = explore_ring(kThreeRecords, order);
  const auto in_turn = explore_ring(kThreeRecords, order, {}, 1);
  REQUIRE(together);
  REQUIRE(in_turn);
  CHECK(to_text(together->header) == to_text(in_turn->header));
  CHECK(to_text(*together->payload) == to_text(*in_turn->payload));
  CHECK(together->stale.answer == in_turn->stale.answer);
  CHECK(together->overwritten.answer == in_turn->overwritten.answer);
  CHECK(together->stale.witness.has_value() == in_turn->stale.witness.has_value());
}

TEST_CASE("states do not multiply with the records that a reader may have read ahead",
          "[explore][ring]") {
  const auto states = [](const RingOrder& order, unsigned records) {
    const RingShape shape{.words = 2, .record_words = 2, .records = records};
    const auto found = explore_ring(shape, order, {}, 1);
    REQUIRE(found);
    CHECK(found->stale.answer != Answer::unknown);
    CHECK(found->overwritten.answer != Answer::unknown);
    return found->stale.states + found->overwritten.states;
  };
  // Nothing but its branch holds the reader's loads back; or its loads wait while it goes on.
  const RingOrder ahead = orders("ctrl", "dmb ishst", "none", "stlr");
  const RingOrder behind = orders("ctrl", "dmb ishst", "ldar", "none");
  for (const RingOrder& order : {ahead, behind}) {
    CHECK(states(order, 10) < 16 * states(order, 5));
  }
  // A branch to the next instruction makes loads no more read than a release does.
  CHECK(states(orders("none", "dmb ishst", "ldapr", "ctrl"), 6) <=
        states(orders("none", "dmb ishst", "ldapr", "stlr"), 6));
}

TEST_CASE("with two words a dependency on the header protects the header alone",
          "[explore][ring]") {
  struct Words {
    RingOrder order;
    std::string header, payload;
  };

  const std::string mb = "dmb ish";
  const std::string rmb = "dmb ishld";
  const std::string wmb = "dmb ishst";
  const std::vector<Words> rows{
      {orders("ctrl", wmb, rmb, mb), "safe", "safe"},
      {orders("ctrl", wmb, "ldar", "stlr"), "safe", "safe"},
      {orders("ctrl", "stlr", "ldapr", "stlr"), "safe", "safe"},
      {orders("ctrl", wmb, rmb, "data"), "safe", "overwritten"},
      {orders("ctrl", wmb, "ldar", "data"), "safe", "overwritten"},
      {orders("ctrl", wmb, rmb, "none"), "overwritten", "overwritten"},
      {orders("ctrl", wmb, "none", mb), "stale", "stale"},
      {orders("ctrl", "none", rmb, mb), "stale", "stale"},
      {orders("none", wmb, rmb, mb), "overwritten", "overwritten"},
  };
  for (const Words& row : rows) {
    CAPTURE(to_text(row.order.a), to_text(row.order.b), to_text(row.order.c), to_text(row.order.d));
    const RingVerdict found = explored(kHeaderAndPayload, row.order);
    REQUIRE(found.payload);
    CHECK(to_text(found.header) == row.header);
    CHECK(to_text(*found.payload) == row.payload);
  }
}

TEST_CASE(
    "the halves do not interact: B and C decide on stale, A and D on overwritten, in every "
    "shape of the ring",
    "[explore][ring]") {
  const RingShape shape = GENERATE(RingShape{.words = 2, .record_words = 1, .records = 4},
                                   RingShape{.words = 3, .record_words = 2, .records = 3},
                                   RingShape{.words = 3, .record_words = 3, .records = 2});
  CAPTURE(shape.words, shape.record_words, shape.records);
  for (unsigned kept = 0; kept < 16; ++kept) {
    RingOrder order;
    order.a = (kept & 8U) != 0 ? order.a : PlaceOrder{};
    order.b = (kept & 4U) != 0 ? order.b : PlaceOrder{};
    order.c = (kept & 2U) != 0 ? order.c : PlaceOrder{};
    order.d = (kept & 1U) != 0 ? order.d : PlaceOrder{};
    CAPTURE(kept);
    const RingVerdict found = explored(shape, order);
    CHECK((found.stale.answer == Answer::yes) == ((kept & 6U) != 6U));
    CHECK((found.overwritten.answer == Answer::yes) == ((kept & 9U) != 9U));
    CHECK(found.stale.answer != Answer::unknown);
    CHECK(found.overwritten.answer != Answer::unknown);
  }
}

TEST_CASE("states grow by the same number with each record when every order is there",
          "[explore][ring]") {
  const unsigned record_words = GENERATE(1U, 2U);
  const auto states = [&](unsigned records) {
    const RingVerdict found =
        explored({.words = record_words, .record_words = record_words, .records = records}, {});
    CHECK(to_text(word_verdict(found)) == "safe");
    return found.stale.states + found.overwritten.states;
  };
  const std::uint64_t at_4 = states(4);
  const std::uint64_t at_8 = states(8);
  const std::uint64_t at_32 = states(32);
  CHECK(at_8 > at_4);
  CHECK(at_32 - at_8 == 6 * (at_8 - at_4));
}

TEST_CASE("a witness tells by steps how the record was overwritten", "[explore][ring][witness]") {
  const RingVerdict found = explored(kOneSlot, orders("ctrl", "dmb ishst", "dmb ishld", "none"));
  REQUIRE(found.overwritten.witness);
  CHECK_FALSE(found.stale.witness);
  const WitnessLines& lines = *found.overwritten.witness;
  const auto at = [&](const std::string& side, const std::string& step, const std::string& effect) {
    const auto line = std::ranges::find_if(lines, [&](const WitnessLine& each) {
      return each.side == side && each.step == step && each.effect == effect;
    });
    CAPTURE(step, effect);
    REQUIRE(line != lines.end());
    return line - lines.begin();
  };
  // The tail is given up before the record is read: so it can be the next record.
  const auto given_up = at("reader", "consume 1", "data_tail = 8");
  const auto room = at("kernel", "reserve 2", "reads data_tail = 8");
  const auto next = at("kernel", "copy 2", "data[0] = header of record 2");
  const auto read = at("reader", "read 1", "reads data[0]: header of record 2");
  CHECK(given_up < room);
  CHECK(room < next);
  CHECK(next < read);
  CHECK(lines[static_cast<std::size_t>(given_up)].overtakes == "read 1");
  CHECK(std::ranges::count_if(lines, [](const auto& line) { return !line.overtakes.empty(); }) ==
        1);
}

TEST_CASE("a witness ends when all is told: the damage, and what was overtaken until then",
          "[explore][ring][witness]") {
  SECTION("published before it is copied") {
    const RingVerdict found = explored(kOneSlot, orders("ctrl", "none", "dmb ishld", "dmb ish"));
    REQUIRE(found.stale.witness);
    const WitnessLines& lines = *found.stale.witness;
    const WitnessLine& read = lines[lines.size() - 2];
    const WitnessLine& copy = lines.back();
    CHECK(read.side == "reader");
    CHECK(read.step.starts_with("read "));
    CHECK(copy.step.starts_with("copy "));
    // The record that was read is the one that was not there yet.
    CHECK(read.step.substr(5) == copy.step.substr(5));
  }
  SECTION("read before the look") {
    const RingVerdict found = explored(kOneSlot, orders("ctrl", "dmb ishst", "none", "dmb ish"));
    REQUIRE(found.stale.witness);
    CHECK(found.stale.witness->back().step.starts_with("look "));
    CHECK(std::ranges::any_of(*found.stale.witness, [](const WitnessLine& line) {
      return line.step.starts_with("read ") && line.overtakes.starts_with("look ");
    }));
  }
  SECTION("copied before it was known that there is room") {
    const RingVerdict found =
        explored(kOneSlot, orders("none", "dmb ishst", "dmb ishld", "dmb ish"));
    REQUIRE(found.overwritten.witness);
    CHECK(found.overwritten.witness->back().step == "reserve 2");
    CHECK(found.overwritten.witness->back().effect == "reads data_tail = 8");
  }
}

TEST_CASE("a limit never looks like a proof", "[explore][ring][limits]") {
  const auto found = explore_ring(kOneSlot, {}, {.states = 3});
  REQUIRE(found);
  CHECK(found->stale.answer == Answer::unknown);
  CHECK(found->overwritten.answer == Answer::unknown);
  CHECK(found->stale.end == memory::ExploreEnd::stopped);
  CHECK(found->stale.reason == "the limit of 3 states was reached");
  CHECK(to_text(word_verdict(*found)) == "stale?, overwritten?");
}

TEST_CASE("more words than the explorer holds are an error", "[explore][ring][limits]") {
  CHECK_FALSE(explore_ring({.words = 4096, .record_words = 1, .records = 1}, {}));
}
