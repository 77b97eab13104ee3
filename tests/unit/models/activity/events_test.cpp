// SPDX-License-Identifier: Apache-2.0
#include "models/activity/events.h"

#include <array>
#include <set>

#include <catch2/catch.hpp>

namespace {

using pmusim::EventId;

struct Known {
  std::uint16_t number;
  std::string_view name;
};

// Typed from Linux, include/linux/perf/arm_pmuv3.h and the arm64 JSON event lists, and from the
// event index of the Arm manual; not from the table under test.
constexpr std::array kKnown{
    Known{0x0000, "SW_INCR"},
    Known{0x0001, "L1I_CACHE_REFILL"},
    Known{0x0002, "L1I_TLB_REFILL"},
    Known{0x0003, "L1D_CACHE_REFILL"},
    Known{0x0004, "L1D_CACHE"},
    Known{0x0005, "L1D_TLB_REFILL"},
    Known{0x0006, "LD_RETIRED"},
    Known{0x0007, "ST_RETIRED"},
    Known{0x0008, "INST_RETIRED"},
    Known{0x0009, "EXC_TAKEN"},
    Known{0x000A, "EXC_RETURN"},
    Known{0x000B, "CID_WRITE_RETIRED"},
    Known{0x000C, "PC_WRITE_RETIRED"},
    Known{0x000F, "UNALIGNED_LDST_RETIRED"},
    Known{0x0010, "BR_MIS_PRED"},
    Known{0x0011, "CPU_CYCLES"},
    Known{0x0012, "BR_PRED"},
    Known{0x0013, "MEM_ACCESS"},
    Known{0x0016, "L2D_CACHE"},
    Known{0x0019, "BUS_ACCESS"},
    Known{0x001A, "MEMORY_ERROR"},
    Known{0x001B, "INST_SPEC"},
    Known{0x001C, "TTBR_WRITE_RETIRED"},
    Known{0x001D, "BUS_CYCLES"},
    Known{0x001E, "CHAIN"},
    Known{0x001F, "L1D_CACHE_ALLOCATE"},
    Known{0x0021, "BR_RETIRED"},
    Known{0x0022, "BR_MIS_PRED_RETIRED"},
    Known{0x0023, "STALL_FRONTEND"},
    Known{0x0024, "STALL_BACKEND"},
    Known{0x002A, "L3D_CACHE_REFILL"},
    Known{0x0031, "REMOTE_ACCESS"},
    Known{0x0034, "DTLB_WALK"},
    Known{0x0035, "ITLB_WALK"},
    Known{0x0037, "LL_CACHE_MISS_RD"},
    Known{0x0039, "L1D_CACHE_LMISS_RD"},
    Known{0x003A, "OP_RETIRED"},
    Known{0x003B, "OP_SPEC"},
    Known{0x003C, "STALL"},
    Known{0x003D, "STALL_SLOT_BACKEND"},
    Known{0x003E, "STALL_SLOT_FRONTEND"},
    Known{0x003F, "STALL_SLOT"},
    Known{0x0040, "L1D_CACHE_RD"},
    Known{0x0045, "L1D_CACHE_REFILL_OUTER"},
    Known{0x0048, "L1D_CACHE_INVAL"},
    Known{0x004C, "L1D_TLB_REFILL_RD"},
    Known{0x0053, "L2D_CACHE_REFILL_WR"},
    Known{0x005F, "L2D_TLB_WR"},
    Known{0x0063, "BUS_ACCESS_NOT_SHARED"},
    Known{0x006A, "UNALIGNED_LDST_SPEC"},
    Known{0x006F, "STREX_SPEC"},
    Known{0x0070, "LD_SPEC"},
    Known{0x0074, "ASE_SPEC"},
    Known{0x007A, "BR_INDIRECT_SPEC"},
    Known{0x007E, "DMB_SPEC"},
    Known{0x0081, "EXC_UNDEF"},
    Known{0x0086, "EXC_IRQ"},
    Known{0x008A, "EXC_HVC"},
    Known{0x008F, "EXC_TRAP_FIQ"},
    Known{0x0091, "RC_ST_SPEC"},
    Known{0x00A0, "L3D_CACHE_RD"},
    Known{0x00A8, "L3D_CACHE_INVAL"},
    Known{0x4000, "SAMPLE_POP"},
    Known{0x4003, "SAMPLE_COLLISION"},
    Known{0x4004, "CNT_CYCLES"},
    Known{0x4005, "STALL_BACKEND_MEM"},
    Known{0x4006, "L1I_CACHE_LMISS"},
    Known{0x400B, "L3D_CACHE_LMISS_RD"},
    Known{0x400C, "TRB_WRAP"},
    Known{0x400D, "PMU_OVFS"},
    Known{0x400E, "TRB_TRIG"},
    Known{0x4013, "TRCEXTOUT3"},
    Known{0x401B, "CTI_TRIGOUT7"},
    Known{0x4020, "LDST_ALIGN_LAT"},
    Known{0x4026, "MEM_ACCESS_CHECKED_WR"},
    Known{0x8000, "SIMD_INST_RETIRED"},
    Known{0x8002, "SVE_INST_RETIRED"},
    Known{0x8008, "UOP_SPEC"},
    Known{0x800E, "SVE_MATH_SPEC"},
    Known{0x8010, "FP_SPEC"},
    Known{0x8014, "FP_HP_SPEC"},
    Known{0x801C, "FP_DP_SPEC"},
    Known{0x8028, "FP_FMA_SPEC"},
    Known{0x8038, "FP_CVT_SPEC"},
    Known{0x8043, "ASE_SVE_INT_SPEC"},
    Known{0x8074, "SVE_PRED_SPEC"},
    Known{0x807F, "SVE_MOVPRFX_U_SPEC"},
    Known{0x8087, "PRF_SPEC"},
    Known{0x8096, "SVE_STR_PREG_SPEC"},
    Known{0x809F, "SVE_PRF_CONTIG_SPEC"},
    Known{0x80AF, "SVE_PRF_GATHER_SPEC"},
    Known{0x80BD, "SVE_LDFF_FAULT_SPEC"},
    Known{0x80C7, "FP_DP_FIXED_OPS_SPEC"},
    Known{0x80EF, "ASE_SVE_INT64_SPEC"},
    Known{0x8108, "BR_IMMED_TAKEN_RETIRED"},
    Known{0x811D, "BR_IND_RETIRED"},
    Known{0x8128, "DTLB_WALK_PERCYC"},
    Known{0x8140, "L1D_CACHE_RW"},
    Known{0x8158, "STALL_FRONTEND_MEMBOUND"},
    Known{0x8164, "STALL_BACKEND_MEMBOUND"},
    Known{0x8171, "CAS_NEAR_PASS"},
    Known{0x81BF, "LL_CACHE_REFILL_HWPRF"},
    Known{0x81D5, "L2D_CACHE_HIT_RD_FPRFM"},
    Known{0x826E, "L3D_LFB_HIT_RW_FHWPRF"},
    Known{0x82B6, "L3D_CACHE_MISS_LD_RETIRED"},
    Known{0x82F7, "DTLB_WALK_LDST_RETIRED"},
    Known{0x835B, "SE_INST_RETIRED"},
    Known{0x8396, "SME_ST_TILE_SPEC"},
    Known{0x83BF, "N4_CACHE3_HIT_PRFM"},
    Known{0x83DC, "N1_LFB3_HIT_RD"},
    Known{0x841F, "ISNP_HIT_N4_HWPRF"},
    Known{0x8494, "FP_FP8_SCALE2_MIN_OPS_SPEC"},
};

}  // namespace

