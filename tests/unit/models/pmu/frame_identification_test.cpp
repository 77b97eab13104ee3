// SPDX-License-Identifier: Apache-2.0
//
// Values typed from the manual's register descriptions.
#include <catch2/catch.hpp>

#include "models/pmu/external_frame.h"
#include "tests/unit/models/pmu/external_view_support.h"

namespace pmusim {
namespace {

using test::everything;
using test::FrameBench;
using test::unlocked;

RegValue word_of(const PmuConfig& pmu,
                 unsigned offset,
                 const ExternalFrameConfig& frame = unlocked()) {
  FrameBench bench{pmu, frame};
  const ExternalOutcome outcome = bench.try_read(offset, 4);
  REQUIRE(outcome.ok());
  return outcome.value;
}

}  // namespace

TEST_CASE("PMCFGR says what the PMU has", "[pmu][external]") {
  PmuConfig pmu;
  pmu.version = PmuVersion::p5;
  pmu.event_counters = 6;
  constexpr RegValue kSizeAndCycleCounter = 0x3F00 | 1U << 14U;
  CHECK(word_of(pmu, 0xE00) == (6 | kSizeAndCycleCounter));
  SECTION("freeze on overflow with PMUv3p7") {
    pmu.version = PmuVersion::p7;
    CHECK(word_of(pmu, 0xE00) == (6 | kSizeAndCycleCounter | 1U << 21U));
  }
  SECTION("the cycle prescaler with AArch32") {
    pmu.aarch32 = true;
    CHECK(word_of(pmu, 0xE00) == (6 | kSizeAndCycleCounter | 1U << 15U));
  }
  SECTION("the instruction counter is one more counter, in a group of its own") {
    pmu.version = PmuVersion::p9;
    pmu.event_counters = 31;
    pmu.instruction_counter = true;
    CHECK(word_of(pmu, 0xE00) == (0x20 | kSizeAndCycleCounter | 1U << 21U | 1U << 28U));
    CHECK(word_of(pmu, 0xCE0) == 0x120);
  }
}

TEST_CASE("the number of counters in the frame does not depend on HPMN", "[pmu][external]") {
  PmuConfig pmu;
  FrameBench bench{pmu};
  bench.put(PmuReg::mdcr_el2, 2);
  CHECK((bench.try_read(0xE00, 4).value & 0xFF) == 6);
}

TEST_CASE("the architecture registers tell EXT32 from EXT64", "[pmu][external]") {
  CHECK(word_of(everything(ExternalView::ext32), 0xFBC) == 0x47702A16);
  CHECK(word_of(everything(ExternalView::ext64), 0xFBC) == 0x47702A26);
  const auto view = GENERATE(ExternalView::ext32, ExternalView::ext64);
  const PmuConfig pmu = everything(view);
  CHECK(word_of(pmu, 0xFCC) == 0x16);
  CHECK(word_of(pmu, 0xFC8) == 0);
  CHECK(word_of(pmu, 0xFF0) == 0x0D);
  CHECK(word_of(pmu, 0xFF4) == 0x90);
  CHECK(word_of(pmu, 0xFF8) == 0x05);
  CHECK(word_of(pmu, 0xFFC) == 0xB1);
}

TEST_CASE("the peripheral identification holds part, designer and revision", "[pmu][external]") {
  ExternalFrameConfig frame = unlocked();
  frame.part = 0xD4C;
  frame.revision = 0x1;
  frame.revand = 0x2;
  frame.customised = 0x3;
  const PmuConfig pmu = everything(ExternalView::ext32);
  CHECK(word_of(pmu, 0xFE0, frame) == 0x4C);
  CHECK(word_of(pmu, 0xFE4, frame) == 0xBD);  // DES_0 = 0xB, part 11:8
  CHECK(word_of(pmu, 0xFE8, frame) == 0x1B);  // revision, JEDEC, DES_1 = 3
  CHECK(word_of(pmu, 0xFEC, frame) == 0x23);
  CHECK(word_of(pmu, 0xFD0, frame) == 0x04);  // DES_2
  CHECK(word_of(pmu, 0xE08, frame) == 0xD4C1'243B);
}

TEST_CASE("PMDEVAFF is the affinity of the PE", "[pmu][external]") {
  ExternalFrameConfig frame = unlocked();
  frame.mpidr = 0x12'4103'0201;  // Aff3 0x12, MT, Aff2..0
  CHECK(word_of(everything(ExternalView::ext32), 0xFA8, frame) == 0xC103'0201);
  CHECK(word_of(everything(ExternalView::ext32), 0xFAC, frame) == 0x12);
  FrameBench bench{everything(ExternalView::ext64), frame};
  CHECK(bench.try_read(0xFA8, 8).value == 0x12'C103'0201);
}

TEST_CASE("PMAUTHSTATUS copies the non-invasive fields only", "[pmu][external]") {
  ExternalFrameConfig frame = unlocked();
  frame.dbgauthstatus = ~RegValue{0};
  CHECK(word_of(everything(ExternalView::ext32), 0xFB8, frame) == 0x0C00'C0CC);
  frame.dbgauthstatus = 0b10'11'11'10;
  CHECK(word_of(everything(ExternalView::ext32), 0xFB8, frame) == 0b10'00'11'00);
}

TEST_CASE("PMCEID and PMMIR show what the system registers show", "[pmu][external]") {
  PmuConfig pmu;
  pmu.version = PmuVersion::p9;
  pmu.slots = 8;
  pmu.threshold_bits = 12;
  pmu.bus_width = 6;
  // CPU_CYCLES 0x11, STALL_FRONTEND 0x23, and 0x4005, 0x4026 of the second event space.
  pmu.events = {EventId{0x11}, EventId{0x23}, EventId{0x4005}, EventId{0x4026}};
  CHECK(word_of(pmu, 0xE20) == 1U << 0x11U);
  CHECK(word_of(pmu, 0xE24) == 1U << 3U);
  CHECK(word_of(pmu, 0xE28) == 1U << 5U);
  CHECK(word_of(pmu, 0xE2C) == 1U << 6U);
  CHECK(word_of(pmu, 0xE40) == 0x00C6'0008);
  CHECK(word_of(pmu, 0xE44) == 0);
  SECTION("EXT64 has no PMCEID") {
    pmu.external_view = ExternalView::ext64;
    FrameBench bench{pmu};
    CHECK(bench.try_read(0xE20, 8).value == 0);
    CHECK(bench.try_read(0xE40, 8).value == 0x00C6'0008);
  }
}

}  // namespace pmusim
