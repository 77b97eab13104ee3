// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "models/memory/bit_set.h"
#include "models/memory/tuple_set.h"

using namespace pmusim::memory;

TEST_CASE("a set of small numbers holds what was added, up to its capacity", "[memory][set]") {
  BitSet set = BitSet::of(255);
  set.add(0);
  set.add(64);
  CHECK(set.has(255));
  CHECK_FALSE(set.has(1));
  std::vector<unsigned> members;
  set.for_each([&](unsigned member) { members.push_back(member); });
  CHECK(members == std::vector<unsigned>{0, 64, 255});
  set.remove(64);
  CHECK(set == (BitSet::of(0) | BitSet::of(255)));
  CHECK(BitSet::of(0).within(set));
  CHECK_FALSE(BitSet::of(1).within(set));
  CHECK((set - BitSet::of(0)) == BitSet::of(255));
}

TEST_CASE("all numbers below a bound are a set", "[memory][set]") {
  const unsigned bound = GENERATE(0U, 1U, 63U, 64U, 65U, 255U, 256U);
  unsigned count = 0;
  unsigned last = 0;
  BitSet::below(bound).for_each([&](unsigned member) {
    ++count;
    last = member;
  });
  CHECK(count == bound);
  CHECK((bound == 0 || last == bound - 1));
}

TEST_CASE("tuples are numbered as they come, and equal ones are one", "[memory][set]") {
  TupleSet<std::uint32_t> set{3};
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    const std::vector<std::uint32_t> tuple{i % 100, i / 100, 7};
    CHECK(set.insert(tuple) == std::pair{i, true});
  }
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    const std::vector<std::uint32_t> tuple{i % 100, i / 100, 7};
    CHECK(set.insert(tuple) == std::pair{i, false});
  }
  CHECK(set.size() == 10'000);
  CHECK(set[1'234][0] == 34);
  CHECK(set[1'234][1] == 12);
}

TEST_CASE("tuples may be empty", "[memory][set]") {
  TupleSet<std::uint64_t> set{0};
  CHECK(set.insert({}) == std::pair{0U, true});
  CHECK(set.insert({}) == std::pair{0U, false});
}
