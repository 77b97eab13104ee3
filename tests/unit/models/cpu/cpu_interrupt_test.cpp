// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/models/cpu/cpu_fixture.h"

using namespace pmusim;
using namespace pmusim::test;

TEST_CASE("an overflow in cycle k interrupts before cycle k+2, plus the skid",
          "[cpu][interrupt][skid]") {
  const auto skid = GENERATE(0U, 1U, 12U);
  const auto stepping = GENERATE(CpuStepping::spans, CpuStepping::single_cycles);
  CpuFixture f{{.stepping = stepping, .skid = Cycles{skid}}};
  f.pmu.raises = {10};
  const auto task = [&]() -> Software { co_await f.user(100); };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(f.first_cycle_in(kKernel) == 12 + skid);
  REQUIRE(f.handled.size() == 1);
  CHECK(f.handled[0].line == InterruptLine::pmu);
  CHECK(f.handled[0].raised == CycleTime{11});
  CHECK(f.handled[0].taken == CycleTime{12 + skid});
}

TEST_CASE("a level that falls within the skid gives no interrupt", "[cpu][interrupt][skid]") {
  CpuFixture f{{.skid = Cycles{12}}};
  f.pmu.raises = {10};
  const auto task = [&]() -> Software { co_await f.user(100); };
  f.cpu.start(task(), kUser);
  SECTION("one cycle before it is seen: none") {
    f.pmu.falls = {
        22};  // low from edge 23 on; the CPU would act at edge 24 on what was published at 23
    f.run();
    CHECK(f.handled.empty());
  }
  SECTION("at the edge at which it is taken: too late") {
    f.pmu.falls = {23};
    f.run();
    CHECK(f.handled.size() == 1);
  }
}

TEST_CASE("an interrupted run goes on where it was", "[cpu][interrupt]") {
  CpuFixture f;
  f.pmu.raises = {10};
  const auto task = [&]() -> Software { co_await f.user(100); };
  f.cpu.start(task(), kUser);
  f.run();
  // 100 cycles of the task, MSR and exception return.
  REQUIRE(f.pmu.cycles.size() == 102);
  CHECK(f.pmu.cycles[11].position == 11);
  CHECK(f.pmu.cycles[12].context == kKernel);
  CHECK(f.pmu.cycles[13].context == kKernel);
  CHECK(f.pmu.cycles[14] == FakePmu::Cycle{kUser, &f.activity, 12});
  CHECK(f.pmu.cycles[101].position == 99);
}

TEST_CASE("a step interrupted before its last cycle happens afterwards", "[cpu][interrupt]") {
  CpuFixture f;
  f.pmu.raises = {8};
  const auto task = [&]() -> Software {
    co_await f.user(10);
    co_await step::Msr{kKernel, kOther, 42};
  };
  f.cpu.start(task(), kUser);
  f.run();
  // Taken at edge 10, exactly before the MSR: handler 10 and 11, MSR in 12.
  REQUIRE(f.pmu.writes.size() == 2);
  CHECK(f.pmu.writes[0] == FakePmu::Write{11, 1});
  CHECK(f.pmu.writes[1] == FakePmu::Write{13, 42});
}

TEST_CASE("interrupt entry and return synchronise the context", "[cpu][interrupt]") {
  CpuFixture f;
  f.pmu.raises = {10};
  const auto task = [&]() -> Software { co_await f.user(100); };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(f.pmu.synchronisations == std::vector<std::uint64_t>{12, 14});
}

