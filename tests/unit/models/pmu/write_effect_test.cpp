// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/write_effect.h"

#include <catch2/catch.hpp>

#include "tests/support/pmu_bench.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

using Mode = WriteEffect::Mode;

/// A counter of CPU_CYCLES that is enabled but for its bit in PMCNTEN.
struct EffectBench : PmuBench {
  explicit EffectBench(WriteEffect effect) : PmuBench{{}, effect} {
    set("PMCR_EL0", 1).set("PMEVTYPER0_EL0", kCpuCycles.value());
    core.begin(kEl1, activity, 0);
  }

  ScriptedActivity activity;
};

}  // namespace

TEST_CASE("an immediate write counts from the next cycle", "[pmu][write_effect]") {
  EffectBench bench{{}};
  bench.write("PMCNTENSET_EL0", 1);
  bench.core.advance(Cycles{3});
  CHECK(bench.counter(0) == 3);
}

TEST_CASE("a write at context synchronisation waits for it", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::at_context_sync}};
  bench.write("PMCNTENSET_EL0", 1);
  bench.core.advance(Cycles{100'000});
  CHECK(bench.counter(0) == 0);
  bench.core.synchronize_context();
  bench.core.advance(Cycles{3});
  CHECK(bench.counter(0) == 3);
}

TEST_CASE("a delayed write takes effect after exactly so many cycles", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::after_cycles, .cycles = Cycles{10}}};
  bench.write("PMCNTENSET_EL0", 1);
  CHECK(bench.core.plan(Cycles{1000}) == Cycles{10});
  SECTION("at once") {
    bench.core.advance(Cycles{10});
  }
  SECTION("cycle by cycle") {
    for (int cycle = 0; cycle < 10; ++cycle) {
      bench.core.advance(Cycles{1});
    }
  }
  CHECK(bench.counter(0) == 0);
  bench.core.advance(Cycles{1});
  CHECK(bench.counter(0) == 1);
}

TEST_CASE("a context synchronisation ends the delay", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::after_cycles, .cycles = Cycles{10}}};
  bench.write("PMCNTENSET_EL0", 1);
  bench.core.advance(Cycles{4});
  bench.core.synchronize_context();
  bench.core.advance(Cycles{6});
  CHECK(bench.counter(0) == 6);
}

TEST_CASE("a read sees a write at once in every mode", "[pmu][write_effect]") {
  const Mode mode = GENERATE(Mode::immediate, Mode::at_context_sync, Mode::after_cycles);
  EffectBench bench{{.mode = mode, .cycles = Cycles{10}}};
  bench.write("PMCNTENSET_EL0", 1);
  bench.write("PMEVCNTR2_EL0", 0x1234);
  bench.write("PMSELR_EL0", 2);
  bench.write("PMXEVTYPER_EL0", 0x77);  // through the PMSELR_EL0 just written
  CHECK(bench.read("PMCNTENCLR_EL0").value == 1);
  CHECK(bench.read("PMEVCNTR2_EL0").value == 0x1234);
  CHECK(bench.read("PMXEVCNTR_EL0").value == 0x1234);
  CHECK(bench.read("PMEVTYPER2_EL0").value == 0x77);
  CHECK((bench.core.state().count_enable == 1) == (mode == Mode::immediate));
}

TEST_CASE("writes take effect in program order", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::after_cycles, .cycles = Cycles{5}}};
  bench.write("PMCNTENSET_EL0", 1);
  bench.core.advance(Cycles{2});
  bench.write("PMCNTENCLR_EL0", 1);
  bench.core.advance(Cycles{100});
  CHECK(bench.counter(0) == 2);  // from 5 to 7
}

TEST_CASE("flags and line follow a delayed write when it takes effect", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::at_context_sync}};
  bench.set("PMINTEN", 1);
  bench.write("PMOVSSET_EL0", 1);
  CHECK(bench.read("PMOVSCLR_EL0").value == 1);
  CHECK_FALSE(bench.line());
  bench.core.synchronize_context();
  CHECK(bench.line());
}

TEST_CASE("a write is made with the rights of the moment it was executed", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::at_context_sync}};
  for (unsigned counter = 0; counter < 6; ++counter) {
    bench.core.set_raw({PmuReg::pmevcntr_el0, counter}, 100);
  }
  bench.set("MDCR_EL2", 4);
  bench.context = kEl1;
  bench.write("PMCR_EL0", 3);  // P at EL1: below HPMN
  bench.context = kEl2;
  bench.core.synchronize_context();
  CHECK(bench.counter(3) == 0);
  CHECK(bench.counter(4) == 100);
}

TEST_CASE("delayed software increments are counted once they take effect", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::after_cycles, .cycles = Cycles{3}}};
  bench.set("PMCNTEN", 2).set("PMEVTYPER1_EL0", 0);
  for (int i = 0; i < 5; ++i) {
    bench.write("PMSWINC_EL0", 2);
  }
  bench.core.advance(Cycles{3});
  CHECK(bench.counter(1) == 0);
  bench.core.advance(Cycles{1});
  CHECK(bench.counter(1) == 5);
}

TEST_CASE("a refused write does not wait", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::at_context_sync}};
  bench.context = kEl0;
  CHECK(bench.write("PMCNTENSET_EL0", 1) == AccessOutcome::trap_to_el1);
  bench.core.synchronize_context();
  CHECK(bench.get("PMCNTEN") == 0);
}

TEST_CASE("endless writes without synchronisation take no endless memory", "[pmu][write_effect]") {
  EffectBench bench{{.mode = Mode::at_context_sync}};
  for (RegValue value = 1; value <= 5000; ++value) {
    bench.write("PMEVCNTR1_EL0", value);
  }
  CHECK(bench.read("PMEVCNTR1_EL0").value == 5000);
  CHECK(bench.counter(1) >= 1024);  // the oldest had to take effect
}
