// SPDX-License-Identifier: Apache-2.0
#include "tests/support/driver_bench.h"
#include "tests/support/perf_bench.h"

using namespace pmusim;
using namespace pmusim::test;
using kernel::EventState;
using kernel::PerfEvent;

namespace {

constexpr abi::PerfEventAttr kPinned{.config = 0x24, .pinned = true};

}  // namespace

// The rules are those of kernel/events/core.c, Linux 6.18. PMUs here have two event counters.

TEST_CASE("a CPU's events count from its boot, whatever runs", "[perf][sched]") {
  PerfBench bench;
  const PerfEvent& event = bench.open_on_cpu(attr_of(0x24));
  bench.spend(1000);
  bench.boot();
  bench.spend(10);
  bench.sched_in(0);
  bench.spend(5);
  bench.sched_out(0);
  bench.spend(1);
  const auto totals = bench.totals(event);
  CHECK(totals.count == 16);
  CHECK(totals.time_enabled == 16);
  CHECK(totals.time_running == 16);
}

TEST_CASE("a task's events count while it runs, on any CPU", "[perf][sched]") {
  PerfBench bench{{.cpus = 2}};
  const PerfEvent& event = bench.open_for_task(attr_of(0x24));
  const PerfEvent& other = bench.open_for_task(attr_of(0x24), {}, 1);
  bench.boot();
  bench.spend(1000);
  bench.sched_in(0, 0);
  bench.spend(10);
  bench.sched_out(0, 0);
  bench.sched_in(1, 0);
  bench.spend(100);
  bench.sched_in(0, 1);
  bench.spend(20);
  bench.sched_out(0, 1);
  bench.spend(400);
  CHECK(bench.totals(event).count == 30);
  CHECK(bench.totals(event).time_enabled == 30);
  CHECK(bench.totals(event).time_running == 30);
  CHECK(bench.totals(other).count == 520);
}

TEST_CASE("a task's event bound to a CPU counts there alone", "[perf][sched]") {
  PerfBench bench{{.cpus = 2}};
  const PerfEvent& event = bench.open(
      {.name = "bound", .attr = attr_of(0x24), .cpu = CpuId{1}, .task = 0, .group_leader = {}});
  bench.boot();
  bench.sched_in(0, 0);
  bench.spend(10);
  bench.sched_out(0, 0);
  bench.sched_in(0, 1);
  bench.spend(5);
  bench.sched_out(0, 1);
  CHECK(bench.totals(event).count == 5);
}

TEST_CASE("CPU pinned, task pinned, CPU flexible, task flexible", "[perf][sched]") {
  PerfBench bench;
  const PerfEvent& cpu_flexible = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& cpu_pinned = bench.open_on_cpu(kPinned);
  const PerfEvent& task_flexible = bench.open_for_task(attr_of(0x24));
  const PerfEvent& task_pinned = bench.open_for_task(kPinned);
  const PerfEvent& plain_task = bench.open_for_task(attr_of(0x24), {}, 1);
  const std::vector<const PerfEvent*> all{
      &cpu_pinned, &task_pinned, &cpu_flexible, &task_flexible, &plain_task};
  bench.boot();
  CHECK(on(all) == "ac");
  bench.sched_in(0);
  CHECK(on(all) == "ab");  // the CPU's flexible one made room
  bench.sched_out(0);
  CHECK(on(all) == "a");  // and is not tried again before something else happens
  bench.sched_in(1);
  CHECK(on(all) == "ae");  // a task without pinned events does not move the CPU's
}

TEST_CASE("a pinned group that does not fit is in error, and so are those after it",
          "[perf][sched]") {
  PerfBench bench;
  const PerfEvent& first = bench.open_on_cpu(kPinned);
  const PerfEvent& pair = bench.open_on_cpu(kPinned);
  const PerfEvent& member = bench.open_on_cpu(attr_of(0x24), pair.index);
  const PerfEvent& last = bench.open_on_cpu(kPinned);
  bench.boot();
  CHECK(first.state == EventState::active);
  CHECK(pair.state == EventState::error);
  CHECK(member.state == EventState::inactive);
  CHECK(last.state == EventState::error);  // though a counter is free
  bench.spend(100);
  CHECK(bench.totals(pair).time_enabled == 0);
  CHECK(bench.totals(member).time_enabled == 0);  // as its leader
  CHECK(bench.cpu().switched ==
        std::vector<std::pair<kernel::EventIndex, bool>>{
            {0, true}, {1, true}, {2, true}, {3, true}, {1, false}, {3, false}});
}

