// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/support/driver_bench.h"

using namespace pmusim;
using namespace pmusim::test;
using kernel::KvmPmuEvents;
using kernel::PerfEvent;
using kernel::RuleMutations;

namespace {

InstantCpu::Options host(bool vhe) {
  return {.pmu = pmu_of(PmuVersion::p5), .vhe = vhe};
}

kernel::ArmPmu::Config broken(bool RuleMutations::* rule) {
  kernel::ArmPmu::Config config;
  config.mutations.*rule = true;
  return config;
}

/// What adding an event on a fresh PMU does for KVM: tracked sets and enabled counters.
struct Added {
  KvmPmuEvents tracked;
  RegValue enabled{};

  friend bool operator==(const Added&, const Added&) = default;
};

Added add(const abi::PerfEventAttr& attr, bool vhe, const kernel::ArmPmu::Config& config = {}) {
  DriverBench bench{host(vhe), config};
  PerfEvent& event = bench.event(attr);
  REQUIRE(bench.add(event));
  const Added added{bench.cpu.guests.events(), bench.cpu.reg("PMCNTEN")};
  bench.cpu.run(bench.driver.stop(event));
  if (!config.mutations.forget_to_untrack) {
    CHECK(bench.cpu.guests.events() == KvmPmuEvents{});
  }
  CHECK(bench.cpu.reg("PMCNTEN") == 0);
  return added;
}

abi::PerfEventAttr excluding(bool host_side, bool guest_side, bool user = false) {
  abi::PerfEventAttr attr = attr_of(0x24);
  attr.exclude_host = host_side;
  attr.exclude_guest = guest_side;
  attr.exclude_user = user;
  return attr;
}

}  // namespace

// arch/arm64/kvm/pmu.c kvm_pmu_switch_needed, kvm_pmu_counter_deferred, all rows.

TEST_CASE("nVHE: counters of one side are tracked, and those without the host left to KVM",
          "[pmuv3][driver][guest]") {
  const bool user = GENERATE(false, true);
  CHECK(add(excluding(false, false, user), false) == Added{{0, 0}, 1});
  CHECK(add(excluding(false, true, user), false) == Added{{1, 0}, 1});
  CHECK(add(excluding(true, false, user), false) == Added{{0, 1}, 0});
  CHECK(add(excluding(true, true, user), false) == Added{{0, 0}, 0});
}

TEST_CASE("VHE: tracked unless EL0 is left out, and always enabled", "[pmuv3][driver][guest]") {
  CHECK(add(excluding(false, false), true) == Added{{0, 0}, 1});
  CHECK(add(excluding(false, true), true) == Added{{1, 0}, 1});
  CHECK(add(excluding(true, false), true) == Added{{0, 1}, 1});
  CHECK(add(excluding(true, true), true) == Added{{0, 0}, 1});
  for (const bool host_side : {false, true}) {
    CHECK(add(excluding(host_side, !host_side, true), true) == Added{{0, 0}, 1});
  }
}

TEST_CASE("both halves of a chained pair are tracked", "[pmuv3][driver][guest]") {
  DriverBench bench{{.pmu = pmu_of(PmuVersion::p4)}};
  abi::PerfEventAttr attr = excluding(false, true);
  attr.config1 = kLong;
  REQUIRE(bench.add(bench.event(attr)));
  CHECK(bench.cpu.guests.events() == KvmPmuEvents{0b11, 0});
}

