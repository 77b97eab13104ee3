// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/program_length.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

constexpr std::uint64_t kGreatest = ~std::uint64_t{0};

Item run(std::uint64_t cycles) {
  return {RunItem{.context = {}, .cycles = Cycles{cycles}}};
}

Item exit(ExitItem::Kind kind) {
  return {ExitItem{kind}};
}

}  // namespace

TEST_CASE("a program is as long as its runs, system calls, monitors and sleeps",
          "[scenario][programs]") {
  const ProgramLength length = length_of({run(10),
                                          {SyscallItem{Cycles{20}}},
                                          {MonitorItem{.cycles = Cycles{30}}},
                                          {SleepItem{7}},
                                          {YieldItem{}},
                                          {MigrateItem{}}},
                                         2);
  CHECK(length.cycles == 120);
  CHECK(length.ns == 14);
}

TEST_CASE("every item of a bare CPU takes a cycle", "[scenario][programs]") {
  CHECK(length_of({{IsbItem{}}, {WaitItem{}}, {MaskItem{}}, {MsrItem{}}}, 3).cycles == 12);
}

TEST_CASE("an exit takes the world switch there and back; one that is fixed up, its own time",
          "[scenario][programs]") {
  const kernel::WorldSwitchCosts costs{.entry_before_switch = 2,
                                       .entry_after_switch = 40,
                                       .exit_before_switch = 600,
                                       .exit_after_switch = 8'000,
                                       .fixup_exit = 5};
  using enum ExitItem::Kind;
  CHECK(length_of({exit(host)}, 1, costs).cycles == 8'642);
  CHECK(length_of({exit(user)}, 1, costs).cycles == 8'642);
  CHECK(length_of({exit(fixup)}, 1, costs).cycles == 5);
}

TEST_CASE("lengths beyond 64 bits stay at the greatest value", "[scenario][programs]") {
  const Item inner{RepeatItem{kGreatest, {run(3)}}};
  CHECK(length_of({inner}, 1).cycles == kGreatest);
  CHECK(length_of({inner, inner}, kGreatest).cycles == kGreatest);
  CHECK(length_of({{SleepItem{kGreatest}}, {SleepItem{1}}}, 1).ns == kGreatest);
  CHECK(picoseconds_of({.cycles = kGreatest}, 1) == kGreatest);
  CHECK(picoseconds_of({.cycles = 1, .ns = kGreatest / 1'000}, 1) == kGreatest);
}

TEST_CASE("picoseconds are rounded up", "[scenario][programs]") {
  CHECK(picoseconds_of({.cycles = 3}, 3) == 1'000'000);
  CHECK(picoseconds_of({.cycles = 1}, 3) == 333'334);  // 333,333.3
  CHECK(picoseconds_of({.cycles = 4, .ns = 2}, 3) == 1'335'334);
  CHECK(picoseconds_of({.cycles = 9'223'372'036'854}, 1) == 9'223'372'036'854'000'000);
}

TEST_CASE("items are counted with those in repetitions", "[scenario][programs]") {
  CHECK(items_in({run(1), {RepeatItem{100, {run(1), {RepeatItem{2, {run(1)}}}}}}}) == 5);
}
