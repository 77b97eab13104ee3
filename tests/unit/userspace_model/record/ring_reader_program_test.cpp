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

namespace {

std::string loop_with(RingPlace place, const std::string& order) {
  RingOrder orders;
  orders.at(place) = parse_place_order(place, order).value();
  return user::ring_reader_loop({.words = 3, .record_words = 3}, orders).text();
}

}  // namespace

TEST_CASE("the reader that loops waits for a record, and reads and gives it up as the other does",
          "[record][ring]") {
  const std::string text = loop_with(RingPlace::c, "dmb ishld");
  CHECK(has(text,
            "MOV X13, #1\nMOV X6, #24\nturn1:\nLDR X9, [X3]\nCMP X9, X6\nB.LO turn1\nDMB ISHLD\n"));
  // The same check of a word, word for word.
  const std::string checked =
      "LDR X10, [X1, #8]\nUBFX X10, X10, #0, #32\nADD X22, X22, X10\n"
      "SUB X11, X10, X13\nORR X19, X19, X11, LSR #63\n"
      "SUB X11, X13, X10\nORR X20, X20, X11, LSR #63\n";
  CHECK(has(text, checked + "LDR X10, [X1, #16]\nLSR X23, X10, #32\nUBFX X10"));
  CHECK(has(text, "DMB ISH\nSTR X6, [X5]\nORR X10, X12, X19\n"));
  CHECK(has(text, "CMP X13, X21\nB.LS turn1\nend:\n"));
}

TEST_CASE("the reader that loops has the same instructions for each order", "[record][ring]") {
  CHECK(has(loop_with(RingPlace::c, "none"), "B.LO turn1\nMOV X12, #0\n"));
  CHECK(has(loop_with(RingPlace::c, "ldar"), "turn1:\nLDAR X9, [X3]\n"));
  CHECK(has(loop_with(RingPlace::c, "ldapr"), "turn1:\nLDAPR X9, [X3]\n"));
  CHECK(has(loop_with(RingPlace::c, "ctrl+isb"), "B.LO turn1\nISB\n"));
  CHECK(has(loop_with(RingPlace::d, "none"), "LSR #63\nSTR X6, [X5]\n"));
  CHECK(has(loop_with(RingPlace::d, "stlr"), "LSR #63\nSTLR X6, [X5]\n"));
  CHECK(has(loop_with(RingPlace::d, "dmb ishld"), "LSR #63\nDMB ISHLD\nSTR X6, [X5]\n"));
  CHECK(has(loop_with(RingPlace::d, "data"),
            "LSR #63\nSUB X17, X6, #24\nADD X15, X15, X17\nSTR X15, [X5]\n"));
  CHECK(has(loop_with(RingPlace::d, "ctrl"), "CBZ X16, next1\nnext1:\nSTR X6, [X5]\n"));
}

TEST_CASE("nothing that the reader that loops finds decides a branch", "[record][ring]") {
  const std::string text = loop_with(RingPlace::d, "none");
  std::size_t branches = 0;
  for (const std::string branch : {"\nB", "\nCB", "\nTB"}) {
    for (std::size_t at = text.find(branch); at != std::string::npos;
         at = text.find(branch, at + 1)) {
      ++branches;
    }
  }
  CHECK(branches == 2);  // there is a record; there are more
}
