// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/frequency.h"
#include "tests/support/driver_bench.h"
#include "tests/support/perf_bench.h"

using namespace pmusim;
using namespace pmusim::test;
using kernel::CounterUse;
using kernel::EventState;
using kernel::kMaxInterrupts;
using kernel::PerfEvent;
using kernel::ThrottleTest;

namespace {

/// Ticks of 10,000 ns, and at most `limit` interrupts in each.
PerfBench::Options limited(std::uint64_t limit) {
  return {.config = {.hz = 100'000, .max_sample_rate = limit * 100'000}};
}

constexpr abi::PerfEventAttr kSampling{.config = 0x24, .sample_period = 100};

}  // namespace

// kernel/events/core.c __perf_event_account_interrupt, perf_event_throttle_group,
// perf_adjust_freq_unthr_context.

TEST_CASE("the limit is the rate over the ticks, rounded up", "[perf][throttle]") {
  const auto limit = [](std::uint64_t hz, std::uint64_t rate = 100'000) {
    kernel::PerfConfig config;
    config.hz = hz;
    config.max_sample_rate = rate;
    return config.max_samples_per_tick();
  };
  CHECK(limit(250) == 400);
  CHECK(limit(100) == 1000);
  CHECK(limit(1000) == 100);
  CHECK(limit(250, 100) == 1);
}

TEST_CASE("at the limit the event stops until the next tick, its last sample written",
          "[perf][throttle]") {
  PerfBench bench{limited(3)};
  const PerfEvent& event = bench.open_on_cpu(kSampling);
  bench.boot();
  bench.cpu().uses.clear();
  CHECK(bench.spend_serving(1000) == 3);
  CHECK(event.samples == 3);
  CHECK(event.throttles == 1);
  CHECK(event.hw.interrupts == kMaxInterrupts);
  CHECK(event.state == EventState::active);
  CHECK(bench.cpu().uses ==
        std::vector<ToldUse>{{0, CounterUse::stopped, 0}, {0, CounterUse::throttled, 0}});
  bench.tick();
  CHECK(event.hw.interrupts == 0);
  CHECK(bench.cpu().uses.back() == ToldUse{0, CounterUse::started, 0});
  CHECK(bench.spend_serving(1000) == 3);
  const auto totals = bench.totals(event);
  CHECK(totals.count == 600);
  CHECK(totals.time_running == 2000);  // throttled, it is active all the same
  CHECK(totals.samples == 6);
  CHECK(totals.throttles == 2);
}

TEST_CASE("below the limit ticks start the count anew", "[perf][throttle]") {
  PerfBench bench{limited(3)};
  const PerfEvent& event = bench.open_on_cpu(kSampling);
  bench.boot();
  for (int tick = 0; tick < 5; ++tick) {
    CHECK(bench.spend_serving(200) == 2);
    bench.tick();
  }
  CHECK(event.throttles == 0);
  CHECK(event.samples == 10);
}

TEST_CASE("the comparison has moved twice", "[perf][throttle][version]") {
  struct Case {
    ThrottleTest test;
    std::uint64_t limit;
    unsigned served;
  };

  // Of 10 periods in one tick.
  const auto [test, limit, served] = GENERATE(values<Case>({
      {ThrottleTest::at_limit, 1, 1},
      {ThrottleTest::at_limit, 4, 4},
      {ThrottleTest::above_limit, 1, 2},
      {ThrottleTest::above_limit, 4, 5},
      {ThrottleTest::at_limit_after_second, 1, 2},
      {ThrottleTest::at_limit_after_second, 4, 4},
  }));
  CAPTURE(test, limit);
  PerfBench::Options options = limited(limit);
  options.config.version.throttle_test = test;
  PerfBench bench{options};
  bench.open_on_cpu(kSampling);
  bench.boot();
  CHECK(bench.spend_serving(1000) == served);
}