TEST_CASE("a group goes on as a whole or not at all", "[perf][sched]") {
  PerfBench bench;
  const PerfEvent& single = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& leader = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& member = bench.open_on_cpu(attr_of(0x24), leader.index);
  bench.boot();
  CHECK(on({&single, &leader, &member}) == "a");
  CHECK(bench.cpu().reg("PMCNTEN") == 1);
  bench.spend(10);
  CHECK(bench.totals(member).count == 0);
  CHECK(bench.totals(leader).time_enabled == 10);
  CHECK(bench.totals(leader).time_running == 0);
}

TEST_CASE("a member that is off does not keep its group off", "[perf][sched]") {
  PerfBench bench;
  const PerfEvent& leader = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& off = bench.open_on_cpu({.config = 0x24, .disabled = true}, leader.index);
  const PerfEvent& member = bench.open_on_cpu(attr_of(0x24), leader.index);
  bench.boot();
  CHECK(on({&leader, &off, &member}) == "ac");
}

TEST_CASE("the first group that does not fit closes the pass, save for software groups",
          "[perf][sched]") {
  PerfBench bench;
  const PerfEvent& single = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& leader = bench.open_on_cpu(attr_of(0x24));
  bench.open_on_cpu(attr_of(0x24), leader.index);
  const PerfEvent& would_fit = bench.open_on_cpu(attr_of(0x11));
  const PerfEvent& dummy = bench.open_on_cpu({.type = abi::kPerfTypeSoftware, .config = 9});
  bench.boot();
  CHECK(on({&single, &leader, &would_fit, &dummy}) == "ad");
}

TEST_CASE("an exclusive group is alone on its PMU", "[perf][sched]") {
  PerfBench bench;
  const PerfEvent& exclusive = bench.open_on_cpu({.config = 0x24, .exclusive = true});
  const PerfEvent& other = bench.open_on_cpu(attr_of(0x11));
  bench.boot();
  CHECK(on({&exclusive, &other}) == "a");
}

TEST_CASE("events of the other cluster are passed over, and pinned ones are not in error",
          "[perf][sched][big_little]") {
  PerfBench bench{{.cpus = 2, .two_clusters = true}};
  const PerfEvent& flexible = bench.open_for_task({.type = 6, .config = 0x24});
  const PerfEvent& pinned = bench.open_for_task({.type = 6, .config = 0x24, .pinned = true});
  bench.boot();
  bench.sched_in(0, 1);
  bench.units[1].cpu.steps.clear();
  bench.spend(100);
  CHECK(pinned.state == EventState::inactive);
  bench.sched_out(0, 1);
  CHECK(bench.units[1].cpu.steps.empty());
  bench.sched_in(0, 0);
  bench.spend(10);
  bench.sched_out(0, 0);
  for (const PerfEvent* event : {&flexible, &pinned}) {
    const auto totals = bench.totals(*event);
    CHECK(totals.count == 10);
    CHECK(totals.time_enabled == 110);
    CHECK(totals.time_running == 10);
  }
}

