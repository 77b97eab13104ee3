// SPDX-License-Identifier: Apache-2.0
//
// The rules one by one; what they mean for outcomes is tested in dependencies_test, barriers_test,
// atomics_test and same_location_test.
#include "models/memory/thread_order.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::memory;

namespace {

BitSet set(std::initializer_list<unsigned> members) {
  BitSet result;
  for (const unsigned member : members) {
    result.add(member);
  }
  return result;
}

}  // namespace

TEST_CASE("what a load gives depends on it, on its address and on what it is forwarded",
          "[memory][order]") {
  const Dependency address{set({1}), set({1, 2})};
  const Dependency out{set({3}), set({3, 4})};
  const Dependency result = loaded(9, address, out);
  CHECK(result.data == set({1, 3, 9}));
  CHECK(result.pick == set({1, 2, 3, 4, 9}));
}

TEST_CASE("what flows out of a store is its address, its data, and what it was computed from",
          "[memory][order]") {
  const StoreInputs inputs{.address = {set({1}), set({1, 2})},
                           .data = {set({3}), set({3, 4})},
                           .compared = {set({5}), set({5, 6})},
                           .own_read = {set({7}), set({7, 8})}};
  SECTION("a store and a swap") {
    const isa::Op op = GENERATE(isa::Op::store, isa::Op::store_exclusive, isa::Op::swp);
    CHECK(out_of_store(op, inputs).data == set({1, 3}));
    CHECK(out_of_store(op, inputs).pick == set({1, 2, 3, 4}));
  }
  SECTION("an atomic that computes") {
    const isa::Op op = GENERATE(isa::Op::ldadd, isa::Op::ldclr, isa::Op::ldeor, isa::Op::ldset);
    CHECK(out_of_store(op, inputs).data == set({1, 3, 7}));
    CHECK(out_of_store(op, inputs).pick == set({1, 2, 3, 4, 7, 8}));
  }
  SECTION("a CAS") {
    CHECK(out_of_store(isa::Op::cas, inputs).data == set({1, 3}));
    CHECK(out_of_store(isa::Op::cas, inputs).pick == set({1, 2, 3, 4, 5, 6, 7, 8}));
  }
}

TEST_CASE("a pick reaches through memory whatever its load is ordered before", "[memory][order]") {
  ThreadOrder order{true};
  (void)order.read(0, {});                          // picks
  (void)order.write(1, {.data = set({0})});         // what was picked
  (void)order.read(2, {.stored_picks = set({0})});  // read again
  (void)order.read(3, {.address = set({2})});       // its address comes from that
  CHECK(order.write(4, {.data = set({3})}) == set({0, 3}));
  SECTION("without picks the rule says nothing") {
    ThreadOrder plain{false};
    (void)plain.read(0, {});
    (void)plain.read(1, {.stored_picks = set({0})});
    CHECK(plain.write(2, {.data = set({1})}) == set({1}));
  }
}

TEST_CASE("what stands behind a barrier is told before it is fetched", "[memory][order]") {
  ThreadOrder order{false};
  (void)order.read(0, {});
  (void)order.write(1, {});
  order.branch(set({0}));
  using isa::BarrierTypes;
  using isa::Op;
  CHECK(order.behind(Op::dmb, BarrierTypes::all) == set({0, 1}));
  CHECK(order.behind(Op::dmb, BarrierTypes::loads) == set({0}));
  CHECK(order.behind(Op::dmb, BarrierTypes::stores).empty());
  CHECK(order.behind(Op::dsb, BarrierTypes::stores) == set({1}));
  CHECK(order.behind(Op::isb, {}) == set({0}));
}
