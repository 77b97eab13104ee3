// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/arm_pmu.h"

#include <catch2/catch.hpp>

#include "tests/support/driver_bench.h"

using namespace pmusim;
using namespace pmusim::test;
using kernel::CounterUse;
using kernel::PerfEvent;
using Steps = std::vector<std::string>;

namespace {

InstantCpu::Options short_counters() {
  return {.pmu = pmu_of(PmuVersion::p4)};
}

InstantCpu::Options long_counters() {
  return {.pmu = pmu_of(PmuVersion::p5)};
}

}  // namespace

// Orders of accesses: drivers/perf/arm_pmuv3.c and arm_pmu.c of Linux 6.18.

TEST_CASE("the probe finds what the PMU has", "[pmuv3][driver]") {
  SECTION("32-bit counters, no PMMIR before PMUv3p4") {
    const DriverBench bench{{.pmu = pmu_of(PmuVersion::p1, 4)}};
    const kernel::ArmPmuHardware& found = bench.driver.hardware();
    CHECK(found.present);
    CHECK(found.counters.event_counters == 4);
    CHECK_FALSE(found.counters.long_counters);
    CHECK_FALSE(found.counters.instruction_counter);
    CHECK(found.caps.pmmir == 0);
    CHECK(kernel::threshold_max(found.caps) == 0);
  }
  SECTION("64-bit counters from PMUv3p5") {
    const DriverBench bench{long_counters()};
    CHECK(bench.driver.hardware().counters.long_counters);
  }
  SECTION("instruction counter and thresholds") {
    PmuConfig pmu = pmu_of(PmuVersion::p9, 31);
    pmu.threshold_bits = 8;
    pmu.instruction_counter = true;
    const DriverBench bench{{.pmu = pmu}};
    const kernel::ArmPmuHardware& found = bench.driver.hardware();
    CHECK(found.counters.event_counters == 31);
    CHECK(found.counters.instruction_counter);
    CHECK(kernel::threshold_max(found.caps) == 255);
    CHECK(found.counter_mask() == 0x1'FFFF'FFFF);
  }
}

