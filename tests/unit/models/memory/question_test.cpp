// SPDX-License-Identifier: Apache-2.0
#include "models/memory/question.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::memory;

namespace {

using Kind = Proposition::Kind;

ConcurrentProgram two_threads() {
  ConcurrentProgram program;
  program.threads.resize(2);
  program.locations = {{.name = "x", .address = 8}};
  return program;
}

Proposition::Node equals(unsigned reg, std::uint64_t value, unsigned bits = 64) {
  Proposition::Node node;
  node.kind = Kind::equals;
  node.what = {.kind = Observable::Kind::reg, .thread = 0, .reg = isa::x(reg)};
  node.value = value;
  node.bits = bits;
  return node;
}

Proposition::Node of(Kind kind, std::vector<std::size_t> operands) {
  Proposition::Node node;
  node.kind = kind;
  node.operands = std::move(operands);
  return node;
}

Question question(std::vector<Proposition::Node> nodes) {
  auto result = Question::of({std::move(nodes)}, two_threads());
  REQUIRE(result);
  return std::move(*result);
}

}  // namespace

TEST_CASE("an answer is given as soon as it is known", "[memory][question]") {
  // (X1 = 1 and X2 = 2) or not X3 = 3
  Question asked = question({equals(1, 1),
                             equals(2, 2),
                             of(Kind::conjunction, {0, 1}),
                             equals(3, 3),
                             of(Kind::negation, {3}),
                             of(Kind::disjunction, {2, 4})});
  const Question::Rest whole = asked.whole();
  CHECK(asked.answer(whole) == std::nullopt);
  CHECK(asked.answer(asked.after(whole, 0, isa::x(3), 0)) == true);
  const Question::Rest three = asked.after(whole, 0, isa::x(3), 3);
  CHECK(asked.answer(three) == std::nullopt);
  CHECK(asked.answer(asked.after(three, 0, isa::x(2), 1)) == false);
  const Question::Rest two = asked.after(three, 0, isa::x(2), 2);
  CHECK(asked.answer(two) == std::nullopt);
  CHECK(asked.answer(asked.after(two, 0, isa::x(1), 1)) == true);
}

TEST_CASE("what no longer matters is forgotten", "[memory][question]") {
  Question asked = question({equals(1, 1),
                             equals(2, 2),
                             of(Kind::conjunction, {0, 1}),
                             equals(3, 3),
                             of(Kind::disjunction, {2, 3})});
  const Question::Rest whole = asked.whole();
  SECTION("values of a part that is decided") {
    const Question::Rest first = asked.after(whole, 0, isa::x(1), 7);
    const Question::Rest second = asked.after(whole, 0, isa::x(2), 7);
    CHECK(first == second);
    CHECK(asked.after(first, 0, isa::x(2), 2) == first);
  }
  SECTION("how a part that is not decided got so far, not how far it got") {
    CHECK(asked.after(whole, 0, isa::x(1), 1) != whole);
    CHECK(asked.after(whole, 0, isa::x(3), 5) == asked.after(whole, 0, isa::x(3), 6));
  }
  SECTION("registers of other threads and other registers") {
    CHECK(asked.after(whole, 1, isa::x(1), 7) == whole);
    CHECK(asked.after(whole, 0, isa::x(9), 7) == whole);
  }
}

TEST_CASE("values are compared in as many bits as are asked for", "[memory][question]") {
  Question asked = question({equals(1, 0xFFFFFFFF, 32)});
  CHECK(asked.answer(asked.after(asked.whole(), 0, isa::x(1), ~std::uint64_t{0})) == true);
  Question wide = question({equals(1, 0xFFFFFFFF)});
  CHECK(wide.answer(wide.after(wide.whole(), 0, isa::x(1), ~std::uint64_t{0})) == false);
}

TEST_CASE("constants and empty connectives answer themselves", "[memory][question]") {
  const auto answer = [](std::vector<Proposition::Node> nodes) {
    Question asked = question(std::move(nodes));
    return asked.answer(asked.whole());
  };
  CHECK(answer({of(Kind::truth, {})}) == true);
  CHECK(answer({of(Kind::falsehood, {})}) == false);
  CHECK(answer({of(Kind::conjunction, {})}) == true);
  CHECK(answer({of(Kind::disjunction, {})}) == false);
  CHECK(answer({equals(1, 1), of(Kind::falsehood, {}), of(Kind::conjunction, {0, 1})}) == false);
}
