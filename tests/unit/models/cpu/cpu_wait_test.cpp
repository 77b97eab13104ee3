// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/models/cpu/cpu_fixture.h"

using namespace pmusim;
using namespace pmusim::test;

TEST_CASE("WFI stops the clock until an interrupt is visible", "[cpu][wfi]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    co_await f.user(10);
    co_await step::WaitForInterrupt{};
    co_await f.user(10);
  };
  f.cpu.start(task(), kUser);
  f.post_ipi(50);
  f.run();
  // 10 + WFI, asleep until edge 51, handler and return, 10 more.
  CHECK(f.cpu.executed() == Cycles{23});
  CHECK(f.cpu.cycle() == CycleTime{51 + 2 + 10});
  REQUIRE(f.handled.size() == 1);
  CHECK(f.handled[0].taken == CycleTime{51});
  CHECK(f.pmu.cycles.size() == 23);
}

TEST_CASE("WFI does not wait when an interrupt is visible already", "[cpu][wfi]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    co_await step::Mask{true};
    co_await f.user(10);
    co_await step::WaitForInterrupt{};
    co_await f.user(10);
  };
  f.cpu.start(task(), kUser);
  f.post_ipi(5);
  f.run(22);
  CHECK(f.cpu.cycle() == CycleTime{22});
  CHECK(f.cpu.executed() == Cycles{22});
  CHECK(f.handled.empty());
}

TEST_CASE("a masked interrupt ends WFI without being taken", "[cpu][wfi][mask]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    co_await step::Mask{true};
    co_await step::WaitForInterrupt{};
    co_await f.user(10);
  };
  f.cpu.start(task(), kUser);
  f.post_ipi(50);
  f.run();
  CHECK(f.handled.empty());
  CHECK(f.cpu.executed() == Cycles{12});
  CHECK(f.cpu.is_over());
}

TEST_CASE("an overflow of WFI's own cycle wakes it", "[cpu][wfi]") {
  CpuFixture f{{.skid = Cycles{7}}};
  f.pmu.raises = {10};
  const auto task = [&]() -> Software {
    co_await f.user(10);
    co_await step::WaitForInterrupt{};
  };
  f.cpu.start(task(), kUser);
  f.run();
  REQUIRE(f.handled.size() == 1);
  CHECK(f.handled[0].taken == CycleTime{19});
}

TEST_CASE("WFI without any interrupt under way is blocked, but not over", "[cpu][wfi]") {
  CpuFixture f;
  const auto task = [&]() -> Software { co_await step::WaitForInterrupt{}; };
  f.cpu.start(task(), kUser);
  f.run(100);
  CHECK(f.cpu.is_blocked());
  CHECK_FALSE(f.cpu.is_over());
  f.post_ipi(200);
  CHECK_FALSE(f.cpu.is_blocked());
}

TEST_CASE("a CPU whose task is over still takes interrupts", "[cpu]") {
  CpuFixture f{{.timer_period = Picoseconds{100'000}}};
  const auto task = [&]() -> Software { co_await f.user(10); };
  f.cpu.start(task(), kUser);
  f.run(350);
  CHECK(f.cpu.is_over());
  CHECK(f.cpu.state() == Cpu::State::idle);
  CHECK(f.handled.size() == 3);
  CHECK(f.cpu.executed() == Cycles{10 + 3 * 2});
}

TEST_CASE("a CPU without a task is over from the start", "[cpu]") {
  CpuFixture f;
  CHECK(f.cpu.is_over());
  CHECK(f.cpu.advance(CycleTime{0}, CycleTime{0}) == kNever);
}

TEST_CASE("running ahead, a CPU reports its end and a block at its own time", "[cpu][run-ahead]") {
  CpuFixture f;
  SECTION("the end of the task") {
    const auto task = [&]() -> Software { co_await f.user(10); };
    f.cpu.start(task(), kUser);
    CHECK(f.cpu.advance(CycleTime{0}, CycleTime{1000}) == CycleTime{10});
    CHECK(f.cpu.advance(CycleTime{10}, CycleTime{1010}) == kNever);
  }
  SECTION("an endless wait") {
    const auto task = [&]() -> Software { co_await step::WaitForInterrupt{}; };
    f.cpu.start(task(), kUser);
    CHECK(f.cpu.advance(CycleTime{0}, CycleTime{1000}) == CycleTime{1});
    CHECK(f.cpu.advance(CycleTime{1}, CycleTime{1001}) == kNever);
  }
}
