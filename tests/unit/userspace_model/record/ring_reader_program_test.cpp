// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/record/ring_reader_program.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::abi;

namespace {

constexpr RingShape kOneRecord{.words = 2, .record_words = 2, .records = 1};

std::string text_with(RingPlace place, const std::string& order) {
  RingOrder orders;
  orders.at(place) = parse_place_order(place, order).value();
  return user::ring_reader_program(kOneRecord, orders).text();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the reader looks, reads behind a read barrier, and gives up the bytes behind a full one",
          "[record][ring]") {
  CHECK(user::ring_reader_program(kOneRecord, {}).text() ==
        "MOV X12, #0\n"
        "MOV X14, #0\n"
        "MOV X19, #0\n"
        "MOV X20, #0\n"
        "LDR X9, [X3]\n"
        "MOV X6, #16\n"
        "CMP X9, X6\n"
        "B.LO out\n"
        "DMB ISHLD\n"
        "MOV X13, #1\n"
        "LDR X10, [X1, #0]\n"
        "UBFX X15, X10, #48, #16\n"
        "UBFX X10, X10, #0, #32\n"
        "SUB X11, X10, X13\n"
        "ORR X12, X12, X11, LSR #63\n"
        "SUB X11, X13, X10\n"
        "ORR X14, X14, X11, LSR #63\n"
        "LDR X10, [X1, #8]\n"
        "UBFX X10, X10, #0, #32\n"
        "SUB X11, X10, X13\n"
        "ORR X19, X19, X11, LSR #63\n"
        "SUB X11, X13, X10\n"
        "ORR X20, X20, X11, LSR #63\n"
        "DMB ISH\n"
        "MOV X15, #16\n"
        "STR X15, [X5]\n"
        "out:\n");
}

TEST_CASE("each order at C stands at the load of data_head, whose branch is always there",
          "[record][ring]") {
  CHECK(
      has(text_with(RingPlace::c, "none"), "LDR X9, [X3]\nMOV X6, #16\nCMP X9, X6\nB.LO out\nMOV"));
  CHECK(has(text_with(RingPlace::c, "ldar"), "LDAR X9, [X3]\n"));
  CHECK(has(text_with(RingPlace::c, "ldapr"), "LDAPR X9, [X3]\n"));
  CHECK(has(text_with(RingPlace::c, "ctrl+isb"), "B.LO out\nISB\nMOV X13"));
  CHECK(text_with(RingPlace::c, "ctrl") == text_with(RingPlace::c, "none"));
  CHECK(has(text_with(RingPlace::c, "dmb ish"), "B.LO out\nDMB ISH\nMOV X13"));
}

TEST_CASE("each order at D stands between the reads and data_tail", "[record][ring]") {
  CHECK(has(text_with(RingPlace::d, "none"), "LSR #63\nMOV X15, #16\nSTR X15, [X5]\n"));
  CHECK(has(text_with(RingPlace::d, "stlr"), "MOV X15, #16\nSTLR X15, [X5]\n"));
  CHECK(has(text_with(RingPlace::d, "dmb ishst"), "DMB ISHST\nMOV X15, #16\nSTR"));
  CHECK(has(text_with(RingPlace::d, "data"), "MOV X17, #0\nADD X15, X15, X17\nSTR X15, [X5]\n"));
}

TEST_CASE("a branch at D is on every word of the record", "[record][ring]") {
  const std::string text = text_with(RingPlace::d, "ctrl");
  CHECK(has(text, "MOV X16, #0\n"));
  CHECK(has(text, "CBZ X16, next1\nnext1:\n"));
  const std::size_t first = text.find("ORR X16, X16, X10");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("ORR X16, X16, X10", first + 1) != std::string::npos);
}

TEST_CASE("checking orders nothing: the only branch is the one on data_head", "[record][ring]") {
  const std::string text = user::ring_reader_program(kOneRecord, {}).text();
  CHECK(text.find("\nB") == text.rfind("\nB"));
  CHECK_FALSE(has(text, "CB"));
  CHECK_FALSE(has(text, "TB"));
}

TEST_CASE("the orders of the writer do not change the reader", "[record][ring]") {
  const std::string reader = user::ring_reader_program(kOneRecord, {}).text();
  CHECK(text_with(RingPlace::a, "none") == reader);
  CHECK(text_with(RingPlace::b, "none") == reader);
}
