// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/ring_writer_program.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::abi;

namespace {

constexpr RingShape kOneSlot{.words = 1, .record_words = 1, .records = 2};

std::string text_with(RingPlace place, const std::string& order) {
  RingOrder orders;
  orders.at(place) = parse_place_order(place, order).value();
  return kernel::ring_writer_program(kOneSlot, orders).text();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE(
    "the writer of the kernel reserves behind a branch, copies, and publishes behind a "
    "write barrier",
    "[perf][ring]") {
  CHECK(kernel::ring_writer_program(kOneSlot, {}).text() ==
        "MOV X7, #1\n"
        "MOVZ X8, #1\n"
        "MOVK X8, #8, LSL #48\n"
        "STR X8, [X1, #0]\n"
        "DMB ISHST\n"
        "MOV X0, #8\n"
        "STR X0, [X3]\n"
        "LDR X4, [X5]\n"
        "MOV X6, #8\n"
        "CMP X4, X6\n"
        "B.LO full\n"
        "MOVZ X8, #2\n"
        "MOVK X8, #8, LSL #48\n"
        "STR X8, [X1, #0]\n"
        "DMB ISHST\n"
        "MOV X0, #16\n"
        "STR X0, [X3]\n"
        "full:\n");
}

TEST_CASE("each order at A stands at the load of data_tail", "[perf][ring]") {
  CHECK(has(text_with(RingPlace::a, "ldar"), "LDAR X4, [X5]\n"));
  CHECK(has(text_with(RingPlace::a, "ldapr"), "LDAPR X4, [X5]\n"));
  CHECK(has(text_with(RingPlace::a, "ldar+ctrl"), "B.LO full\n"));
  CHECK(has(text_with(RingPlace::a, "ctrl+isb"), "B.LO full\nISB\nMOVZ X8, #2\n"));
  CHECK(has(text_with(RingPlace::a, "dmb ish"), "B.LO full\nDMB ISH\nMOVZ X8, #2\n"));
  CHECK(has(text_with(RingPlace::a, "dmb ishst"), "HS\nDMB ISHST\nMOVZ X8, #2\n"));
}

TEST_CASE("an order at A that holds stores back stands with the branch", "[perf][ring]") {
  for (const std::string order : {"ctrl", "ldar", "ldapr", "dmb ishld", "dmb ish"}) {
    const std::string text = text_with(RingPlace::a, order);
    CHECK(has(text, "CMP X4, X6\nB.LO full\n"));
    CHECK_FALSE(has(text, "CSEL"));
  }
}

TEST_CASE("without one the writer goes on and remembers that there was no room", "[perf][ring]") {
  for (const std::string order : {"none", "dmb ishst"}) {
    const std::string text = text_with(RingPlace::a, order);
    CHECK_FALSE(has(text, "B.LO"));
    CHECK(has(text, "CMP X4, X6\nCSEL X7, X7, XZR, HS\n"));
  }
}

TEST_CASE("each order at B stands between the copy and data_head", "[perf][ring]") {
  const std::string copied = "STR X8, [X1, #0]\n";
  CHECK(has(text_with(RingPlace::b, "none"), copied + "MOV X0, #8\nSTR X0, [X3]\n"));
  CHECK(has(text_with(RingPlace::b, "stlr"), copied + "MOV X0, #8\nSTLR X0, [X3]\n"));
  CHECK(has(text_with(RingPlace::b, "dmb ish"), copied + "DMB ISH\nMOV X0, #8\nSTR X0, [X3]\n"));
  CHECK(has(text_with(RingPlace::b, "stlr+dmb ishld"), copied + "DMB ISHLD\nMOV X0, #8\nSTLR"));
}

TEST_CASE("the orders of the reader do not change the writer", "[perf][ring]") {
  const std::string kernel = kernel::ring_writer_program(kOneSlot, {}).text();
  CHECK(text_with(RingPlace::c, "none") == kernel);
  CHECK(text_with(RingPlace::d, "none") == kernel);
}

TEST_CASE("a record that wraps is copied to both ends of the data area", "[perf][ring]") {
  const StepText program =
      kernel::ring_writer_program({.words = 3, .record_words = 2, .records = 2}, {});
  CHECK(has(program.text(),
            "MOVZ X8, #2\nMOVK X8, #16, LSL #48\nSTR X8, [X1, #16]\n"
            "MOVZ X8, #2\nSTR X8, [X1, #0]\n"));
  // Words 3 and 0 to come, 3 words in all: the tail must have passed byte 8.
  CHECK(has(program.text(), "LDR X4, [X5]\nMOV X6, #8\n"));
}

TEST_CASE("steps tell which instruction belongs to what", "[perf][ring]") {
  const StepText program = kernel::ring_writer_program(kOneSlot, {});
  const std::vector<std::string>& steps = program.steps();
  REQUIRE(steps.size() == 17);
  CHECK(steps.front() == "start");
  CHECK(steps[3] == "copy 1");
  CHECK(steps[4] == "publish 1");
  CHECK(steps[7] == "reserve 2");
  CHECK(steps.back() == "publish 2");
}

namespace {

std::string loop_with(const RingShape& shape, RingPlace place, const std::string& order) {
  RingOrder orders;
  orders.at(place) = parse_place_order(place, order).value();
  return kernel::ring_writer_loop(shape, orders).text();
}

constexpr RingShape kThreeWords{.words = 3, .record_words = 3};

}  // namespace

TEST_CASE("the writer that loops waits for room, copies behind the branch, and goes on",
          "[perf][ring]") {
  CHECK(kernel::ring_writer_loop(kThreeWords, {}).text() ==
        "MOV X0, #0\n"
        "MOV X2, #1\n"
        "MOV X6, #24\n"
        "MOV X10, #24\n"
        "SUB X6, X10, X6\n"
        "LSL X10, X10, #48\n"
        "MOV X11, #2\n"
        "turn1:\n"
        "LDR X4, [X5]\n"
        "CMP X4, X6\n"
        "B.LT turn1\n"
        "ORR X8, X2, X10\n"
        "STR X8, [X1, #0]\n"
        "STR X2, [X1, #8]\n"
        "ORR X8, X2, X11, LSL #32\n"
        "STR X8, [X1, #16]\n"
        "DMB ISHST\n"
        "ADD X0, X0, #24\n"
        "STR X0, [X3]\n"
        "ADD X2, X2, #1\n"
        "ADD X6, X6, #24\n"
        "ADD X11, X11, #2\n"
        "CMP X2, X9\n"
        "B.LS turn1\n"
        "end:\n");
}

TEST_CASE("the writer that loops has the same instructions for each order", "[perf][ring]") {
  const auto a = [](const std::string& order) {
    return loop_with(kThreeWords, RingPlace::a, order);
  };
  CHECK(has(a("ldar"), "turn1:\nLDAR X4, [X5]\nCMP X4, X6\nB.LT turn1\nORR X8"));
  CHECK(has(a("ldapr"), "turn1:\nLDAPR X4, [X5]\nCMP"));
  CHECK(has(a("ctrl+isb"), "B.LT turn1\nISB\nORR X8"));
  CHECK(has(a("dmb ish"), "B.LT turn1\nDMB ISH\nORR X8"));
  const auto b = [](const std::string& order) {
    return loop_with(kThreeWords, RingPlace::b, order);
  };
  CHECK(has(b("none"), "STR X8, [X1, #16]\nADD X0, X0, #24\nSTR X0, [X3]\n"));
  CHECK(has(b("stlr"), "STR X8, [X1, #16]\nADD X0, X0, #24\nSTLR X0, [X3]\n"));
  CHECK(has(b("dmb ish"), "STR X8, [X1, #16]\nDMB ISH\nADD X0"));
}

TEST_CASE("without an order at A the writer that loops copies before the branch", "[perf][ring]") {
  const std::string copied =
      "ORR X8, X2, X10\nSTR X8, [X1, #0]\nSTR X2, [X1, #8]\n"
      "ORR X8, X2, X11, LSL #32\nSTR X8, [X1, #16]\nCMP X4, X6\nB.LT turn1\nDMB ISHST\n";
  CHECK(has(loop_with(kThreeWords, RingPlace::a, "none"), "LDR X4, [X5]\n" + copied));
  CHECK(
      has(loop_with(kThreeWords, RingPlace::a, "dmb ishst"), "LDR X4, [X5]\nDMB ISHST\n" + copied));
}

TEST_CASE("the writer that loops has a turn for each place at which a record can begin",
          "[perf][ring]") {
  const StepText program = kernel::ring_writer_loop({.words = 3, .record_words = 2}, {});
  CHECK(has(program.text(), "turn2:\nLDR X4, [X5]\n"));
  CHECK(has(program.text(), "ORR X8, X2, X10\nSTR X8, [X1, #16]\nSTR X2, [X1, #0]\n"));
  CHECK(has(program.text(), "B.HI end\nturn3:\n"));
  CHECK_FALSE(has(program.text(), "turn4"));
  CHECK(program.steps()[7] == "reserve");
  CHECK(program.steps()[10] == "copy");
  CHECK(program.steps()[13] == "publish");
}