TEST_CASE("the whole group is throttled and comes back together", "[perf][throttle]") {
  PerfBench bench{limited(2)};
  const PerfEvent& leader = bench.open_on_cpu(attr_of(0x11));
  const PerfEvent& sampling = bench.open_on_cpu(kSampling, leader.index);
  const PerfEvent& member = bench.open_on_cpu(attr_of(0x24), leader.index);
  const PerfEvent& off = bench.open_on_cpu({.config = 0x24, .disabled = true}, leader.index);
  bench.boot();
  bench.spend_serving(1000);
  CHECK(bench.totals(leader).count == 200);
  CHECK(bench.totals(sampling).count == 200);
  CHECK(bench.totals(member).count == 200);
  CHECK(off.hw.interrupts == 0);
  bench.tick();
  CHECK(leader.hw.interrupts == 0);
  bench.spend_serving(50);
  CHECK(bench.totals(leader).count == 250);
  CHECK(bench.totals(member).count == 250);
}

TEST_CASE("up to 6.15 only the event itself was throttled, by the driver",
          "[perf][throttle][version]") {
  PerfBench::Options options = limited(2);
  options.config.version.throttles_whole_group = false;
  options.config.version.throttle_test = ThrottleTest::at_limit_after_second;
  options.driver.quirks.overflow_return_stops = true;
  PerfBench bench{options};
  const PerfEvent& leader = bench.open_on_cpu(kSampling);
  const PerfEvent& member = bench.open_on_cpu(attr_of(0x24), leader.index);
  bench.boot();
  bench.spend_serving(1000);
  CHECK(leader.samples == 2);
  CHECK(bench.cpu().uses.back() == ToldUse{0, CounterUse::throttled, 0});
  CHECK(bench.totals(leader).count == 200);
  CHECK(bench.totals(member).count == 1000);
  bench.tick();
  bench.spend_serving(50);
  CHECK(bench.totals(leader).count == 250);
}

TEST_CASE("a member that overflowed in the same interrupt still has its sample",
          "[perf][throttle]") {
  // Both flags are set; the leader, on counter 0, throttles the group before the member is served.
  PerfBench bench{limited(1)};
  const PerfEvent& leader = bench.open_on_cpu(kSampling);
  const PerfEvent& member = bench.open_on_cpu(kSampling, leader.index);
  bench.boot();
  CHECK(bench.spend_serving(150) == 1);
  CHECK(leader.samples == 1);
  CHECK(member.samples == 1);
  CHECK(bench.cpu().reg("PMCNTEN") == 0);
}

TEST_CASE("being scheduled in ends a throttle", "[perf][throttle]") {
  PerfBench bench{limited(2)};
  const PerfEvent& event = bench.open_for_task(kSampling);
  bench.boot();
  bench.sched_in(0);
  CHECK(bench.spend_serving(500) == 2);
  bench.sched_out(0);
  CHECK(event.hw.interrupts == kMaxInterrupts);
  bench.sched_in(0);
  CHECK(event.hw.interrupts == 0);
  CHECK(bench.spend_serving(1000) == 2);
}

TEST_CASE("samples with a vCPU loaded belong to the guest", "[perf][sample]") {
  const auto [loaded, exclude_guest, old, guest] = GENERATE(table<bool, bool, bool, unsigned>({
      {false, false, false, 0},
      {true, false, false, 1},
      {true, true, false, 0},
      {true, true, true, 1},  // before 6.13 exclude_guest was not looked at
  }));
  CAPTURE(loaded, exclude_guest, old);
  PerfBench::Options options;
  options.config.version.guest_samples_need_include = !old;
  PerfBench bench{options};
  abi::PerfEventAttr attr = kSampling;
  attr.exclude_guest = exclude_guest;
  const PerfEvent& event = bench.open_on_cpu(attr);
  bench.boot();
  bench.cpu().guests.set_vcpu_loaded(loaded);
  CHECK(bench.spend_serving(100) == 1);
  CHECK(event.samples == 1);
  CHECK(event.guest_samples == guest);
}