TEST_CASE("reset switches everything off and chooses 64-bit overflow", "[pmuv3][driver]") {
  const bool has_long = GENERATE(false, true);
  InstantCpu cpu{has_long ? long_counters() : short_counters()};
  kernel::ArmPmu driver{cpu.kernel, cpu.guests};
  cpu.run(driver.probe());
  cpu.steps.clear();
  cpu.set("PMCNTEN", 0x8000'003F);
  cpu.set("PMINTEN", 0x8000'003F);
  cpu.set("PMOVS", 0x8000'003F);
  cpu.set("PMCCNTR_EL0", 1234);
  cpu.guests.set(0b11, {.exclude_guest = true});
  cpu.run(driver.reset());
  CHECK(cpu.steps == Steps{"PMCNTENCLR_EL0 := 0x8000003f",
                           "ISB",
                           "PMINTENCLR_EL1 := 0x8000003f",
                           "ISB",
                           "PMOVSCLR_EL0 := 0x8000003f",
                           "ISB",
                           "ISB",
                           has_long ? "PMCR_EL0 := 0xc6" : "PMCR_EL0 := 0x46"});
  CHECK(cpu.reg("PMCNTEN") == 0);
  CHECK(cpu.reg("PMINTEN") == 0);
  CHECK(cpu.reg("PMOVS") == 0);
  CHECK(cpu.reg("PMCCNTR_EL0") == 0);
  CHECK(cpu.guests.events() == kernel::KvmPmuEvents{});
}

TEST_CASE("an added event is programmed, then enabled", "[pmuv3][driver][order]") {
  DriverBench bench{long_counters()};
  PerfEvent& event = bench.event({.config = 0x24, .sample_period = 100'000});
  REQUIRE(bench.add(event));
  CHECK(bench.cpu.steps == Steps{"PMEVCNTR0_EL0 := 0xfffffffffffe7960",
                                 "PMEVTYPER0_EL0 := 0x8000024",
                                 "PMINTENSET_EL1 := 0x1",
                                 "ISB",
                                 "PMCNTENSET_EL0 := 0x1"});
  CHECK(bench.cpu.uses ==
        std::vector<ToldUse>{{0, CounterUse::stopped, 0}, {0, CounterUse::started, 0}});

  bench.cpu.steps.clear();
  bench.cpu.uses.clear();
  bench.cpu.run(bench.driver.del(event));
  CHECK(bench.cpu.steps == Steps{"PMCNTENCLR_EL0 := 0x1",
                                 "ISB",
                                 "PMINTENCLR_EL1 := 0x1",
                                 "ISB",
                                 "PMOVSCLR_EL0 := 0x1",
                                 "ISB",
                                 "PMEVCNTR0_EL0"});
  CHECK(bench.cpu.uses ==
        std::vector<ToldUse>{{0, CounterUse::stopped, 0}, {0, CounterUse::none, 0}});
  CHECK(event.hw.idx == -1);
}

TEST_CASE("a chained pair: type and value of both halves, the interrupt of the odd one",
          "[pmuv3][driver][order]") {
  DriverBench bench{short_counters()};
  PerfEvent& event = bench.event({.config = 0x24, .config1 = kLong, .exclude_user = true});
  REQUIRE(bench.add(event));
  CHECK(event.hw.idx == 1);
  // The even half has the filter, CHAIN counts at every level.
  CHECK(bench.cpu.steps == Steps{"PMEVCNTR1_EL0 := 0x80000000",
                                 "PMEVCNTR0_EL0 := 0x1",
                                 "PMEVTYPER0_EL0 := 0x48000024",
                                 "PMEVTYPER1_EL0 := 0x800001e",
                                 "PMINTENSET_EL1 := 0x2",
                                 "ISB",
                                 "PMCNTENSET_EL0 := 0x3"});
  bench.cpu.steps.clear();
  bench.cpu.run(bench.driver.stop(event));
  CHECK(bench.cpu.steps == Steps{"PMCNTENCLR_EL0 := 0x3",
                                 "ISB",
                                 "PMINTENCLR_EL1 := 0x2",
                                 "ISB",
                                 "PMOVSCLR_EL0 := 0x2",
                                 "ISB",
                                 "PMEVCNTR1_EL0",
                                 "PMEVCNTR0_EL0"});
}

TEST_CASE("the whole PMU: EL0 access off, then E; stopping clears E alone",
          "[pmuv3][driver][order]") {
  DriverBench bench{long_counters()};
  SECTION("without a counter in use nothing is started") {
    bench.cpu.run(bench.driver.enable());
    CHECK(bench.cpu.steps.empty());
  }
  SECTION("with one") {
    REQUIRE(bench.add(bench.event(attr_of(0x11))));
    bench.cpu.steps.clear();
    bench.cpu.run(bench.driver.enable());
    bench.cpu.run(bench.driver.disable());
    CHECK(bench.cpu.steps == Steps{"PMUSERENR_EL0 := 0x0",
                                   "PMCR_EL0",
                                   "ISB",
                                   "PMCR_EL0 := 0xc1",
                                   "PMCR_EL0",
                                   "ISB",
                                   "PMCR_EL0 := 0xc0"});
  }
}

TEST_CASE("the overflow interrupt clears every flag and stops the PMU while it serves",
          "[pmuv3][driver][order]") {
  DriverBench bench{long_counters()};
  PerfEvent& event = bench.running({.config = 0x11, .sample_period = 1000});
  bench.cpu.spend(kEl0, 1040);
  bench.cpu.set("PMOVS", bench.cpu.reg("PMOVS") | 0b100);  // of a counter without an event
  bench.serve();
  CHECK(bench.cpu.steps == Steps{"PMOVSCLR_EL0",
                                 "PMOVSCLR_EL0 := 0x80000004",
                                 "PMCR_EL0",
                                 "ISB",
                                 "PMCR_EL0 := 0xc0",
                                 "PMCCNTR_EL0",
                                 "PMCCNTR_EL0 := 0xfffffffffffffc40",  // 960 below the wrap
                                 "PMUSERENR_EL0 := 0x0",
                                 "PMCR_EL0",
                                 "ISB",
                                 "PMCR_EL0 := 0xc1"});
  CHECK(event.count == 1040);
  CHECK(bench.sink.ended == std::vector<std::pair<kernel::EventIndex, std::uint64_t>>{{0, 1000}});
  CHECK_FALSE(bench.cpu.pmu.interrupt_level());
}

TEST_CASE("a spurious interrupt touches nothing but the flags", "[pmuv3][driver]") {
  DriverBench bench{long_counters()};
  bench.running({.config = 0x11, .sample_period = 1000});
  bench.serve();
  CHECK(bench.cpu.steps == Steps{"PMOVSCLR_EL0", "PMOVSCLR_EL0 := 0x0"});
}

TEST_CASE("two flags in one interrupt are served in order of counters", "[pmuv3][driver]") {
  DriverBench bench{long_counters()};
  PerfEvent& cycles = bench.running({.config = 0x11, .sample_period = 100});
  PerfEvent& other = bench.running({.config = 0x24, .sample_period = 60});
  bench.cpu.spend(kEl0, 100);
  bench.serve();
  CHECK(bench.sink.ended == std::vector<std::pair<kernel::EventIndex, std::uint64_t>>{
                                {other.index, 60}, {cycles.index, 100}});
}

TEST_CASE("a disabled event's pending overflow is dropped", "[pmuv3][driver]") {
  DriverBench bench{long_counters()};
  PerfEvent& event = bench.running({.config = 0x24, .sample_period = 10});
  bench.cpu.spend(kEl0, 15);
  REQUIRE(bench.cpu.pmu.interrupt_level());
  bench.cpu.run(bench.driver.stop(event));
  CHECK_FALSE(bench.cpu.pmu.interrupt_level());
  bench.serve();
  CHECK(bench.sink.ended.empty());
  CHECK(event.count == 15);
  CHECK(event.hw.period_left == -5);
  bench.cpu.run(bench.driver.start(event));  // the overdue period ends without an interrupt
  CHECK(event.hw.period_left == 5);
}

TEST_CASE("a stale flag survives add, and did not before 6.15", "[pmuv3][driver][version]") {
  const bool before = GENERATE(false, true);
  DriverBench bench{long_counters(), {.quirks = {.add_disables_counter = before}}};
  bench.cpu.set("PMOVS", 1);
  REQUIRE(bench.add(bench.event(attr_of(0x24))));
  CHECK(bench.cpu.reg("PMOVS") == (before ? 0U : 1U));
}

TEST_CASE("a 32-bit event on a 64-bit counter overflows at bit 32", "[pmuv3][driver][width]") {
  const auto event_number = GENERATE(std::uint64_t{0x24}, std::uint64_t{0x11});
  DriverBench bench{long_counters()};
  PerfEvent& event = bench.running(attr_of(event_number));
  const char* counter = event_number == 0x11 ? "PMCCNTR_EL0" : "PMEVCNTR0_EL0";
  CHECK(bench.cpu.reg(counter) == 0xFFFF'FFFF'8000'0001);
  CHECK(bench.cpu.spend_until_interrupt(0xFFFF'FFFF) == 0x7FFF'FFFF);
  bench.serve();
  CHECK(event.count == 0x7FFF'FFFF);
  CHECK(bench.cpu.reg(counter) == 0xFFFF'FFFF'8000'0001);
}

TEST_CASE("a period beyond half the counter samples at its own end", "[pmuv3][driver][width]") {
  DriverBench bench{long_counters()};
  bench.running({.config = 0x24, .sample_period = 3'000'000'000});
  CHECK(bench.cpu.spend_until_interrupt(0xFFFF'FFFF) == 2'147'483'647);
  bench.serve();
  CHECK(bench.sink.ended.empty());
  CHECK(bench.cpu.reg("PMEVCNTR0_EL0") == 0xFFFF'FFFF'CD2F'A1FF);
  CHECK(bench.cpu.spend_until_interrupt(0xFFFF'FFFF) == 852'516'353);
  bench.serve();
  CHECK(bench.sink.ended.size() == 1);
}

TEST_CASE("a chained pair counts beyond 32 bits", "[pmuv3][driver][width]") {
  DriverBench bench{short_counters()};
  PerfEvent& event = bench.running(attr_of(0x24, kLong));
  bench.cpu.spend(kEl0, 0x1'2345'6789);
  CHECK(bench.read(event) == 0x1'2345'6789);
  bench.cpu.run(bench.driver.stop(event));
  bench.cpu.run(bench.driver.start(event));
  bench.cpu.spend(kEl0, 0x10);
  CHECK(bench.read(event) == 0x1'2345'6799);
}

TEST_CASE("a running pair loses a carry between its two reads", "[pmuv3][driver][width]") {
  // The kernel reads the odd half first and does not look again. Each access takes a cycle here,
  // in which the pair counts: the carry comes in the cycle of the second read.
  InstantCpu::Options options = short_counters();
  options.free = false;
  DriverBench bench{options};
  PerfEvent& event = bench.running({.config = 0x11, .config1 = kLong | kThresholdOne | kAtLeast});
  bench.cpu.set("PMEVCNTR1_EL0", 5);
  bench.cpu.set("PMEVCNTR0_EL0", 0xFFFF'FFFE);
  event.hw.prev_count = 0x5'FFFF'FFFE;
  CHECK(bench.read(event) == 0xFFFF'FFFF'0000'0002);  // 2^32 too little
  CHECK(bench.cpu.reg("PMEVCNTR1_EL0") == 6);
}

TEST_CASE("an event counts while started and never else", "[pmuv3][driver]") {
  DriverBench bench{long_counters()};
  PerfEvent& event = bench.running(attr_of(0x24));
  bench.cpu.spend(kEl0, 10);
  bench.cpu.run(bench.driver.stop(event));
  bench.cpu.spend(kEl0, 100);
  bench.cpu.run(bench.driver.start(event));
  bench.cpu.spend(kEl0, 1000);
  bench.cpu.run(bench.driver.disable());
  bench.cpu.spend(kEl0, 10'000);
  bench.cpu.run(bench.driver.enable());
  bench.cpu.spend(kEl0, 100'000);
  bench.cpu.run(bench.driver.del(event));
  bench.cpu.spend(kEl0, 1'000'000);
  CHECK(event.count == 101'010);
}

TEST_CASE("stopping and starting lose no part of a period", "[pmuv3][driver]") {
  DriverBench bench{long_counters()};
  PerfEvent& event = bench.running({.config = 0x24, .sample_period = 1000});
  bench.cpu.spend(kEl0, 400);
  bench.cpu.run(bench.driver.stop(event));
  bench.cpu.spend(kEl0, 5000);
  bench.cpu.run(bench.driver.start(event));
  CHECK(bench.cpu.spend_until_interrupt(10'000) == 600);
}

TEST_CASE("an overflow between the flags' reading and the PMU's stop stays pending",
          "[pmuv3][driver]") {
  // Each access takes a cycle here: the cycle counter wraps in the third, which reads PMCR_EL0.
  InstantCpu::Options options = long_counters();
  options.free = false;
  DriverBench bench{options};
  PerfEvent& other = bench.running({.config = 0x24, .sample_period = 100});
  PerfEvent& cycles = bench.running({.config = 0x11, .config1 = kLong, .sample_period = 1'000'000});
  bench.cpu.spend(kEl0, 100);
  REQUIRE(bench.cpu.pmu.interrupt_level());
  bench.cpu.set("PMCCNTR_EL0", ~RegValue{2});
  cycles.hw.prev_count = ~RegValue{2};
  cycles.hw.period_left = 3;
  bench.serve();
  CHECK(bench.sink.ended.back().first == other.index);
  CHECK(bench.cpu.pmu.interrupt_level());
  bench.serve();
  CHECK(bench.sink.ended.back().first == cycles.index);
}

TEST_CASE("while the driver serves an interrupt nothing counts", "[pmuv3][driver]") {
  InstantCpu::Options options = long_counters();
  options.free = false;
  DriverBench bench{options};
  PerfEvent& event = bench.running({.config = 0x11, .config1 = kLong, .sample_period = 100});
  bench.cpu.set("PMCCNTR_EL0", 0);
  event.hw.prev_count = 0;
  event.hw.period_left = 0;
  bench.cpu.set("PMOVS", RegValue{1} << 31U);
  const CycleTime before = bench.cpu.cycle();
  bench.serve();
  // Flags read, flags cleared, PMCR read, ISB, and the write that stops it: five cycles, and not
  // one of those after.
  CHECK(event.count == 5);
  CHECK((bench.cpu.cycle() - before).count() > 20);
}

TEST_CASE("the instruction counter is programmed, served and left like any other",
          "[pmuv3][driver]") {
  PmuConfig pmu = pmu_of(PmuVersion::p9);
  pmu.el3 = false;  // no firmware that would have to let EL1 use it
  pmu.instruction_counter = true;
  DriverBench bench{{.pmu = pmu}};
  PerfEvent& event = bench.event({.config = 0x08, .sample_period = 1000});
  REQUIRE(bench.add(event));
  CHECK(event.hw.idx == 32);
  CHECK(bench.cpu.steps == Steps{"PMICNTR_EL0 := 0xfffffffffffffc18",
                                 "PMICFILTR_EL0 := 0x8000008",
                                 "PMINTENSET_EL1 := 0x100000000",
                                 "ISB",
                                 "PMCNTENSET_EL0 := 0x100000000"});
  bench.cpu.set("PMICNTR_EL0", 7);
  bench.cpu.set("PMOVS", RegValue{1} << 32U);
  bench.cpu.steps.clear();
  bench.serve();
  CHECK(bench.cpu.steps[1] == "PMOVSCLR_EL0 := 0x100000000");
  CHECK(event.count == 1007);
  CHECK(bench.sink.ended.size() == 1);
}