TEST_CASE("events have the numbers of the Arm manual", "[activity][events]") {
  for (const Known& known : kKnown) {
    CAPTURE(known.name);
    const pmusim::EventDesc* const row = pmusim::describe_event(EventId{known.number});
    REQUIRE(row != nullptr);
    CHECK(row->name == known.name);
    CHECK(pmusim::find_event(known.name) == EventId{known.number});
  }
}

TEST_CASE("the event table has each number and each name once, in ascending order",
          "[activity][events]") {
  std::set<std::string_view> names;
  int previous = -1;
  for (const pmusim::EventDesc& row : pmusim::architected_events()) {
    CAPTURE(row.name);
    CHECK(int{row.id.value()} > previous);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.meaning.empty());
    previous = row.id.value();
  }
}

TEST_CASE("PMCEID can report each event from 0x0000 to 0x003F", "[activity][events]") {
  for (std::uint16_t number = 0; number < 0x40; ++number) {
    CAPTURE(number);
    CHECK(pmusim::describe_event(EventId{number}) != nullptr);
  }
}

TEST_CASE("an event is found by its name in any letter case", "[activity][events]") {
  CHECK(pmusim::find_event("stall_slot") == EventId{0x3F});
  CHECK(pmusim::find_event("Stall_Slot") == EventId{0x3F});
  CHECK(pmusim::find_event("STALL_SLOT_FRONTEND") == EventId{0x3E});
}

TEST_CASE("what is no event is not found", "[activity][events]") {
  CHECK_FALSE(pmusim::find_event(""));
  CHECK_FALSE(pmusim::find_event("STALL_SLO"));
  CHECK_FALSE(pmusim::find_event("STALL_SLOTS"));
  CHECK_FALSE(pmusim::find_event("ZZZ"));
  CHECK(pmusim::describe_event(EventId{0x0049}) == nullptr);
  CHECK(pmusim::describe_event(EventId{0x00C0}) == nullptr);
  CHECK(pmusim::describe_event(EventId{0xFFFF}) == nullptr);
}
