// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/slot_set.h"

#include <catch2/catch.hpp>

namespace pmusim::memory {
namespace {

TEST_CASE("age in the window is counted from its oldest, also across the end of the ring") {
  Ring ring;
  for (unsigned turn = 0; turn < 2 * kWindow; ++turn) {
    const Slot first = ring.push();
    const Slot second = ring.push();
    const Slot third = ring.push();
    SlotSet outer;
    outer.add(first);
    outer.add(third);
    CHECK(ring.age_rank(second) == 1);
    CHECK(ring.older(second) == SlotSet{std::uint64_t{1} << first});
    CHECK(ring.younger(second) == SlotSet{std::uint64_t{1} << third});
    CHECK(ring.oldest(outer) == first);
    CHECK(ring.youngest(outer) == third);
    ring.keep(1);
    ring.pop_oldest();
  }
}

TEST_CASE("a full window has no room, and all of it is in the set of all") {
  Ring ring;
  for (unsigned i = 0; i < kWindow; ++i) {
    ring.push();
  }
  CHECK(ring.free() == 0);
  CHECK(ring.all() == SlotSet{~std::uint64_t{0}});
  ring.pop_oldest();
  CHECK(ring.younger(ring.head()).bits() == (~std::uint64_t{0} << 2U));
}

}  // namespace
}  // namespace pmusim::memory
