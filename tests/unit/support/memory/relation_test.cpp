// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/relation.h"

#include <initializer_list>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace pmusim::test {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

constexpr std::size_t kEvents = 100;  // more than one word

Relation relation(const Pairs& pairs) {
  Relation result{kEvents};
  for (const auto& [from, to] : pairs) {
    result.add(from, to);
  }
  return result;
}

EventSet set(std::initializer_list<std::size_t> events) {
  EventSet result;
  for (const std::size_t event : events) {
    result.add(event);
  }
  return result;
}

Pairs pairs(const Relation& relation) {
  Pairs result;
  for (std::size_t from = 0; from < relation.events(); ++from) {
    relation.after(from).for_each([&](std::size_t to) { result.emplace_back(from, to); });
  }
  return result;
}

}  // namespace

TEST_CASE("relations compose where the end of one is the start of the next", "[memory][oracle]") {
  const Relation first = relation({{0, 70}, {1, 70}, {2, 3}});
  const Relation second = relation({{70, 99}, {70, 4}, {5, 6}});
  CHECK(pairs(first.then(second)) == Pairs{{0, 4}, {0, 99}, {1, 4}, {1, 99}});
}

TEST_CASE("a relation is cut to a set of starts or of ends", "[memory][oracle]") {
  const Relation whole = relation({{0, 1}, {0, 70}, {65, 70}});
  CHECK(pairs(whole.from(set({65}))) == Pairs{{65, 70}});
  CHECK(pairs(whole.to(set({70}))) == Pairs{{0, 70}, {65, 70}});
  CHECK(whole.range() == set({1, 70}));
}

TEST_CASE("across keeps the pairs with something of a set between", "[memory][oracle]") {
  const Relation order = relation({{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
  CHECK(pairs(order.across(set({1}))) == Pairs{{0, 2}, {0, 3}});
}

TEST_CASE("transitive closure reaches as far as steps go, and not back", "[memory][oracle]") {
  CHECK(pairs(relation({{3, 2}, {2, 80}, {80, 0}}).plus()) ==
        Pairs{{2, 0}, {2, 80}, {3, 0}, {3, 2}, {3, 80}, {80, 0}});
}

TEST_CASE("a relation is cyclic when something reaches itself", "[memory][oracle]") {
  CHECK(relation({{0, 1}, {1, 90}}).acyclic());
  CHECK_FALSE(relation({{0, 1}, {1, 90}, {90, 0}}).acyclic());
  CHECK_FALSE(relation({{7, 7}}).acyclic());
}

TEST_CASE("relations unite, intersect and subtract pair by pair", "[memory][oracle]") {
  const Relation a = relation({{0, 1}, {0, 70}});
  const Relation b = relation({{0, 70}, {2, 3}});
  CHECK(pairs(a | b) == Pairs{{0, 1}, {0, 70}, {2, 3}});
  CHECK(pairs(a & b) == Pairs{{0, 70}});
  CHECK(pairs(a - b) == Pairs{{0, 1}});
  CHECK((a & b).within(b));
  CHECK_FALSE(a.within(b));
}

}  // namespace pmusim::test
