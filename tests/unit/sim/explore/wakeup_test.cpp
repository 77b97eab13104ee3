// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/wakeup.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::explore;
using enum kernel::WakeupOrder;

// Verdicts of herd7 7.58 with aarch64.cat for the shape RBW. AArch64 keeps a release before a later
// LDAR; LDAPR loses that order.
TEST_CASE("a wake-up is missed unless both sides order their store before their load",
          "[explore][wakeup]") {
  const auto [kernel, reader, expected] =
      GENERATE(table<kernel::WakeupOrder, kernel::WakeupOrder, std::string>({
          {full_barrier, full_barrier, "forbidden"},
          {full_barrier, none, "allowed"},
          {full_barrier, release_acquire, "forbidden"},
          {none, full_barrier, "allowed"},
          {none, none, "allowed"},
          {none, release_acquire, "allowed"},
          {release_acquire, full_barrier, "forbidden"},
          {release_acquire, none, "allowed"},
          {release_acquire, release_acquire, "forbidden"},
          {release_acquirepc, full_barrier, "allowed"},
          {full_barrier, release_acquirepc, "allowed"},
          {release_acquirepc, release_acquirepc, "allowed"},
          {release_acquire, release_acquirepc, "allowed"},
      }));
  const auto verdict = explore_wakeup(kernel, reader);
  REQUIRE(verdict);
  CAPTURE(verdict->name);
  CHECK(to_text(*verdict) == expected);
  CHECK(verdict->missed.witness.has_value() == (expected == "allowed"));
}

TEST_CASE("the witness of a missed wake-up shows the look that came too early",
          "[explore][wakeup][witness]") {
  const auto verdict = explore_wakeup(none, full_barrier);
  REQUIRE(verdict);
  REQUIRE(verdict->missed.witness);
  const WitnessLines& lines = *verdict->missed.witness;
  REQUIRE(lines.size() == 4);
  const WitnessLine& early = lines.front();
  CHECK(early.side == "kernel");
  CHECK(early.step == "look for a sleeper");
  CHECK(early.effect == "reads asleep = 0");
  CHECK(early.overtakes == "publish");
}
