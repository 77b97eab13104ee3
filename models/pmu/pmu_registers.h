// SPDX-License-Identifier: Apache-2.0
//
// The PMU's registers, one row each. Source of every row: Arm ARM DDI 0487, "AArch64 System
// register descriptions", the register's own page; section titles, since page numbers move.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/common/register_table.h"
#include "models/pmu/pmu_config.h"

namespace pmusim {

inline constexpr unsigned kMaxEventCounters = 31;

/// evtCount values that the PMU itself interprets.
inline constexpr RegValue kSwIncrEventNumber = 0x0000;
inline constexpr RegValue kInstRetiredEventNumber = 0x0008;
inline constexpr RegValue kCpuCyclesEventNumber = 0x0011;
inline constexpr RegValue kChainEventNumber = 0x001E;

/// Index of a counter in every register with one bit a counter.
inline constexpr unsigned kCycleCounter = 31;
inline constexpr unsigned kInstructionCounter = 32;

/// Every register of the model. PMEVCNTRn_EL0 and PMEVTYPERn_EL0 are arrays of 31.
enum class PmuReg : std::uint8_t {
  pmcr_el0,
  pmcntenset_el0,
  pmcntenclr_el0,
  pmovsclr_el0,
  pmovsset_el0,
  pmswinc_el0,
  pmselr_el0,
  pmccntr_el0,
  pmxevtyper_el0,
  pmxevcntr_el0,
  pmzr_el0,
  pmuserenr_el0,
  pmintenset_el1,
  pmintenclr_el1,
  pmuacr_el1,
  pmicntr_el0,
  pmicfiltr_el0,
  pmevcntr_el0,
  pmevtyper_el0,
  pmccfiltr_el0,
  pmceid0_el0,
  pmceid1_el0,
  pmmir_el1,
  id_aa64dfr0_el1,
  id_aa64dfr1_el1,
  mdcr_el2,
  mdcr_el3,
};
inline constexpr std::size_t kPmuRegCount = 27;

/// One register: a row, and the element if the row is an array.
struct PmuRegister {
  PmuReg reg{};
  unsigned index{};

