// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/models/cpu/cpu_fixture.h"

using namespace pmusim;
using namespace pmusim::test;

TEST_CASE("run steps execute their cycles at consecutive positions of their work", "[cpu][steps]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    co_await f.user(3);
    co_await f.kernel(2);
    co_await f.user(2);
  };
  f.cpu.start(task(), kUser);
  f.run();
  const auto user = [&](std::uint64_t position) {
    return FakePmu::Cycle{kUser, &f.activity, position};
  };
  const auto kernel = [&](std::uint64_t position) {
    return FakePmu::Cycle{kKernel, &f.kernel_activity, position};
  };
  CHECK(f.pmu.cycles ==
        std::vector{user(0), user(1), user(2), kernel(0), kernel(1), user(3), user(4)});
  CHECK(f.cpu.is_over());
  CHECK(f.cpu.cycle() == CycleTime{7});
  CHECK(f.cpu.executed() == Cycles{7});
}

TEST_CASE("an instruction step takes one cycle and acts at its end", "[cpu][steps]") {
  CpuFixture f;
  StepResult read;
  const auto task = [&]() -> Software {
    co_await f.user(3);
    co_await step::Msr{kKernel, kOther, 42};
    read = co_await step::Mrs{kKernel, kOther};
    co_await step::SendIpi{CpuId{9}};
  };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(f.pmu.writes == std::vector{FakePmu::Write{4, 42}});
  CHECK(read.value ==
        5);  // the fake PMU answers with the cycles so far: its own cycle is among them
  CHECK(read.at == CycleTime{5});
  CHECK(f.ipis.sent == std::vector{FakeIpis::Sent{CycleTime{6}, CpuId{9}}});
}

TEST_CASE("an instruction step retires one instruction and nothing else", "[cpu][steps]") {
  OneInstruction instruction;
  CHECK(instruction.view(kInstRetired, 5, 1).amount == 1);
  CHECK(instruction.view(kCpuCycles, 5, 1).amount == 0);
  CHECK(instruction.view(EventId{0x3f}, 5, 1).amount == 0);
}

TEST_CASE("a refused access tells its software why", "[cpu][steps]") {
  CpuFixture f;
  StepResult write;
  StepResult read;
  const auto task = [&]() -> Software {
    write = co_await step::Msr{kKernel, kForbidden, 1};
    read = co_await step::Mrs{kKernel, kForbidden};
  };
  f.cpu.start(task(), kKernel);
  f.run();
  CHECK(write.outcome == AccessOutcome::trap_to_el3);
  CHECK(read.outcome == AccessOutcome::trap_to_el3);
  CHECK(f.pmu.writes.empty());
}

TEST_CASE("barriers, exceptions, returns and changes of level synchronise the context",
          "[cpu][steps]") {
  struct Case {
    Step step;
    std::vector<std::uint64_t> synchronisations;  ///< after how many cycles
  };

  CpuFixture f;
  const std::vector<Case> cases{{step::Isb{}, {4}},                   // at its end
                                {step::TakeException{kKernel}, {4}},  // at its end
                                {step::Eret{kUser}, {4}},             // at its end
                                {f.kernel(1), {3}},                   // another level: at its start
                                {f.user(1), {}},
                                {step::Msr{kUser, kOther, 1}, {}}};
  for (const Case& c : cases) {
    CpuFixture g;
    const auto task = [](CpuFixture& fixture, Step step) -> Software {
      co_await fixture.user(3);
      co_await step;
    };
    CAPTURE(kStepKinds[c.step.index()].name);
    g.cpu.start(task(g, c.step), kUser);
    g.run();
    CHECK(g.pmu.synchronisations == c.synchronisations);
  }
}

TEST_CASE("steps without a context of their own run where the software is", "[cpu][steps]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    co_await step::Isb{};
    co_await step::TakeException{kKernel};
    co_await step::Isb{};
    co_await step::Eret{kUser};
    co_await step::Isb{};
  };
  f.cpu.start(task(), kUser);
  f.run();
  REQUIRE(f.pmu.cycles.size() == 5);
  CHECK(f.pmu.cycles[0].context == kUser);
  CHECK(f.pmu.cycles[1].context == kUser);
  CHECK(f.pmu.cycles[2].context == kKernel);
  CHECK(f.pmu.cycles[3].context == kKernel);
  CHECK(f.pmu.cycles[4].context == kUser);
}

TEST_CASE("consecutive runs of one work in one context are one span", "[cpu][speed]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    for (int i = 0; i < 100; ++i) {
      co_await f.user(1000);
    }
  };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(f.pmu.begins == 1);
  CHECK(f.pmu.plans == 100);
}

TEST_CASE("an exception that software does not catch comes out of the CPU", "[cpu]") {
  CpuFixture f;
  const auto task = [&]() -> Software {
    co_await f.user(1);
    throw std::runtime_error{"as intended"};
  };
  f.cpu.start(task(), kUser);
  CHECK_THROWS_WITH(f.run(), "as intended");
}
