// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/nesting.h"

#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::abi;
using namespace pmusim::explore;

namespace {

constexpr RingShape kThreeWords{.words = 6, .record_words = 3, .records = 2};
constexpr RingShape kOneWord{.words = 2, .record_words = 1, .records = 2};

NestingVerdict nested(const RingShape& shape,
                      const RingOrder& order = {},
                      const kernel::NestingForm& form = {}) {
  auto verdict = explore_nesting(shape, order, {}, form);
  REQUIRE(verdict);
  return std::move(*verdict);
}

std::string step_of(const NestingPoint& point) {
  return point.name.substr(point.name.find(' ') + 1);
}

}  // namespace

TEST_CASE("an NMI's record at any instruction of another one's write does no harm",
          "[explore][nesting]") {
  const RingShape shape = GENERATE(kOneWord, kThreeWords);
  const NestingVerdict verdict = nested(shape);
  CHECK(to_text(verdict) == "safe");
  CHECK(verdict.points.size() > 20);
  for (const NestingPoint& point : verdict.points) {
    CAPTURE(point.name);
    CHECK(point.goes_back.answer == Answer::no);
    CHECK(point.unwritten.answer == Answer::no);
    CHECK(point.at_end == point.reserved);
  }
}

// What perf_output_put_handle does to a nested record, by hand, for records of 24 bytes. The get
// takes effect with the store of rb.nest; until then the NMI is the outermost writer.
TEST_CASE("data_head after a nested record depends on where the NMI came", "[explore][nesting]") {
  const std::map<std::string, std::uint64_t> after_nmi{{"get", 24},
                                                       {"reserve", 0},
                                                       {"copy", 0},
                                                       {"put", 0},
                                                       {"publish", 0},
                                                       {"unnest", 24},
                                                       {"recheck", 48},
                                                       {"end", 48}};
  std::set<std::string> seen;
  for (const NestingPoint& point : nested(kThreeWords).points) {
    CAPTURE(point.name, point.instruction);
    REQUIRE(after_nmi.contains(step_of(point)));
    CHECK(point.after_nmi == after_nmi.at(step_of(point)));
    CHECK(point.at_end == 48);
    seen.insert(step_of(point));
  }
  CHECK(seen.size() == after_nmi.size());
}

TEST_CASE("each known wrong form of putting a handle does harm", "[explore][nesting]") {
  SECTION(
      "an inner handle that publishes covers what the outer one has not written, and the outer "
      "one then stores the head that it read before") {
    CHECK(to_text(nested(kOneWord, {}, {.inner_publishes = true})) == "goes back, unwritten");
  }
  SECTION("rb.nest := 0 before data_head lets the NMI publish more, and then less stands there") {
    CHECK(to_text(nested(kOneWord, {}, {.unnests_first = true})) == "goes back");
  }
  SECTION("without a second look at rb.head the NMI's record stays behind") {
    CHECK(to_text(nested(kOneWord, {}, {.leaves_unchecked = true})) == "left behind");
  }
}

TEST_CASE("nesting needs the write barrier and the reader's barrier as any write does",
          "[explore][nesting]") {
  CHECK(to_text(nested(kOneWord, {.b = {}})) == "unwritten");
  CHECK(to_text(nested(kOneWord, {.c = {}})) == "unwritten");
  CHECK(to_text(nested(kOneWord, {.b = {.release = true}, .c = {.acquire_pc = true}})) == "safe");
}

TEST_CASE("a witness of nesting says who wrote what", "[explore][nesting][witness]") {
  const NestingVerdict verdict = nested(kOneWord, {}, {.inner_publishes = true});
  bool told = false;
  for (const NestingPoint& point : verdict.points) {
    if (step_of(point) != "copy" || point.unwritten.answer != Answer::yes) {
      continue;
    }
    REQUIRE(point.unwritten.witness);
    for (const WitnessLine& line : *point.unwritten.witness) {
      told = told || (line.side == "kernel" && line.step == "NMI publish" &&
                      line.effect == "data_head = 16");
    }
  }
  CHECK(told);
}
