// SPDX-License-Identifier: Apache-2.0
#include "tests/support/driver_bench.h"
#include "tests/support/perf_bench.h"

using namespace pmusim;
using namespace pmusim::test;
using kernel::PerfEvent;

namespace {

/// Ticks every 1000 ns.
PerfBench::Options quick() {
  return {.config = {.hz = 1'000'000}};
}

}  // namespace

// kernel/events/core.c perf_mux_hrtimer_handler, perf_rotate_context, ctx_event_to_rotate.

TEST_CASE("flexible groups take turns at each expiry", "[perf][rotation]") {
  PerfBench bench{quick()};
  const std::vector<const PerfEvent*> events{&bench.open_on_cpu(attr_of(0x24)),
                                             &bench.open_on_cpu(attr_of(0x24)),
                                             &bench.open_on_cpu(attr_of(0x24))};
  bench.boot();
  std::vector<std::string> turns{on(events)};
  for (int tick = 0; tick < 4; ++tick) {
    bench.spend(1000);
    bench.tick();
    turns.push_back(on(events));
  }
  // The first active one goes to the tail: abc, bca, cab, abc, ...
  CHECK(turns == std::vector<std::string>{"ab", "bc", "ac", "ab", "bc"});
  // The last tick has begun a turn that has not run.
  CHECK(bench.totals(*events[0]).count == 3000);
  CHECK(bench.totals(*events[1]).count == 3000);
  CHECK(bench.totals(*events[2]).count == 2000);
  for (const PerfEvent* event : events) {
    CHECK(bench.totals(*event).time_enabled == 4000);
    CHECK(bench.totals(*event).time_running == bench.totals(*event).count);
  }
}

TEST_CASE("before its timer expires nothing rotates", "[perf][rotation]") {
  PerfBench::Options options = quick();
  options.config.mux_interval_ns = 3000;
  PerfBench bench{options};
  const std::vector<const PerfEvent*> events{&bench.open_on_cpu(attr_of(0x24)),
                                             &bench.open_on_cpu(attr_of(0x24)),
                                             &bench.open_on_cpu(attr_of(0x24))};
  bench.spend(1);
  bench.boot();
  bench.spend(2998);
  bench.tick();
  CHECK(on(events) == "ab");
  bench.spend(1);
  bench.tick();  // at 3000, a multiple of the interval
  CHECK(on(events) == "bc");
}

TEST_CASE("what fits never rotates", "[perf][rotation]") {
  PerfBench bench{quick()};
  const PerfEvent& first = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& second = bench.open_on_cpu(attr_of(0x24));
  bench.boot();
  bench.spend(1000);
  bench.cpu().steps.clear();
  bench.tick();
  CHECK(bench.cpu().steps.empty());
  CHECK(bench.cpu().places.empty());
  CHECK(on({&first, &second}) == "ab");
}

TEST_CASE("pinned groups stay while flexible ones rotate", "[perf][rotation]") {
  PerfBench bench{quick()};
  const PerfEvent& pinned = bench.open_on_cpu({.config = 0x24, .pinned = true});
  const PerfEvent& first = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& second = bench.open_on_cpu(attr_of(0x24));
  bench.boot();
  CHECK(on({&pinned, &first, &second}) == "ab");
  bench.spend(1000);
  bench.tick();
  CHECK(on({&pinned, &first, &second}) == "ac");
  bench.spend(1000);
  bench.tick();
  CHECK(on({&pinned, &first, &second}) == "ab");
  CHECK(bench.totals(pinned).count == 2000);
}

TEST_CASE("when none is active the first group moves", "[perf][rotation]") {
  // A task's group of two never fits beside the CPU's pinned event; the single behind it does.
  PerfBench bench{quick()};
  bench.open_on_cpu({.config = 0x24, .pinned = true});
  const PerfEvent& leader = bench.open_for_task(attr_of(0x24));
  bench.open_for_task(attr_of(0x24), leader.index);
  const PerfEvent& single = bench.open_for_task(attr_of(0x24));
  bench.boot();
  bench.sched_in(0);
  CHECK(on({&leader, &single}).empty());
  bench.spend(1000);
  bench.tick();
  CHECK(on({&leader, &single}) == "b");
  bench.spend(1000);
  bench.tick();
  CHECK(on({&leader, &single}).empty());
}

TEST_CASE("a task's turn makes the CPU's wait no longer than its own need", "[perf][rotation]") {
  // The CPU's flexible events go first: the task's are taken off and tried again after them.
  PerfBench bench{quick()};
  std::vector<const PerfEvent*> events{&bench.open_on_cpu(attr_of(0x24)),
                                       &bench.open_on_cpu(attr_of(0x24)),
                                       &bench.open_on_cpu(attr_of(0x24)),
                                       &bench.open_for_task(attr_of(0x24))};
  bench.boot();
  bench.sched_in(0);
  CHECK(on(events) == "ab");
  bench.spend(1000);
  bench.tick();
  CHECK(on(events) == "bc");
  bench.sched_out(0);
  CHECK(on(events) == "bc");
}

TEST_CASE("rotation is a place of its own, left afterwards", "[perf][rotation]") {
  PerfBench bench{quick()};
  for (int made = 0; made < 3; ++made) {
    bench.open_on_cpu(attr_of(0x24));
  }
  bench.boot();
  bench.spend(1000);
  bench.cpu().kernel.enter(kernel::Place::tick);
  bench.cpu().places.clear();
  bench.tick();
  CHECK(bench.cpu().places == std::vector<std::string>{"rotation", "tick"});
}

TEST_CASE("a task that leaves and comes back keeps its place in the order", "[perf][rotation]") {
  PerfBench bench{quick()};
  const std::vector<const PerfEvent*> events{&bench.open_for_task(attr_of(0x24)),
                                             &bench.open_for_task(attr_of(0x24)),
                                             &bench.open_for_task(attr_of(0x24))};
  bench.boot();
  bench.sched_in(0);
  bench.spend(1000);
  bench.tick();
  CHECK(on(events) == "bc");
  bench.sched_out(0);
  bench.spend(1000);
  bench.tick();  // nothing needs a rotation while the task is away
  bench.sched_in(0);
  CHECK(on(events) == "bc");
  bench.spend(1000);
  bench.tick();
  CHECK(on(events) == "ac");
}