TEST_CASE("a handler is not interrupted until it unmasks", "[cpu][interrupt][mask]") {
  CpuFixture f;
  f.pmu.raises = {10};
  std::vector<CycleTime> nested;
  f.cpu.set_handler(InterruptLine::pmu, {kKernel, [&](const TakenInterrupt&) {
                                           return [](CpuFixture& fixture) -> Software {
                                             co_await CpuFixture::acknowledge();  // cycle 12
                                             co_await fixture.kernel(20);         // 13 to 32
                                             co_await step::Mask{false};          // 33
                                             co_await fixture.kernel(20);
                                           }(f);
                                         }});
  f.cpu.set_handler(InterruptLine::ipi, {kKernel, [&](const TakenInterrupt& taken) {
                                           nested.push_back(taken.taken);
                                           return [](CpuFixture& fixture) -> Software {
                                             co_await fixture.kernel(1);
                                           }(f);
                                         }});
  const auto task = [&]() -> Software { co_await f.user(100); };
  f.cpu.start(task(), kUser);
  f.post_ipi(14);
  f.run();
  CHECK(nested == std::vector{CycleTime{34}});
  // All that was interrupted ran to its end: user 100, handler 1 + 20 + 1 + 20 + return, nested 1 +
  // return.
  CHECK(f.pmu.cycles.size() == 100 + 43 + 2);
  CHECK(f.cpu.is_over());
}

TEST_CASE("PSTATE.I is what it was when a handler returns", "[cpu][interrupt][mask]") {
  CpuFixture f;
  f.pmu.raises = {10};
  const auto task = [&]() -> Software { co_await f.user(50); };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK_FALSE(f.cpu.is_masked());
}

TEST_CASE("masked, nothing is taken; unmasking takes it at once", "[cpu][interrupt][mask]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    co_await step::Mask{true};   // cycle 0
    co_await f.user(50);         // 1 to 50
    co_await step::Mask{false};  // 51
    co_await f.user(10);
  };
  f.cpu.start(task(), kUser);
  f.post_ipi(5);
  f.run();
  REQUIRE(f.handled.size() == 1);
  CHECK(f.handled[0].raised == CycleTime{5});
  CHECK(f.handled[0].taken == CycleTime{52});
}

TEST_CASE("an IPI is taken at the first edge after it arrives", "[cpu][interrupt][ipi]") {
  CpuFixture f;
  const auto task = [&]() -> Software { co_await f.user(100); };
  f.cpu.start(task(), kUser);
  f.post_ipi(20);
  f.run();
  REQUIRE(f.handled.size() == 1);
  CHECK(f.handled[0].taken == CycleTime{21});
}

TEST_CASE("an IPI that is posted in the middle of a span cuts it", "[cpu][interrupt][ipi]") {
  CpuFixture f;
  const auto task = [&]() -> Software { co_await f.user(100); };
  f.cpu.start(task(), kUser);
  CHECK(f.cpu.advance(CycleTime{0}, CycleTime{0}) == CycleTime{100});
  f.post_ipi(20);
  f.cpu.advance(CycleTime{21}, CycleTime{21});
  CHECK(f.first_cycle_in(kKernel) == 21);  // nothing of the handler is committed yet
  CHECK(f.pmu.cycles.size() == 21);
  CHECK(f.handled.size() == 1);
}

TEST_CASE("the timer interrupts at each period", "[cpu][interrupt][timer]") {
  CpuFixture f{{.timer_period = Picoseconds{100'000}}};
  const auto task = [&]() -> Software { co_await f.user(1000); };
  f.cpu.start(task(), kUser);
  f.run();
  REQUIRE(f.handled.size() >= 10);
  CHECK(f.handled[0].taken == CycleTime{101});
  CHECK(f.handled[1].taken == CycleTime{201});
  CHECK(f.cpu.taken(InterruptLine::timer) == f.handled.size());
}

TEST_CASE("a handler that does not remove its cause halts the CPU in the end", "[cpu][interrupt]") {
  CpuFixture f;
  f.pmu.raises = {10};
  f.cpu.set_handler(InterruptLine::pmu, {kKernel, [&](const TakenInterrupt&) {
                                           return [](CpuFixture& fixture) -> Software {
                                             co_await fixture.kernel(1);
                                           }(f);
                                         }});
  const auto task = [&]() -> Software { co_await f.user(100); };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(f.cpu.state() == Cpu::State::halted);
  CHECK(f.cpu.is_over());
  CHECK(f.cpu.is_blocked());
  CHECK(f.cpu.first_interrupts().size() == Cpu::kKeptInterrupts);
}
