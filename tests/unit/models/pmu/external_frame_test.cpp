// SPDX-License-Identifier: Apache-2.0
//
// What reads and writes of the frame do, and where that differs from the system registers.
#include "models/pmu/external_frame.h"

#include <array>

#include <catch2/catch.hpp>
#include <rapidcheck/catch.h>

#include "models/pmu/register_access.h"
#include "tests/unit/models/pmu/external_view_support.h"

namespace pmusim {
namespace {

using test::everything;
using test::FrameBench;

constexpr RegValue kInstructionBit = RegValue{1} << 32U;
constexpr RegValue kCycleBit = RegValue{1} << 31U;
constexpr ExecutionContext kEl3{.level = ExceptionLevel::el3, .security = SecurityState::root};

PmuConfig six_counters(ExternalView view) {
  PmuConfig config = everything(view);
  config.event_counters = 6;
  return config;
}

/// The offset of PMCR_EL0 differs between the variants.
unsigned pmcr_offset(ExternalView view) {
  return view == ExternalView::ext32 ? 0xE04 : 0xE10;
}

unsigned pmcr_bytes(ExternalView view) {
  return view == ExternalView::ext32 ? 4 : 8;
}

void fill_counters(FrameBench& bench) {
  for (unsigned counter = 0; counter < bench.pmu_config.event_counters; ++counter) {
    bench.put(PmuReg::pmevcntr_el0, 100 + counter, counter);
  }
  bench.put(PmuReg::pmccntr_el0, 200);
  bench.put(PmuReg::pmicntr_el0, 300);
  bench.put(PmuReg::pmovsset_el0, kInstructionBit | kCycleBit | 0x3F);
}

}  // namespace

TEST_CASE("both views act on the same state", "[pmu][external]") {
  struct Row {
    PmuReg reg;
    unsigned index;
    unsigned ext32;
    unsigned ext64;
    RegValue value;
  };

  const auto row = GENERATE(Row{PmuReg::pmevcntr_el0, 3, 0x018, 0x018, 0x1122334455667788},
                            Row{PmuReg::pmccntr_el0, 0, 0x0F8, 0x0F8, 0x1122334455667788},
                            Row{PmuReg::pmicntr_el0, 0, 0x100, 0x100, 0x1122334455667788},
                            Row{PmuReg::pmcntenset_el0, 0, 0xC00, 0xC00, 0x1'8000'0015},
                            Row{PmuReg::pmintenset_el1, 0, 0xC40, 0xC40, 0x1'8000'0015},
                            Row{PmuReg::pmovsset_el0, 0, 0xCC0, 0xCC0, 0x1'8000'0015});
  const auto view = GENERATE(ExternalView::ext32, ExternalView::ext64);
  FrameBench bench{six_counters(view)};
  const unsigned offset = view == ExternalView::ext32 ? row.ext32 : row.ext64;
  CAPTURE(static_cast<int>(row.reg), static_cast<int>(view));
  CHECK(bench.try_write(offset, 8, row.value).ok());
  CHECK(read_register(bench.pmu_config, bench.state, {row.reg, row.index}, kEl3) == row.value);
  write_register(bench.pmu_config, bench.state, {row.reg, row.index}, row.value | 2, kEl3);
  CHECK(bench.try_read(offset, 8).value == (row.value | 2));
}

TEST_CASE("event types and filters are 64-bit in EXT64", "[pmu][external]") {
  FrameBench bench{six_counters(ExternalView::ext64)};
  constexpr RegValue kType = 0x2000'0005'C800'0011;  // TC, TH, P, U, NSH, CPU_CYCLES
  CHECK(bench.try_write(0x408, 8, kType).ok());
  CHECK(bench.at(PmuReg::pmevtyper_el0, 1) == kType);
  CHECK(bench.try_read(0x408, 8).value == kType);
  CHECK(bench.try_write(0x4F8, 8, 0xC800'0000).ok());
  CHECK(bench.at(PmuReg::pmccfiltr_el0) == 0xC800'0000);
  CHECK(bench.try_write(0x500, 8, 0xC800'0000).ok());
  CHECK(bench.try_read(0x500, 8).value == 0xC800'0008);
}

TEST_CASE("in EXT32 the halves of an event type are independent", "[pmu][external]") {
  FrameBench bench{six_counters(ExternalView::ext32)};
  CHECK(bench.try_write(0x404, 4, 0xC800'0011).ok());
  CHECK(bench.try_write(0xA04, 4, 0x2000'0005).ok());
  CHECK(bench.at(PmuReg::pmevtyper_el0, 1) == 0x2000'0005'C800'0011);
  CHECK(bench.try_write(0x404, 4, 0x0000'0023).ok());
  CHECK(bench.at(PmuReg::pmevtyper_el0, 1) == 0x2000'0005'0000'0023);
  CHECK(bench.try_write(0xA04, 4, 0).ok());
  CHECK(bench.at(PmuReg::pmevtyper_el0, 1) == 0x0000'0023);
  CHECK(bench.at(PmuReg::pmevtyper_el0, 0) == 0);
  CHECK(bench.at(PmuReg::pmevtyper_el0, 2) == 0);
}

TEST_CASE("in EXT32 the halves of a counter are independent", "[pmu][external]") {
  FrameBench bench{six_counters(ExternalView::ext32)};
  CHECK(bench.try_write(0x00C, 4, 0x1111'1111).ok());
  CHECK(bench.try_write(0x008, 4, 0x2222'2222).ok());
  CHECK(bench.at(PmuReg::pmevcntr_el0, 1) == 0x1111'1111'2222'2222);
  CHECK(bench.try_read(0x00C, 4).value == 0x1111'1111);
}

TEST_CASE("before PMUv3p5 the upper word of an event counter reads as zero", "[pmu][external]") {
  PmuConfig pmu;
  pmu.version = PmuVersion::p4;
  FrameBench bench{pmu};
  CHECK(bench.try_write(0x004, 4, 0xFFFF'FFFF).ok());
  CHECK(bench.try_write(0x000, 4, 0xFFFF'FFFF).ok());
  CHECK(bench.try_read(0x004, 4).value == 0);
  CHECK(bench.at(PmuReg::pmevcntr_el0) == 0xFFFF'FFFF);
}

TEST_CASE("the event number of the instruction counter's filter is fixed", "[pmu][external]") {
  FrameBench bench{six_counters(ExternalView::ext32)};
  CHECK(bench.try_read(0x480, 4).value == 0x8);
  CHECK(bench.try_write(0x480, 4, 0xC000'FFFF).ok());
  CHECK(bench.try_read(0x480, 4).value == 0xC000'0008);
}

TEST_CASE("PMCR_EL0 in the frame shows no number of counters", "[pmu][external]") {
  const auto view = GENERATE(ExternalView::ext32, ExternalView::ext64);
  FrameBench bench{six_counters(view)};
  CHECK(bench.try_write(pmcr_offset(view), pmcr_bytes(view), ~RegValue{0}).ok());
  // E, DP, LC (fixed), LP, FZO; D needs AArch32, X an export bus.
  CHECK(bench.try_read(pmcr_offset(view), pmcr_bytes(view)).value == 0x2E1);
  CHECK((read_register(bench.pmu_config, bench.state, {PmuReg::pmcr_el0, 0}, kEl3) >> 11U &
         0x1FU) == 6);
}

TEST_CASE("PMCR_EL0.P and C in the frame ignore HPMN and touch nothing else", "[pmu][external]") {
  const auto view = GENERATE(ExternalView::ext32, ExternalView::ext64);
  FrameBench bench{six_counters(view)};
  bench.put(PmuReg::mdcr_el2, 2);  // HPMN
  fill_counters(bench);
  SECTION("P zeroes all event counters") {
    CHECK(bench.try_write(pmcr_offset(view), pmcr_bytes(view), 0b010).ok());
    for (unsigned counter = 0; counter < 6; ++counter) {
      CHECK(bench.at(PmuReg::pmevcntr_el0, counter) == 0);
    }
    CHECK(bench.at(PmuReg::pmccntr_el0) == 200);
  }
  SECTION("C zeroes the cycle counter") {
    CHECK(bench.try_write(pmcr_offset(view), pmcr_bytes(view), 0b100).ok());
    CHECK(bench.at(PmuReg::pmccntr_el0) == 0);
    CHECK(bench.at(PmuReg::pmevcntr_el0, 5) == 105);
  }
  CHECK(bench.at(PmuReg::pmicntr_el0) == 300);
  CHECK(bench.at(PmuReg::pmovsset_el0) == (kInstructionBit | kCycleBit | 0x3F));
}

TEST_CASE("HPMN, traps, EnPM2 and EL0 controls do not limit the frame", "[pmu][external]") {
  FrameBench bench{six_counters(ExternalView::ext32)};
  bench.put(PmuReg::mdcr_el2, 2 | 1U << 5U | 1U << 6U);  // HPMN = 2, TPMCR, TPM
  bench.put(PmuReg::mdcr_el3, 1U << 6U);                 // TPM, EnPM2 = 0
  bench.put(PmuReg::pmuserenr_el0, 1U << 4U);            // UEN, with no counter open in PMUACR_EL1
  bench.put(PmuReg::pmselr_el0, 1);
  CHECK(bench.try_write(0xC00, 8, 0x1'8000'003F).ok());
  CHECK(bench.at(PmuReg::pmcntenset_el0) == 0x1'8000'003F);
  CHECK(bench.try_write(0x028, 8, 77).ok());
  CHECK(bench.at(PmuReg::pmevcntr_el0, 5) == 77);
  CHECK(bench.try_write(0x100, 8, 88).ok());
  CHECK(bench.at(PmuReg::pmicntr_el0) == 88);
  CHECK(bench.try_write(0x480, 4, 1U << 31U).ok());
  CHECK(bench.try_read(0x480, 4).value == (1U << 31U | 8U));
}

TEST_CASE("PMZR_EL0 in the frame zeroes the counters named and no flags", "[pmu][external]") {
  const auto view = GENERATE(ExternalView::ext32, ExternalView::ext64);
  FrameBench bench{six_counters(view)};
  bench.put(PmuReg::mdcr_el2, 2);
  fill_counters(bench);
  CHECK(bench.try_write(0xCA0, 8, kInstructionBit | 0x21).ok());
  CHECK(bench.at(PmuReg::pmevcntr_el0, 0) == 0);
  CHECK(bench.at(PmuReg::pmevcntr_el0, 1) == 101);
  CHECK(bench.at(PmuReg::pmevcntr_el0, 5) == 0);
  CHECK(bench.at(PmuReg::pmccntr_el0) == 200);
  CHECK(bench.at(PmuReg::pmicntr_el0) == 0);
  CHECK(bench.at(PmuReg::pmovsset_el0) == (kInstructionBit | kCycleBit | 0x3F));
  if (view == ExternalView::ext32) {
    bench.put(PmuReg::pmicntr_el0, 300);
    CHECK(bench.try_write(0xCA0, 4, 0xFFFF'FFFF).ok());
    CHECK(bench.at(PmuReg::pmccntr_el0) == 0);
    CHECK(bench.at(PmuReg::pmicntr_el0) == 300);
    CHECK(bench.try_write(0xCA4, 4, 1).ok());
    CHECK(bench.at(PmuReg::pmicntr_el0) == 0);
  }
}

TEST_CASE("EXT64 replaces the state behind set and clear registers by a plain value",
          "[pmu][external]") {
  struct Row {
    unsigned offset;
    PmuReg reg;
  };

  const auto row = GENERATE(Row{0xC10, PmuReg::pmcntenset_el0},
                            Row{0xC50, PmuReg::pmintenset_el1},
                            Row{0xC90, PmuReg::pmovsset_el0});
  FrameBench bench{six_counters(ExternalView::ext64)};
  bench.put(row.reg, kCycleBit | 0x3);
  CAPTURE(row.offset);
  CHECK(bench.try_read(row.offset, 8).value == (kCycleBit | 0x3));
  CHECK(bench.try_write(row.offset, 8, kInstructionBit | 0xFF6).ok());
  CHECK(bench.at(row.reg) == (kInstructionBit | 0x36));  // counters 6 and above are not implemented
  SECTION("EXT32 has no such register") {
    FrameBench narrow{six_counters(ExternalView::ext32)};
    narrow.put(row.reg, 0x3);
    CHECK(narrow.try_write(row.offset, 4, 0).ok());
    CHECK(narrow.at(row.reg) == 0x3);
  }
}

TEST_CASE("set and clear registers of the frame obey the laws of sets",
          "[pmu][external][property]") {
  struct Pair {
    unsigned set;
    unsigned clear;
    PmuReg reg;
  };

  constexpr std::array kPairs{Pair{0xC00, 0xC20, PmuReg::pmcntenset_el0},
                              Pair{0xC40, 0xC60, PmuReg::pmintenset_el1},
                              Pair{0xCC0, 0xC80, PmuReg::pmovsset_el0}};
  constexpr RegValue kImplemented = 0x1'8000'003F;
  rc::prop("a 1 sets or clears, a 0 does nothing, both read the state",
           [&](bool wide_view,
               RegValue before,
               RegValue value,
               bool by_halves,
               std::uint8_t which,
               bool sets) {
             const Pair& pair = kPairs[which % kPairs.size()];
             const ExternalView view = wide_view ? ExternalView::ext64 : ExternalView::ext32;
             FrameBench bench{six_counters(view)};
             bench.put(pair.reg, before);
             const unsigned offset = sets ? pair.set : pair.clear;
             if (by_halves && view == ExternalView::ext32) {
               RC_ASSERT(bench.try_write(offset, 4, value & 0xFFFF'FFFFU).ok());
               RC_ASSERT(bench.try_write(offset + 4, 4, value >> 32U).ok());
             } else {
               RC_ASSERT(bench.try_write(offset, 8, value).ok());
             }
             const RegValue was = before & kImplemented;
             const RegValue expected = sets ? was | (value & kImplemented) : was & ~value;
             RC_ASSERT(bench.at(pair.reg) == expected);
             RC_ASSERT(bench.try_read(pair.set, 8).value == expected);
             RC_ASSERT(bench.try_read(pair.clear, 8).value == expected);
           });
}

TEST_CASE("no access to any offset changes more than its register", "[pmu][external][property]") {
  rc::prop("words without a register read as zero and ignore writes; reads never change the state",
           [](bool wide_view, RegValue value, std::uint16_t random_offset) {
             const ExternalView view = wide_view ? ExternalView::ext64 : ExternalView::ext32;
             FrameBench bench{six_counters(view)};
             fill_counters(bench);
             const unsigned offset = random_offset % 0x1000U & ~7U;
             const PmuState before = bench.state;
             static_cast<void>(bench.try_read(offset, 4));
             static_cast<void>(bench.try_read(offset, 8));
             RC_ASSERT(bench.state == before);
             const bool is_empty = !decode_word(bench.pmu_config, offset) &&
                                   !decode_word(bench.pmu_config, offset + 4);
             if (is_empty) {
               RC_ASSERT(bench.try_write(offset, 8, value).ok());
               RC_ASSERT(bench.try_write(offset + 4, 4, value).ok());
               RC_ASSERT(bench.try_read(offset, 8).value == 0U);
               RC_ASSERT(bench.state == before);
             }
           });
}

TEST_CASE("peek and poke see through locks and have no side effects", "[pmu][external]") {
  PmuConfig pmu = six_counters(ExternalView::ext32);
  FrameBench bench{pmu, ExternalFrameConfig{}};  // the OS Lock is set
  fill_counters(bench);
  bench.put(PmuReg::mdcr_el3, 1U << 21U);
  CHECK(bench.frame.peek(bench.state, 0x008) == 101);
  CHECK(bench.frame.peek(bench.state, 0xFCC) == 0x16);
  CHECK(bench.frame.peek(bench.state, 0xCA0) == 0);
  SECTION("a poked command does not act") {
    bench.frame.poke(bench.state, 0xE04, 0b111);
    CHECK(bench.at(PmuReg::pmevcntr_el0, 1) == 101);
    CHECK(bench.at(PmuReg::pmccntr_el0) == 200);
    CHECK((bench.at(PmuReg::pmcr_el0) & 1) == 1);
    bench.frame.poke(bench.state, 0xCA0, ~0U);
    CHECK(bench.at(PmuReg::pmevcntr_el0, 1) == 101);
  }
  SECTION("a poked set or clear register takes the value") {
    bench.frame.poke(bench.state, 0xC80, 0x5);
    CHECK(bench.at(PmuReg::pmovsset_el0) == (kInstructionBit | 0x5));
    bench.frame.poke(bench.state, 0xCC4, 0);
    CHECK(bench.at(PmuReg::pmovsset_el0) == 0x5);
  }
  SECTION("read-only registers and reserved words ignore a poke") {
    const PmuState before = bench.state;
    bench.frame.poke(bench.state, 0xE00, ~0U);
    bench.frame.poke(bench.state, 0xC08, ~0U);
    bench.frame.poke(bench.state, 0xFB0, ~0U);
    CHECK(bench.state == before);
  }
  CHECK_FALSE(bench.frame.sticky_access_denied());
}

}  // namespace pmusim