TEST_CASE("a child counts into the event it inherited", "[perf][sched][inherit]") {
  PerfBench bench{{.counters = 6, .cpus = 2}};
  const PerfEvent& leader = bench.open_for_task({.config = 0x24, .inherit = true});
  const PerfEvent& member = bench.open_for_task({.config = 0x24, .inherit = true}, leader.index);
  const PerfEvent& own = bench.open_for_task(attr_of(0x24));
  bench.system.clone_for_child(0, 1);
  bench.system.clone_for_child(1, 2);
  bench.boot();
  bench.sched_in(0, 0);
  bench.sched_in(1, 1);
  bench.spend(10);  // both at once
  bench.sched_out(1, 1);
  bench.sched_in(2, 1);
  bench.spend(100);
  CHECK(bench.totals(leader).count == 220);
  CHECK(bench.totals(leader).time_enabled == 220);
  CHECK(bench.totals(member).count == 220);
  CHECK(bench.totals(own).count == 110);
  CHECK(bench.system.events().size() == 3);
  CHECK(bench.system.task_context(2)->flexible.front()->parent == &leader);
}

TEST_CASE("switching tasks touches the PMU in the kernel's order", "[perf][sched][order]") {
  PerfBench bench;
  bench.open_for_task({.config = 0x24, .sample_period = 1000});
  bench.boot();
  bench.cpu().steps.clear();
  bench.sched_in(0);
  bench.sched_out(0);
  bench.sched_in(1);
  bench.sched_out(1);
  CHECK(bench.cpu().steps == std::vector<std::string>{
                                 "PMCR_EL0",
                                 "ISB",
                                 "PMCR_EL0 := 0xc0",
                                 "PMEVCNTR0_EL0 := 0xfffffffffffffc18",
                                 "PMEVTYPER0_EL0 := 0x8000024",
                                 "PMINTENSET_EL1 := 0x1",
                                 "ISB",
                                 "PMCNTENSET_EL0 := 0x1",
                                 "PMUSERENR_EL0 := 0x0",
                                 "PMCR_EL0",
                                 "ISB",
                                 "PMCR_EL0 := 0xc1",
                                 "PMCR_EL0",
                                 "ISB",
                                 "PMCR_EL0 := 0xc0",
                                 "PMCNTENCLR_EL0 := 0x1",
                                 "ISB",
                                 "PMINTENCLR_EL1 := 0x1",
                                 "ISB",
                                 "PMOVSCLR_EL0 := 0x1",
                                 "ISB",
                                 "PMEVCNTR0_EL0",
                             });  // with no counter in use the PMU stays off
}

TEST_CASE("an event is switched on and off by cross calls", "[perf][sched]") {
  PerfBench bench;
  const PerfEvent& event = bench.open_on_cpu({.config = 0x24, .disabled = true});
  const PerfEvent& pinned = bench.open_on_cpu({.config = 0x24, .disabled = true, .pinned = true});
  const PerfEvent& first = bench.open_on_cpu(attr_of(0x24));
  const PerfEvent& second = bench.open_on_cpu(attr_of(0x24));
  bench.boot();
  bench.spend(10);
  CHECK(on({&event, &pinned, &first, &second}) == "cd");
  bench.cpu().run(bench.perf().enable(event.index));
  CHECK(on({&event, &pinned, &first, &second}) == "ac");  // it stands first in its list
  bench.spend(100);
  bench.cpu().run(bench.perf().enable(pinned.index));
  CHECK(on({&event, &pinned, &first, &second}) == "ab");
  bench.spend(1000);
  bench.cpu().run(bench.perf().disable(event.index));
  CHECK(on({&event, &pinned, &first, &second}) == "b");
  bench.spend(10'000);
  CHECK(bench.totals(event).count == 1100);
  CHECK(bench.totals(event).time_enabled == 1100);
  CHECK(bench.totals(pinned).count == 11'000);
  CHECK(bench.totals(first).count == 110);
  CHECK(bench.totals(second).time_enabled == 11'110);
}

TEST_CASE("an event enabled in an interrupt with a vCPU loaded asks for a resync",
          "[perf][sched][guest]") {
  PerfBench bench{{.vhe = true}};
  const PerfEvent& event = bench.open_on_cpu({.config = 0x24, .disabled = true});
  bench.boot();
  bench.cpu().guests.set_vcpu_loaded(true);
  bench.sched_in(0);
  CHECK_FALSE(bench.cpu().guests.take_resync_request());
  bench.cpu().run(bench.perf().enable(event.index));
  CHECK(bench.cpu().guests.take_resync_request());
}