TEST_CASE("each broken rule of tracking and deferral shows", "[pmuv3][driver][mutation]") {
  CHECK(add(excluding(false, true), false, broken(&RuleMutations::never_track)).tracked ==
        KvmPmuEvents{});
  CHECK(add(excluding(false, true), false, broken(&RuleMutations::swap_tracked_sets)).tracked ==
        KvmPmuEvents{0, 1});
  CHECK(add(excluding(false, false), false, broken(&RuleMutations::track_unswitched)).tracked ==
        KvmPmuEvents{1, 0});
  CHECK(add(excluding(true, false), false, broken(&RuleMutations::never_defer)).enabled == 1);
  CHECK(add(excluding(true, false), true, broken(&RuleMutations::defer_on_vhe)).enabled == 0);
  CHECK(add(excluding(false, true), false, broken(&RuleMutations::defer_exclude_guest)).enabled ==
        0);

  DriverBench forgetful{host(false), broken(&RuleMutations::forget_to_untrack)};
  PerfEvent& event = forgetful.event(excluding(false, true));
  REQUIRE(forgetful.add(event));
  forgetful.cpu.run(forgetful.driver.del(event));
  CHECK(forgetful.cpu.guests.events() == KvmPmuEvents{1, 0});

  DriverBench halved{{.pmu = pmu_of(PmuVersion::p4)}, broken(&RuleMutations::track_odd_half_only)};
  abi::PerfEventAttr attr = excluding(false, true);
  attr.config1 = kLong;
  REQUIRE(halved.add(halved.event(attr)));
  CHECK(halved.cpu.guests.events() == KvmPmuEvents{0b10, 0});
}

TEST_CASE("each broken rule of order shows", "[pmuv3][driver][mutation]") {
  using Steps = std::vector<std::string>;
  DriverBench hasty{host(false), broken(&RuleMutations::enable_before_type)};
  REQUIRE(hasty.add(hasty.event(attr_of(0x24))));
  CHECK(hasty.cpu.steps == Steps{"PMEVCNTR0_EL0 := 0xffffffff80000001",
                                 "ISB",
                                 "PMCNTENSET_EL0 := 0x1",
                                 "PMEVTYPER0_EL0 := 0x8000024",
                                 "PMINTENSET_EL1 := 0x1"});

  DriverBench without{host(false), broken(&RuleMutations::no_isb)};
  PerfEvent& event = without.running(attr_of(0x24));
  without.cpu.run(without.driver.stop(event));
  without.cpu.run(without.driver.disable());
  CHECK(std::ranges::find(without.cpu.steps, "ISB") == without.cpu.steps.end());

  DriverBench leaving{host(false), broken(&RuleMutations::keep_overflow_flag)};
  PerfEvent& sampling = leaving.running({.config = 0x24, .sample_period = 10});
  leaving.cpu.spend(kEl0, 10);
  leaving.cpu.run(leaving.driver.stop(sampling));
  CHECK(leaving.cpu.reg("PMOVS") == 1);
}

TEST_CASE("starting the PMU in an interrupt with a vCPU loaded asks KVM for a resync",
          "[pmuv3][driver][guest]") {
  const auto [vhe, loaded, interrupt] = GENERATE(table<bool, bool, bool>({
      {true, true, true},
      {false, true, true},
      {true, false, true},
      {true, true, false},
  }));
  CAPTURE(vhe, loaded, interrupt);
  for (const bool suppressed : {false, true}) {
    DriverBench bench{host(vhe),
                      suppressed ? broken(&RuleMutations::no_resync) : kernel::ArmPmu::Config{}};
    REQUIRE(bench.add(bench.event(attr_of(0x24))));
    bench.cpu.guests.set_vcpu_loaded(loaded);
    if (interrupt) {
      bench.cpu.kernel.irq_enter();
    }
    bench.cpu.run(bench.driver.enable());
    CHECK(bench.cpu.guests.take_resync_request() == (vhe && loaded && interrupt && !suppressed));
  }
}

TEST_CASE("while the guest's PMUSERENR is loaded the driver changes the saved value alone",
          "[pmuv3][driver][guest]") {
  DriverBench bench{host(true)};
  REQUIRE(bench.add(bench.event(attr_of(0x24))));
  bench.cpu.set("PMUSERENR_EL0", 0xF);
  bench.cpu.guests.load_guest_pmuserenr(0xC);
  bench.cpu.run(bench.driver.enable());
  CHECK(bench.cpu.reg("PMUSERENR_EL0") == 0xF);
  CHECK(bench.cpu.guests.put_guest_pmuserenr() == 0);
  bench.cpu.run(bench.driver.enable());
  CHECK(bench.cpu.reg("PMUSERENR_EL0") == 0);
}
