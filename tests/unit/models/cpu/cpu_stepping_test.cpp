// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include <catch2/catch.hpp>

#include "models/common/random.h"
#include "tests/unit/models/cpu/cpu_fixture.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

Software handler(CpuFixture& f) {
  co_await f.kernel(5);
  co_await CpuFixture::acknowledge();
  co_await step::Mask{false};
  co_await f.kernel(7);
}

Software callee(CpuFixture& f) {
  co_await step::TakeException{kKernel};
  co_await f.kernel(4);
  co_await step::Eret{kUser};
}

/// Has every kind of step, and a call.
Software everything(CpuFixture& f) {
  for (int i = 0; i < 5; ++i) {
    co_await f.user(13);
    co_await step::Msr{kKernel, kOther, 1};
    co_await step::Mrs{kKernel, kOther};
    co_await step::Isb{};
    co_await callee(f);
    co_await step::SendIpi{CpuId{0}};
    co_await step::Mask{true};
    co_await f.user(29);
    co_await step::Mask{false};
    co_await step::WaitForInterrupt{};
  }
}

/// How a CPU is called.
using Drive = std::function<void(CpuFixture&, std::uint64_t end)>;

void when_it_asks(CpuFixture& f, std::uint64_t end) {
  f.run(end);
}

void every_cycle(CpuFixture& f, std::uint64_t end) {
  for (std::uint64_t edge = 0; edge <= end; ++edge) {
    f.cpu.advance(CycleTime{edge}, CycleTime{edge});
  }
}

void by_ticks(CpuFixture& f, std::uint64_t end) {
  for (std::uint64_t edge = 0; edge <= end; ++edge) {
    f.cpu.tick(CycleTime{edge});
  }
}

void at_random(CpuFixture& f, std::uint64_t end) {
  const CounterRandom random{17};
  std::uint64_t edge = 0;
  for (std::uint64_t n = 0; edge < end; ++n) {
    f.cpu.advance(CycleTime{edge}, CycleTime{edge});
    edge = std::min(end, edge + random.at(n) % 9);
  }
  f.cpu.advance(CycleTime{end}, CycleTime{end});
}

void running_ahead(CpuFixture& f, std::uint64_t end) {
  CycleTime wake{0};
  while (wake <= CycleTime{end}) {
    const CycleTime now = wake;
    wake = f.cpu.advance(now, std::min(now + Cycles{50}, CycleTime{end}));
  }
  f.cpu.advance(CycleTime{end}, CycleTime{end});
}

void prepare(CpuFixture& f) {
  f.pmu.raises = {3, 20, 21, 55, 90, 130, 131, 132, 200};
  f.pmu.falls = {57};
  f.cpu.set_handler(InterruptLine::pmu, {kKernel, [&f](const TakenInterrupt& taken) {
                                           f.handled.push_back(taken);
                                           return handler(f);
                                         }});
  f.cpu.start(everything(f), kUser);
  f.post_ipi(33);
  f.post_ipi(37);
  f.post_ipi(150);
}

bool same_end(const CpuFixture& a, const CpuFixture& b) {
  return a.cpu.cycle() == b.cpu.cycle() && a.cpu.executed() == b.cpu.executed() &&
         a.cpu.state() == b.cpu.state() && a.cpu.context() == b.cpu.context();
}

/// Pointers to activities differ between two fixtures; everything else must not.
bool same_cycles(const CpuFixture& a, const CpuFixture& b) {
  return std::ranges::equal(a.pmu.cycles, b.pmu.cycles, [](const auto& x, const auto& y) {
    return x.context == y.context && x.position == y.position;
  });
}

}  // namespace

TEST_CASE("how a CPU is called changes nothing it does", "[cpu][stepping]") {
  struct Way {
    CpuStepping stepping;
    Drive drive;
  };

  const auto way = GENERATE(Way{CpuStepping::spans, every_cycle},
                            Way{CpuStepping::spans, at_random},
                            Way{CpuStepping::spans, running_ahead},
                            Way{CpuStepping::single_cycles, every_cycle},
                            Way{CpuStepping::single_cycles, by_ticks},
                            Way{CpuStepping::single_cycles, running_ahead});
  const auto skid = GENERATE(0U, 1U, 9U);
  constexpr std::uint64_t kEnd = 700;
  const CpuSetUp set_up{
      .stepping = way.stepping, .skid = Cycles{skid}, .timer_period = Picoseconds{71'300}};

  CpuFixture expected{
      {.stepping = CpuStepping::spans, .skid = set_up.skid, .timer_period = set_up.timer_period}};
  prepare(expected);
  when_it_asks(expected, kEnd);
  CpuFixture f{set_up};
  prepare(f);
  way.drive(f, kEnd);

  REQUIRE(expected.handled.size() > 8);
  CHECK(same_cycles(f, expected));
  CHECK(f.pmu.writes == expected.pmu.writes);
  CHECK(f.pmu.synchronisations == expected.pmu.synchronisations);
  CHECK(f.ipis.sent == expected.ipis.sent);
  CHECK(f.handled.size() == expected.handled.size());
  CHECK(same_end(f, expected));
}

TEST_CASE("a run may end in the middle of every kind of step", "[cpu][stepping]") {
  const auto stepping = GENERATE(CpuStepping::spans, CpuStepping::single_cycles);
  std::uint64_t longest = 0;
  for (std::uint64_t end = 0; end < 450; ++end) {
    CpuFixture f{{.stepping = stepping, .skid = Cycles{3}, .timer_period = Picoseconds{71'300}}};
    prepare(f);
    f.run(end);
    CHECK(f.cpu.cycle() == CycleTime{end});
    longest = std::max(longest, f.cpu.executed().count());
  }
  CHECK(longest > 250);
}