TEST_CASE("the overflow handler is a place of its own", "[perf][sample]") {
  PerfBench bench;
  bench.open_on_cpu(kSampling);
  bench.boot();
  bench.cpu().kernel.enter(kernel::Place::host_user);
  bench.cpu().places.clear();
  bench.spend_serving(100);
  CHECK(bench.cpu().places == std::vector<std::string>{"overflow_handler", "host_user"});
}

TEST_CASE("an event that only counts takes no samples at its internal period", "[perf][sample]") {
  PerfBench bench;
  const PerfEvent& event = bench.open_on_cpu(attr_of(0x24));
  bench.boot();
  CHECK(bench.spend_serving(0x1'8000'0000) == 3);
  CHECK(event.samples == 0);
  CHECK(bench.totals(event).count == 0x1'8000'0000);
}

TEST_CASE("a period moves an eighth of the way to the frequency", "[perf][frequency]") {
  PerfEvent event;
  event.attr = {.sample_period = 1000, .freq = true};
  event.hw.sample_period = 1000;
  event.hw.period_left = 500;
  // 9,000 occurrences in 1 ms are 9,000,000 a second: 9000 each for a frequency of 1000.
  CHECK_FALSE(kernel::adjust_period(event, 1'000'000, 9000));
  CHECK(event.hw.sample_period == 2000);  // (8000 + 7) / 8 = 1000
  event.hw.sample_period = 17;
  CHECK_FALSE(kernel::adjust_period(event, 1'000'000, 2000));  // wants 2000
  CHECK(event.hw.sample_period == 17 + (1983 + 7) / 8);
  event.hw.sample_period = 2000;
  CHECK_FALSE(kernel::adjust_period(event, 1'000'000, 1));  // wants 1
  CHECK(event.hw.sample_period == 2000 - (1999 + 7) / 8);
  event.hw.sample_period = 8;
  event.hw.period_left = 0;
  CHECK_FALSE(kernel::adjust_period(event, 1'000'000'000, 0));  // wants 0
  CHECK(event.hw.sample_period == 7);
  event.hw.sample_period = 1;
  CHECK_FALSE(kernel::adjust_period(event, 1'000'000'000, 0));
  CHECK(event.hw.sample_period == 1);  // never 0
  event.hw.period_left = 8;
  CHECK_FALSE(kernel::adjust_period(event, 1'000'000'000, 1000));
  event.hw.sample_period = 1;
  event.hw.period_left = 9;
  CHECK(kernel::adjust_period(event, 1'000'000'000, 1000));
}

TEST_CASE("periods beyond what 64 bits hold wrap as the kernel's do", "[perf][frequency]") {
  constexpr std::uint64_t kGreat = std::uint64_t{1} << 60U;
  PerfEvent event;
  event.attr = {.sample_period = 1, .freq = true};
  event.hw.sample_period = kGreat;
  CHECK(kernel::adjust_period(event, 1'000'000'000, kGreat));  // 0 > 8 * 2^60, which is -2^63
  CHECK(event.hw.sample_period == kGreat);
  event.hw.sample_period = 1;
  (void)kernel::adjust_period(event, 1'000'000'000, 8 * kGreat);
  // The way is 2^63 - 1; with 7 it is 6 - 2^63, an eighth of which is 1 - 2^60.
  CHECK(event.hw.sample_period == 2 - kGreat);
}

TEST_CASE("at ticks a frequency is adjusted by what was counted", "[perf][frequency]") {
  // 100 ticks a second of 10 ms; one occurrence a nanosecond.
  PerfBench bench{{.config = {.hz = 100}}};
  const PerfEvent& event = bench.open_on_cpu({.config = 0x24, .sample_period = 1000, .freq = true});
  bench.boot();
  bench.spend(10'000'000);
  bench.tick();
  // Wanted: 10^7 * 10^9 / (10^7 * 1000) = 10^6, from 1.
  CHECK(event.hw.sample_period == 1 + (999'999 + 7) / 8);
}

TEST_CASE("a frequency settles", "[perf][frequency]") {
  // At 10,000 Hz and one occurrence a nanosecond a period is 100,000.
  PerfBench bench{{.config = {.hz = 1000}}};
  const PerfEvent& event =
      bench.open_on_cpu({.config = 0x24, .sample_period = 10'000, .freq = true});
  bench.boot();
  for (int tick = 0; tick < 200; ++tick) {
    bench.spend_serving(1'000'000);
    bench.tick();
  }
  CHECK(event.hw.sample_period > 99'000);
  CHECK(event.hw.sample_period < 101'000);
  const std::uint64_t before = event.samples;
  for (int tick = 0; tick < 100; ++tick) {
    bench.spend_serving(1'000'000);
    bench.tick();
  }
  // Each tick restarts the event without losing its period.
  CHECK(event.samples - before > 950);
  CHECK(event.samples - before < 1050);
}

TEST_CASE("REFRESH gives that many samples and then switches the event off", "[perf][ioctl]") {
  PerfBench bench;
  abi::PerfEventAttr attr = kSampling;
  attr.disabled = true;
  const PerfEvent& event = bench.open_on_cpu(attr);
  bench.boot();
  bench.cpu().run(bench.perf().refresh(event.index, 3));
  CHECK(bench.spend_serving(1000) == 3);
  CHECK(event.samples == 3);
  CHECK(event.state == EventState::off);
  CHECK(bench.totals(event).count == 300);
  CHECK(bench.totals(event).time_enabled == 300);
  bench.cpu().run(bench.perf().refresh(event.index, 1));
  CHECK(bench.spend_serving(1000) == 1);
  CHECK(event.samples == 4);
}

TEST_CASE("a new period begins at once", "[perf][ioctl]") {
  PerfBench bench;
  const PerfEvent& event = bench.open_on_cpu(kSampling);
  bench.boot();
  bench.spend(60);
  bench.cpu().run(bench.perf().change_period(event.index, 500));
  CHECK(bench.cpu().spend_until_interrupt(1000) == 500);
  CHECK(bench.totals(event).count == 560);
}

TEST_CASE("a new period ends the throttle of the group", "[perf][ioctl][throttle]") {
  PerfBench bench{limited(2)};
  const PerfEvent& leader = bench.open_on_cpu(attr_of(0x11));
  const PerfEvent& event = bench.open_on_cpu(kSampling, leader.index);
  bench.boot();
  bench.spend_serving(1000);
  REQUIRE(leader.hw.interrupts == kMaxInterrupts);
  bench.cpu().run(bench.perf().change_period(event.index, 500));
  CHECK(leader.hw.interrupts == 0);
  bench.spend(100);
  CHECK(bench.totals(leader).count == 300);
  CHECK(bench.totals(event).count == 300);
}

TEST_CASE("PERIOD refuses what open refuses, and 0", "[perf][ioctl]") {
  PerfBench bench;
  const kernel::EventIndex period = bench.open_on_cpu(kSampling).index;
  const kernel::EventIndex counting = bench.open_on_cpu(attr_of(0x24)).index;
  const kernel::EventIndex frequency =
      bench.open_on_cpu({.config = 0x24, .sample_period = 10, .freq = true}).index;
  const std::uint64_t bit63 = std::uint64_t{1} << 63U;
  CHECK(bench.system.check_period(period, bit63 - 1).has_value());
  CHECK_FALSE(bench.system.check_period(period, bit63).has_value());
  CHECK_FALSE(bench.system.check_period(period, 0).has_value());
  CHECK_FALSE(bench.system.check_period(counting, 100).has_value());
  CHECK(bench.system.check_period(frequency, 100'000).has_value());
  CHECK_FALSE(bench.system.check_period(frequency, 100'001).has_value());
}

TEST_CASE("RESET clears the count and leaves the period", "[perf][ioctl]") {
  PerfBench bench;
  const PerfEvent& event = bench.open_on_cpu(kSampling);
  bench.boot();
  bench.spend(60);
  bench.cpu().run(bench.perf().reset_count(event.index));
  CHECK(bench.cpu().spend_until_interrupt(1000) == 40);
  CHECK(bench.totals(event).count == 40);
}