  friend constexpr bool operator==(PmuRegister, PmuRegister) = default;
};

[[nodiscard]] const RegDesc& describe(PmuReg reg);

/// The register that MRS and MSR reach with this encoding, or nothing.
[[nodiscard]] std::optional<PmuRegister> decode(SysReg encoding);

/// The encoding of a register; for an array, of its element.
[[nodiscard]] SysReg encoding_of(PmuRegister reg);

/// The register with this architectural name ("PMEVCNTR3_EL0"), in any letter case. The three
/// states behind a set and a clear register are found as PMCNTEN, PMINTEN and PMOVS too.
[[nodiscard]] std::optional<PmuRegister> find_register(std::string_view name);

/// The architectural name, with the element's number.
[[nodiscard]] std::string name_of(PmuRegister reg);

/// The bits of `reg` that this configuration implements as state.
[[nodiscard]] RegValue implemented_mask(const PmuConfig& config, PmuReg reg);

/// True when the configuration has the register at all.
[[nodiscard]] bool is_implemented(const PmuConfig& config, PmuRegister reg);

namespace regs {

namespace detail {
constexpr FeatureMask needs(auto... features) {
  return (static_cast<FeatureMask>(features) | ... | 0U);
}
using enum PmuFeature;
}  // namespace detail

// clang-format off
inline constexpr std::array kPmcrFields{
    FieldDesc{"RES0_63_33", 63, 33, FieldAccess::res0, "reserved"},
    FieldDesc{"FZS", 32, 32, FieldAccess::raz_wi, "freeze on SPE event; the Statistical Profiling Extension is not modelled"},
    FieldDesc{"IMP", 31, 24, FieldAccess::raz_wi, "implementer; zero, software reads MIDR_EL1"},
    FieldDesc{"IDCODE", 23, 16, FieldAccess::raz_wi, "identification code; zero, software reads MIDR_EL1"},
    FieldDesc{"N", 15, 11, FieldAccess::ro, "number of event counters; HPMN when read below EL2 with EL2 enabled"},
    FieldDesc{"RES0_10", 10, 10, FieldAccess::res0, "reserved"},
    FieldDesc{"FZO", 9, 9, FieldAccess::rw, "freeze the first range on overflow", detail::needs(detail::p7)},
    FieldDesc{"RES0_8", 8, 8, FieldAccess::res0, "reserved"},
    FieldDesc{"LP", 7, 7, FieldAccess::rw, "first-range event counters overflow at 64 bits", detail::needs(detail::p5)},
    FieldDesc{"LC", 6, 6, FieldAccess::rw, "cycle counter overflows at 64 bits; reads as one without AArch32", detail::needs(detail::aarch32)},
    FieldDesc{"DP", 5, 5, FieldAccess::rw, "prohibition and freeze stop the cycle counter too", detail::needs(detail::dp)},
    FieldDesc{"X", 4, 4, FieldAccess::raz_wi, "export of events; there is no export bus"},
    FieldDesc{"D", 3, 3, FieldAccess::rw, "cycle counter counts once every 64 cycles", detail::needs(detail::aarch32)},
    FieldDesc{"C", 2, 2, FieldAccess::wo, "write 1: zero PMCCNTR_EL0"},
    FieldDesc{"P", 1, 1, FieldAccess::wo, "write 1: zero the accessible event counters"},
    FieldDesc{"E", 0, 0, FieldAccess::rw, "enable the first range, the cycle counter and the instruction counter"},
};

/// Registers with one bit a counter differ only in what a written 1 does.
template <FieldAccess Access>
inline constexpr std::array kPerCounterFields{
    FieldDesc{"RES0_63_33", 63, 33, FieldAccess::res0, "reserved"},
    FieldDesc{"F0", 32, 32, Access, "instruction counter", detail::needs(detail::icntr)},
    FieldDesc{"C", 31, 31, Access, "cycle counter"},
    FieldDesc{"P", 30, 0, Access, "bit n: event counter n; RAZ/WI for n at or above the number of accessible counters"},
};

inline constexpr std::array kPmswincFields{
    FieldDesc{"RES0_63_31", 63, 31, FieldAccess::res0, "reserved"},
    FieldDesc{"P", 30, 0, FieldAccess::wo, "bit n: event counter n gets one SW_INCR if it counts that event"},
};

inline constexpr std::array kPmselrFields{
    FieldDesc{"RES0_63_5", 63, 5, FieldAccess::res0, "reserved"},
    FieldDesc{"SEL", 4, 0, FieldAccess::rw, "event counter that PMXEVTYPER_EL0 and PMXEVCNTR_EL0 reach; 31 is PMCCFILTR_EL0"},
};

template <const char* Name>
inline constexpr std::array kWholeFields{FieldDesc{Name, 63, 0, FieldAccess::rw, "the whole register"}};

inline constexpr char kCcnt[] = "CCNT";
inline constexpr char kIcnt[] = "ICNT";
inline constexpr char kEvcnt[] = "EVCNT";
inline constexpr char kSelected[] = "SELECTED";

inline constexpr std::array kPmuserenrFields{
    FieldDesc{"RES0_63_7", 63, 7, FieldAccess::res0, "reserved"},
    FieldDesc{"TID", 6, 6, FieldAccess::rw, "trap EL0 reads of PMCEIDn_EL0", detail::needs(detail::p9)},
    FieldDesc{"IR", 5, 5, FieldAccess::rw, "with UEN: EL0 writes to the instruction counter are ignored", detail::needs(detail::icntr)},
    FieldDesc{"UEN", 4, 4, FieldAccess::rw, "EL0 access is per counter, by PMUACR_EL1", detail::needs(detail::p9)},
    FieldDesc{"ER", 3, 3, FieldAccess::rw, "EL0 may read event counters; with UEN: EL0 writes to them are ignored"},
    FieldDesc{"CR", 2, 2, FieldAccess::rw, "EL0 may read the cycle counter; with UEN: EL0 writes to it are ignored"},
    FieldDesc{"SW", 1, 1, FieldAccess::rw, "EL0 may write PMSWINC_EL0"},
    FieldDesc{"EN", 0, 0, FieldAccess::rw, "EL0 may access the PMU"},
};

inline constexpr std::array kPmevtyperFields{
    FieldDesc{"TC", 63, 61, FieldAccess::rw, "threshold control: compare in 2:1, count in 0", detail::needs(detail::th)},
    FieldDesc{"TE", 60, 60, FieldAccess::rw, "count edges of the threshold condition", detail::needs(detail::edge)},
    FieldDesc{"RES0_59_44", 59, 44, FieldAccess::res0, "reserved"},
    FieldDesc{"TH", 43, 32, FieldAccess::rw, "threshold; bits at or above THWIDTH are RES0", detail::needs(detail::th)},
    FieldDesc{"P", 31, 31, FieldAccess::rw, "do not count at EL1"},
    FieldDesc{"U", 30, 30, FieldAccess::rw, "do not count at EL0"},
    FieldDesc{"NSK", 29, 29, FieldAccess::rw, "Non-secure EL1: counts when equal to P", detail::needs(detail::el3)},
    FieldDesc{"NSU", 28, 28, FieldAccess::rw, "Non-secure EL0: counts when equal to U", detail::needs(detail::el3)},
    FieldDesc{"NSH", 27, 27, FieldAccess::rw, "count at EL2", detail::needs(detail::el2)},
    FieldDesc{"M", 26, 26, FieldAccess::rw, "EL3: counts when equal to P", detail::needs(detail::el3)},
    FieldDesc{"MT", 25, 25, FieldAccess::raz_wi, "count for all threads; multithreading is not modelled"},
    FieldDesc{"SH", 24, 24, FieldAccess::rw, "Secure EL2: counts when different from NSH", detail::needs(detail::el3, detail::secure_el2)},
    FieldDesc{"RES0_23", 23, 23, FieldAccess::res0, "reserved"},
    FieldDesc{"RLK", 22, 22, FieldAccess::rw, "Realm EL1: counts when equal to P", detail::needs(detail::rme)},
    FieldDesc{"RLU", 21, 21, FieldAccess::rw, "Realm EL0: counts when equal to U", detail::needs(detail::rme)},
    FieldDesc{"RLH", 20, 20, FieldAccess::rw, "Realm EL2: counts when different from NSH", detail::needs(detail::rme)},
    FieldDesc{"RES0_19_16", 19, 16, FieldAccess::res0, "reserved"},
    FieldDesc{"evtCount_15_10", 15, 10, FieldAccess::rw, "upper bits of the event number", detail::needs(detail::p1)},
    FieldDesc{"evtCount_9_0", 9, 0, FieldAccess::rw, "event number; lower bits"},
};

/// The filters of the cycle counter and of the instruction counter: the filter bits of an event type.
template <bool HasEvent>
inline constexpr std::array kFilterFields{
    FieldDesc{"RES0_63_32", 63, 32, FieldAccess::res0, "reserved"},
    kPmevtyperFields[4], kPmevtyperFields[5], kPmevtyperFields[6], kPmevtyperFields[7], kPmevtyperFields[8],
    kPmevtyperFields[9],
    FieldDesc{"RES0_25", 25, 25, FieldAccess::res0, "reserved"},
    kPmevtyperFields[11], kPmevtyperFields[12], kPmevtyperFields[13], kPmevtyperFields[14], kPmevtyperFields[15],
    kPmevtyperFields[16],
    HasEvent ? FieldDesc{"evtCount", 15, 0, FieldAccess::ro, "INST_RETIRED, 0x0008"}
             : FieldDesc{"RES0_15_0", 15, 0, FieldAccess::res0, "reserved"},
};

inline constexpr std::array kPmceidFields{
    FieldDesc{"IDhi", 63, 32, FieldAccess::ro, "bit n: event 0x4000 + n (PMCEID1: 0x4020 + n) is implemented", detail::needs(detail::p1)},
    FieldDesc{"ID", 31, 0, FieldAccess::ro, "bit n: event n (PMCEID1: 0x0020 + n) is implemented"},
};

inline constexpr std::array kPmmirFields{
    FieldDesc{"RES0_63_29", 63, 29, FieldAccess::res0, "reserved"},
    FieldDesc{"SME", 28, 28, FieldAccess::raz_wi, "streaming filter; not modelled"},
    FieldDesc{"EDGE", 27, 24, FieldAccess::ro, "1 with FEAT_PMUv3_EDGE"},
    FieldDesc{"THWIDTH", 23, 20, FieldAccess::ro, "width of PMEVTYPERn_EL0.TH"},
    FieldDesc{"BUS_WIDTH", 19, 16, FieldAccess::ro, "1 + log2(bytes of a bus access), 0 if unknown"},
    FieldDesc{"BUS_SLOTS", 15, 8, FieldAccess::ro, "largest BUS_ACCESS amount in a bus cycle, 0 if unknown"},
    FieldDesc{"SLOTS", 7, 0, FieldAccess::ro, "largest STALL_SLOT amount in a cycle"},
};

inline constexpr std::array kDfr0Fields{
    FieldDesc{"HPMN0", 63, 60, FieldAccess::ro, "1: MDCR_EL2.HPMN = 0 is defined"},
    FieldDesc{"OTHER_59_52", 59, 52, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"MTPMU", 51, 48, FieldAccess::ro, "15: multithreaded PMU not implemented, MT is RES0"},
    FieldDesc{"OTHER_47_28", 47, 28, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"SEBEP", 27, 24, FieldAccess::raz_wi, "synchronous event profiling; not modelled"},
    FieldDesc{"OTHER_23_20", 23, 20, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"PMSS", 19, 16, FieldAccess::raz_wi, "snapshot; not modelled"},
    FieldDesc{"OTHER_15_12", 15, 12, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"PMUVer", 11, 8, FieldAccess::ro, "1 PMUv3, 4 p1, 5 p4, 6 p5, 7 p7, 8 p8, 9 p9"},
    FieldDesc{"OTHER_7_0", 7, 0, FieldAccess::raz_wi, "not about the PMU"},
};

inline constexpr std::array kDfr1Fields{
    FieldDesc{"OTHER_63_40", 63, 40, FieldAccess::raz_wi, "not modelled"},
    FieldDesc{"PMICNTR", 39, 36, FieldAccess::ro, "1 with FEAT_PMUv3_ICNTR"},
    FieldDesc{"OTHER_35_0", 35, 0, FieldAccess::raz_wi, "not modelled"},
};

inline constexpr std::array kMdcrEl2Fields{
    FieldDesc{"OTHER_63_30", 63, 30, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"HPMFZO", 29, 29, FieldAccess::rw, "freeze the second range on overflow", detail::needs(detail::p7)},
    FieldDesc{"MTPME", 28, 28, FieldAccess::raz_wi, "multithreading is not modelled"},
    FieldDesc{"OTHER_27", 27, 27, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"HLP", 26, 26, FieldAccess::rw, "second-range event counters overflow at 64 bits", detail::needs(detail::p5)},
    FieldDesc{"OTHER_25_24", 25, 24, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"HCCD", 23, 23, FieldAccess::rw, "stop the cycle counter at EL2", detail::needs(detail::p5)},
    FieldDesc{"OTHER_22_18", 22, 18, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"HPMD", 17, 17, FieldAccess::rw, "prohibit first-range counting at EL2", detail::needs(detail::p1)},
    FieldDesc{"OTHER_16_8", 16, 8, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"HPME", 7, 7, FieldAccess::rw, "enable the second range"},
    FieldDesc{"TPM", 6, 6, FieldAccess::rw, "trap EL0 and EL1 accesses to EL2"},
    FieldDesc{"TPMCR", 5, 5, FieldAccess::rw, "trap EL0 and EL1 accesses to PMCR_EL0 to EL2"},
    FieldDesc{"HPMN", 4, 0, FieldAccess::rw, "number of event counters in the first range"},
};

inline constexpr std::array kMdcrEl3Fields{
    FieldDesc{"OTHER_63_36", 63, 36, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"MPMX", 35, 35, FieldAccess::rw, "prohibit counting at EL3, with SPME", detail::needs(detail::p7)},
    FieldDesc{"MCCD", 34, 34, FieldAccess::rw, "stop the cycle counter at EL3", detail::needs(detail::p7)},
    FieldDesc{"OTHER_33_24", 33, 24, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"SCCD", 23, 23, FieldAccess::rw, "stop the cycle counter in Secure state", detail::needs(detail::p5)},
    FieldDesc{"OTHER_22", 22, 22, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"EPMAD", 21, 21, FieldAccess::rw, "restrict external access to the PMU"},
    FieldDesc{"OTHER_20_18", 20, 18, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"SPME", 17, 17, FieldAccess::rw, "permit counting in Secure state"},
    FieldDesc{"OTHER_16_8", 16, 8, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"EnPM2", 7, 7, FieldAccess::rw, "permit PMICNTR, PMICFILTR and PMUACR below EL3", detail::needs(detail::p9)},
    FieldDesc{"TPM", 6, 6, FieldAccess::rw, "trap EL0 to EL2 accesses to EL3"},
    FieldDesc{"OTHER_5_3", 5, 3, FieldAccess::raz_wi, "not about the PMU"},
    FieldDesc{"EPMADE", 2, 2, FieldAccess::rw, "restrict external access, with EPMAD", detail::needs(detail::rme)},
    FieldDesc{"OTHER_1_0", 1, 0, FieldAccess::raz_wi, "not about the PMU"},
};
// clang-format on

inline constexpr RegDesc kPmcrEl0{"PMCR_EL0",
                                  {3, 3, 9, 12, 0},
                                  kPmcrFields,
                                  "control",
                                  "PMCR_EL0, Performance Monitors Control Register"};
inline constexpr RegDesc kPmuserenrEl0{
    "PMUSERENR_EL0", {3, 3, 9, 14, 0}, kPmuserenrFields, "EL0 permissions", "PMUSERENR_EL0"};
inline constexpr RegDesc kPmselrEl0{"PMSELR_EL0",
                                    {3, 3, 9, 12, 5},
                                    kPmselrFields,
                                    "selects a counter for indirect access",
                                    "PMSELR_EL0"};
inline constexpr RegDesc kPmevtyperEl0{.name = "PMEVTYPER<n>_EL0",
                                       .encoding = {3, 3, 14, 12, 0},
                                       .fields = kPmevtyperFields,
                                       .meaning = "event, filter and threshold of event counter n",
                                       .source = "PMEVTYPER<n>_EL0",
                                       .copies = kMaxEventCounters};
inline constexpr RegDesc kMdcrEl2{.name = "MDCR_EL2",
                                  .encoding = {3, 4, 1, 1, 1},
                                  .fields = kMdcrEl2Fields,
                                  .meaning = "EL2 control of the PMU",
                                  .source = "MDCR_EL2",
                                  .needs = detail::needs(detail::el2)};
inline constexpr RegDesc kMdcrEl3{.name = "MDCR_EL3",
                                  .encoding = {3, 6, 1, 3, 1},
                                  .fields = kMdcrEl3Fields,
                                  .meaning = "EL3 control of the PMU",
                                  .source = "MDCR_EL3",
                                  .needs = detail::needs(detail::el3)};
inline constexpr RegDesc kPmmirEl1{.name = "PMMIR_EL1",
                                   .encoding = {3, 0, 9, 14, 6},
                                   .fields = kPmmirFields,
                                   .meaning = "parameters of the implementation",
                                   .source = "PMMIR_EL1",
                                   .needs = detail::needs(detail::p4)};

static_assert(well_formed(kPmcrEl0));
static_assert(well_formed(kPmuserenrEl0));
static_assert(well_formed(kPmselrEl0));
static_assert(well_formed(kPmevtyperEl0));
static_assert(well_formed(kMdcrEl2));
static_assert(well_formed(kMdcrEl3));
static_assert(well_formed(kPmmirEl1));

}  // namespace regs
}  // namespace pmusim
