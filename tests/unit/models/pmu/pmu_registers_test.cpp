// SPDX-License-Identifier: Apache-2.0
//
// Encodings and field positions here are typed from the manual, not from the table under test: a
// wrong row would look right to everything that derives from it.
#include "models/pmu/pmu_registers.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace pmusim {
namespace {

std::vector<PmuRegister> all_registers() {
  std::vector<PmuRegister> all;
  for (std::size_t row = 0; row < kPmuRegCount; ++row) {
    const auto reg = static_cast<PmuReg>(row);
    for (unsigned index = 0; index < describe(reg).copies; ++index) {
      all.push_back({reg, index});
    }
  }
  return all;
}

/// FEAT_PMUv3p9 with every option.
PmuConfig everything() {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.event_counters = 31;
  config.secure_el2 = true;
  config.rme = true;
  config.edge = true;
  config.instruction_counter = true;
  config.aarch32 = true;
  return config;
}

/// FEAT_PMUv3 alone, without EL2 and EL3.
PmuConfig smallest() {
  PmuConfig config;
  config.version = PmuVersion::p0;
  config.event_counters = 1;
  config.el2 = false;
  config.el3 = false;
  config.threshold_bits = 0;
  config.hpmn0 = false;
  return config;
}

struct PinnedField {
  PmuReg reg;
  std::string name;
  unsigned msb;
  unsigned lsb;
};

// clang-format off
const std::vector<PinnedField> kFields{
    {PmuReg::pmcr_el0, "E", 0, 0}, {PmuReg::pmcr_el0, "P", 1, 1}, {PmuReg::pmcr_el0, "C", 2, 2}, {PmuReg::pmcr_el0, "D", 3, 3},
    {PmuReg::pmcr_el0, "X", 4, 4}, {PmuReg::pmcr_el0, "DP", 5, 5}, {PmuReg::pmcr_el0, "LC", 6, 6}, {PmuReg::pmcr_el0, "LP", 7, 7},
    {PmuReg::pmcr_el0, "FZO", 9, 9}, {PmuReg::pmcr_el0, "N", 15, 11}, {PmuReg::pmcr_el0, "FZS", 32, 32},
    {PmuReg::pmevtyper_el0, "evtCount_9_0", 9, 0}, {PmuReg::pmevtyper_el0, "evtCount_15_10", 15, 10},
    {PmuReg::pmevtyper_el0, "RLH", 20, 20}, {PmuReg::pmevtyper_el0, "RLU", 21, 21}, {PmuReg::pmevtyper_el0, "RLK", 22, 22},
    {PmuReg::pmevtyper_el0, "SH", 24, 24}, {PmuReg::pmevtyper_el0, "MT", 25, 25}, {PmuReg::pmevtyper_el0, "M", 26, 26},
    {PmuReg::pmevtyper_el0, "NSH", 27, 27}, {PmuReg::pmevtyper_el0, "NSU", 28, 28}, {PmuReg::pmevtyper_el0, "NSK", 29, 29},
    {PmuReg::pmevtyper_el0, "U", 30, 30}, {PmuReg::pmevtyper_el0, "P", 31, 31}, {PmuReg::pmevtyper_el0, "TH", 43, 32},
    {PmuReg::pmevtyper_el0, "TE", 60, 60}, {PmuReg::pmevtyper_el0, "TC", 63, 61},
    {PmuReg::pmccfiltr_el0, "RLH", 20, 20}, {PmuReg::pmccfiltr_el0, "RLU", 21, 21}, {PmuReg::pmccfiltr_el0, "RLK", 22, 22},
    {PmuReg::pmccfiltr_el0, "SH", 24, 24}, {PmuReg::pmccfiltr_el0, "M", 26, 26}, {PmuReg::pmccfiltr_el0, "NSH", 27, 27},
    {PmuReg::pmccfiltr_el0, "NSU", 28, 28}, {PmuReg::pmccfiltr_el0, "NSK", 29, 29}, {PmuReg::pmccfiltr_el0, "U", 30, 30},
    {PmuReg::pmccfiltr_el0, "P", 31, 31},
    {PmuReg::pmicfiltr_el0, "evtCount", 15, 0}, {PmuReg::pmicfiltr_el0, "RLH", 20, 20}, {PmuReg::pmicfiltr_el0, "RLU", 21, 21},
    {PmuReg::pmicfiltr_el0, "RLK", 22, 22}, {PmuReg::pmicfiltr_el0, "SH", 24, 24}, {PmuReg::pmicfiltr_el0, "M", 26, 26},
    {PmuReg::pmicfiltr_el0, "NSH", 27, 27}, {PmuReg::pmicfiltr_el0, "NSU", 28, 28}, {PmuReg::pmicfiltr_el0, "NSK", 29, 29},
    {PmuReg::pmicfiltr_el0, "U", 30, 30}, {PmuReg::pmicfiltr_el0, "P", 31, 31},
    {PmuReg::pmuserenr_el0, "EN", 0, 0}, {PmuReg::pmuserenr_el0, "SW", 1, 1}, {PmuReg::pmuserenr_el0, "CR", 2, 2},
    {PmuReg::pmuserenr_el0, "ER", 3, 3}, {PmuReg::pmuserenr_el0, "UEN", 4, 4}, {PmuReg::pmuserenr_el0, "IR", 5, 5},
    {PmuReg::pmuserenr_el0, "TID", 6, 6}, {PmuReg::pmselr_el0, "SEL", 4, 0},
    {PmuReg::pmcntenset_el0, "P", 30, 0}, {PmuReg::pmcntenset_el0, "C", 31, 31}, {PmuReg::pmcntenset_el0, "F0", 32, 32},
    {PmuReg::pmovsclr_el0, "P", 30, 0}, {PmuReg::pmovsclr_el0, "C", 31, 31}, {PmuReg::pmovsclr_el0, "F0", 32, 32},
    {PmuReg::pmintenset_el1, "P", 30, 0}, {PmuReg::pmintenset_el1, "C", 31, 31}, {PmuReg::pmintenset_el1, "F0", 32, 32},
    {PmuReg::pmuacr_el1, "P", 30, 0}, {PmuReg::pmuacr_el1, "C", 31, 31}, {PmuReg::pmuacr_el1, "F0", 32, 32},
    {PmuReg::pmzr_el0, "P", 30, 0}, {PmuReg::pmzr_el0, "C", 31, 31}, {PmuReg::pmzr_el0, "F0", 32, 32},
    {PmuReg::pmswinc_el0, "P", 30, 0},
    {PmuReg::mdcr_el2, "HPMN", 4, 0}, {PmuReg::mdcr_el2, "TPMCR", 5, 5}, {PmuReg::mdcr_el2, "TPM", 6, 6},
    {PmuReg::mdcr_el2, "HPME", 7, 7}, {PmuReg::mdcr_el2, "HPMD", 17, 17}, {PmuReg::mdcr_el2, "HCCD", 23, 23},
    {PmuReg::mdcr_el2, "HLP", 26, 26}, {PmuReg::mdcr_el2, "HPMFZO", 29, 29},
    {PmuReg::mdcr_el3, "EPMADE", 2, 2}, {PmuReg::mdcr_el3, "TPM", 6, 6}, {PmuReg::mdcr_el3, "EnPM2", 7, 7},
    {PmuReg::mdcr_el3, "SPME", 17, 17}, {PmuReg::mdcr_el3, "EPMAD", 21, 21}, {PmuReg::mdcr_el3, "SCCD", 23, 23},
    {PmuReg::mdcr_el3, "MCCD", 34, 34}, {PmuReg::mdcr_el3, "MPMX", 35, 35},
    {PmuReg::pmmir_el1, "SLOTS", 7, 0}, {PmuReg::pmmir_el1, "BUS_SLOTS", 15, 8}, {PmuReg::pmmir_el1, "BUS_WIDTH", 19, 16},
    {PmuReg::pmmir_el1, "THWIDTH", 23, 20}, {PmuReg::pmmir_el1, "EDGE", 27, 24}, {PmuReg::pmmir_el1, "SME", 28, 28},
    {PmuReg::pmceid0_el0, "ID", 31, 0}, {PmuReg::pmceid0_el0, "IDhi", 63, 32},
    {PmuReg::id_aa64dfr0_el1, "PMUVer", 11, 8}, {PmuReg::id_aa64dfr0_el1, "PMSS", 19, 16},
    {PmuReg::id_aa64dfr0_el1, "SEBEP", 27, 24}, {PmuReg::id_aa64dfr0_el1, "MTPMU", 51, 48},
    {PmuReg::id_aa64dfr0_el1, "HPMN0", 63, 60}, {PmuReg::id_aa64dfr1_el1, "PMICNTR", 39, 36}};

struct PinnedEncoding {
  std::string name;
  SysReg encoding;
};

const std::vector<PinnedEncoding> kEncodings{
    {"PMCR_EL0", {3, 3, 9, 12, 0}}, {"PMCNTENSET_EL0", {3, 3, 9, 12, 1}}, {"PMCNTENCLR_EL0", {3, 3, 9, 12, 2}},
    {"PMOVSCLR_EL0", {3, 3, 9, 12, 3}}, {"PMOVSSET_EL0", {3, 3, 9, 14, 3}}, {"PMSWINC_EL0", {3, 3, 9, 12, 4}},
    {"PMSELR_EL0", {3, 3, 9, 12, 5}}, {"PMCEID0_EL0", {3, 3, 9, 12, 6}}, {"PMCEID1_EL0", {3, 3, 9, 12, 7}},
    {"PMCCNTR_EL0", {3, 3, 9, 13, 0}}, {"PMXEVTYPER_EL0", {3, 3, 9, 13, 1}}, {"PMXEVCNTR_EL0", {3, 3, 9, 13, 2}},
    {"PMZR_EL0", {3, 3, 9, 13, 4}}, {"PMUSERENR_EL0", {3, 3, 9, 14, 0}}, {"PMINTENSET_EL1", {3, 0, 9, 14, 1}},
    {"PMINTENCLR_EL1", {3, 0, 9, 14, 2}}, {"PMUACR_EL1", {3, 0, 9, 14, 4}}, {"PMMIR_EL1", {3, 0, 9, 14, 6}},
    {"PMICNTR_EL0", {3, 3, 9, 4, 0}}, {"PMICFILTR_EL0", {3, 3, 9, 6, 0}}, {"PMCCFILTR_EL0", {3, 3, 14, 15, 7}},
    {"PMEVCNTR0_EL0", {3, 3, 14, 8, 0}}, {"PMEVCNTR7_EL0", {3, 3, 14, 8, 7}}, {"PMEVCNTR8_EL0", {3, 3, 14, 9, 0}},
    {"PMEVCNTR30_EL0", {3, 3, 14, 11, 6}}, {"PMEVTYPER0_EL0", {3, 3, 14, 12, 0}}, {"PMEVTYPER15_EL0", {3, 3, 14, 13, 7}},
    {"PMEVTYPER30_EL0", {3, 3, 14, 15, 6}}, {"ID_AA64DFR0_EL1", {3, 0, 0, 5, 0}}, {"ID_AA64DFR1_EL1", {3, 0, 0, 5, 1}},
    {"MDCR_EL2", {3, 4, 1, 1, 1}}, {"MDCR_EL3", {3, 6, 1, 3, 1}}};
// clang-format on

}  // namespace

TEST_CASE("the fields of every register cover its 64 bits once", "[pmu][registers]") {
  for (std::size_t row = 0; row < kPmuRegCount; ++row) {
    const RegDesc& desc = describe(static_cast<PmuReg>(row));
    CAPTURE(std::string{desc.name});
    CHECK(well_formed(desc));
    CHECK_FALSE(desc.meaning.empty());
    CHECK_FALSE(desc.source.empty());
  }
}

TEST_CASE("encoding and name lead back to every register", "[pmu][registers]") {
  for (const PmuRegister reg : all_registers()) {
    const std::string name = name_of(reg);
    CAPTURE(name);
    CHECK(decode(encoding_of(reg)) == reg);
    CHECK(find_register(name) == reg);
  }
}

TEST_CASE("no two registers share an encoding or a name", "[pmu][registers]") {
  std::set<SysReg> encodings;
  std::set<std::string> names;
  for (const PmuRegister reg : all_registers()) {
    CAPTURE(name_of(reg));
    CHECK(encodings.insert(encoding_of(reg)).second);
    CHECK(names.insert(name_of(reg)).second);
  }
  CHECK(encodings.size() == 25 + 2 * 31);
}

TEST_CASE("registers have the encodings of the manual", "[pmu][registers]") {
  for (const PinnedEncoding& pinned : kEncodings) {
    CAPTURE(pinned.name);
    const auto reg = find_register(pinned.name);
    REQUIRE(reg.has_value());
    CHECK((encoding_of(reg.value_or(PmuRegister{})) == pinned.encoding));
    CHECK(decode(pinned.encoding) == reg);
  }
  for (const PmuRegister reg : all_registers()) {
    const std::string name = name_of(reg);
    const bool is_pinned =
        describe(reg.reg).copies > 1 ||
        std::ranges::any_of(kEncodings, [&](const auto& pinned) { return pinned.name == name; });
    CAPTURE(name);
    CHECK(is_pinned);
  }
}

TEST_CASE("every element of an array has the encoding that its number gives", "[pmu][registers]") {
  for (unsigned n = 0; n < 31; ++n) {
    CAPTURE(n);
    const auto op2 = static_cast<std::uint8_t>(n % 8);
    CHECK((encoding_of({PmuReg::pmevcntr_el0, n}) ==
           SysReg{3, 3, 14, static_cast<std::uint8_t>(8 + n / 8), op2}));
    CHECK((encoding_of({PmuReg::pmevtyper_el0, n}) ==
           SysReg{3, 3, 14, static_cast<std::uint8_t>(12 + n / 8), op2}));
  }
}

TEST_CASE("fields have the positions of the manual", "[pmu][registers]") {
  for (const PinnedField& pinned : kFields) {
    const RegDesc& desc = describe(pinned.reg);
    CAPTURE(std::string{desc.name}, pinned.name);
    const auto field = std::ranges::find(desc.fields, pinned.name, &FieldDesc::name);
    REQUIRE(field != desc.fields.end());
    CHECK(field->msb == pinned.msb);
    CHECK(field->lsb == pinned.lsb);
  }
}

TEST_CASE("encodings of other registers decode to nothing", "[pmu][registers]") {
  for (const SysReg other : {SysReg{3, 3, 14, 7, 7},   // below PMEVCNTR0_EL0
                             SysReg{3, 3, 14, 11, 7},  // PMEVCNTR31_EL0 does not exist
                             SysReg{3, 3, 9, 13, 3},
                             SysReg{3, 3, 9, 15, 0},
                             SysReg{3, 0, 9, 12, 0},
                             SysReg{2, 3, 9, 12, 0},
                             SysReg{0, 0, 0, 0, 0}}) {
    CHECK_FALSE(decode(other));
  }
}

TEST_CASE("names are found in any letter case, and only whole names", "[pmu][registers]") {
  CHECK((find_register("pmcr_el0") == PmuRegister{PmuReg::pmcr_el0, 0}));
  CHECK((find_register("PmEvCnTr30_eL0") == PmuRegister{PmuReg::pmevcntr_el0, 30}));
  CHECK((find_register("PMCNTEN") == PmuRegister{PmuReg::pmcntenset_el0, 0}));
  CHECK((find_register("PMINTEN") == PmuRegister{PmuReg::pmintenset_el1, 0}));
  CHECK((find_register("PMOVS") == PmuRegister{PmuReg::pmovsset_el0, 0}));
  for (const char* name : {"",
                           "PMCR",
                           "PMCR_EL0 ",
                           "PMEVCNTR_EL0",
                           "PMEVCNTR<n>_EL0",
                           "PMEVCNTR31_EL0",
                           "PMEVCNTR03_EL0",
                           "PMEVCNTR-1_EL0",
                           "PMEVCNTR+1_EL0",
                           "PMEVCNTR99999999999_EL0",
                           "PMEVCNTR1_EL",
                           "PMEVTYPER1x_EL0",
                           "MDCR_EL1"}) {
    CAPTURE(name);
    CHECK_FALSE(find_register(name));
  }
}

TEST_CASE("registers exist with their features and counters only", "[pmu][registers]") {
  for (const PmuRegister reg : all_registers()) {
    CAPTURE(name_of(reg));
    CHECK(is_implemented(everything(), reg));
  }
  const std::set<std::string> absent{"PMZR_EL0",
                                     "PMUACR_EL1",
                                     "PMICNTR_EL0",
                                     "PMICFILTR_EL0",
                                     "PMMIR_EL1",
                                     "MDCR_EL2",
                                     "MDCR_EL3"};
  for (const PmuRegister reg : all_registers()) {
    const std::string name = name_of(reg);
    CAPTURE(name);
    CHECK(is_implemented(smallest(), reg) == (!absent.contains(name) && reg.index < 1));
  }
}

TEST_CASE("implemented bits follow the features", "[pmu][registers]") {
  PmuConfig config = everything();
  CHECK(implemented_mask(config, PmuReg::pmcr_el0) == 0x2E9);  // E, D, DP, LC, LP, FZO
  CHECK(implemented_mask(config, PmuReg::pmevtyper_el0) == 0xF000'0FFF'FD70'FFFF);
  CHECK(implemented_mask(config, PmuReg::pmccfiltr_el0) == 0xFD70'0000);
  CHECK(implemented_mask(config, PmuReg::pmicfiltr_el0) == 0xFD70'0000);
  CHECK(implemented_mask(config, PmuReg::pmcntenset_el0) == 0x1'FFFF'FFFF);
  CHECK(implemented_mask(config, PmuReg::pmuserenr_el0) == 0x7F);
  CHECK(implemented_mask(config, PmuReg::mdcr_el2) == 0x2482'00FF);
  CHECK(implemented_mask(config, PmuReg::mdcr_el3) == 0xC'00A2'00C4);
  CHECK(implemented_mask(config, PmuReg::pmevcntr_el0) == ~RegValue{0});

  SECTION("without AArch32 PMCR_EL0.D and LC are fixed") {
    config.aarch32 = false;
    CHECK(implemented_mask(config, PmuReg::pmcr_el0) == 0x2A1);
  }
  SECTION("the threshold field is as wide as THWIDTH says") {
    config.threshold_bits = 5;
    CHECK((implemented_mask(config, PmuReg::pmevtyper_el0) >> 32U) == 0xF000'001F);
    config.edge = false;
    CHECK((implemented_mask(config, PmuReg::pmevtyper_el0) >> 32U) == 0xE000'001F);
    config.threshold_bits = 0;
    CHECK((implemented_mask(config, PmuReg::pmevtyper_el0) >> 32U) == 0);
  }
  SECTION("registers with one bit a counter have bits of implemented counters only") {
    config.event_counters = 6;
    config.instruction_counter = false;
    for (const PmuReg reg : {PmuReg::pmcntenset_el0,
                             PmuReg::pmcntenclr_el0,
                             PmuReg::pmovsset_el0,
                             PmuReg::pmovsclr_el0,
                             PmuReg::pmintenset_el1,
                             PmuReg::pmintenclr_el1,
                             PmuReg::pmuacr_el1}) {
      CHECK(implemented_mask(config, reg) == 0x8000'003F);
    }
  }
  SECTION("filters lose the bits of absent levels and states") {
    config.rme = false;
    CHECK(implemented_mask(config, PmuReg::pmccfiltr_el0) == 0xFD00'0000);
    config.secure_el2 = false;
    CHECK(implemented_mask(config, PmuReg::pmccfiltr_el0) == 0xFC00'0000);
    config.el3 = false;
    CHECK(implemented_mask(config, PmuReg::pmccfiltr_el0) == 0xC800'0000);
    config.el2 = false;
    CHECK(implemented_mask(config, PmuReg::pmccfiltr_el0) == 0xC000'0000);
  }
}

TEST_CASE("each version adds the bits that the manual says", "[pmu][registers]") {
  PmuConfig config = smallest();
  CHECK(implemented_mask(config, PmuReg::pmcr_el0) == 0x1);
  CHECK(implemented_mask(config, PmuReg::pmevtyper_el0) == 0xC000'03FF);
  CHECK(implemented_mask(config, PmuReg::pmevcntr_el0) == 0xFFFF'FFFF);
  CHECK(implemented_mask(config, PmuReg::pmuserenr_el0) == 0xF);
  config.el2 = true;
  config.el3 = true;
  CHECK(implemented_mask(config, PmuReg::pmcr_el0) == 0x21);  // DP comes with EL3
  CHECK(implemented_mask(config, PmuReg::mdcr_el2) == 0xFF);
  CHECK(implemented_mask(config, PmuReg::mdcr_el3) == 0x22'0040);
  config.version = PmuVersion::p1;
  CHECK(implemented_mask(config, PmuReg::pmevtyper_el0) == 0xFC00'FFFF);
  CHECK(implemented_mask(config, PmuReg::mdcr_el2) == 0x2'00FF);
  config.version = PmuVersion::p5;
  CHECK(implemented_mask(config, PmuReg::pmcr_el0) == 0xA1);
  CHECK(implemented_mask(config, PmuReg::mdcr_el2) == 0x482'00FF);
  CHECK(implemented_mask(config, PmuReg::mdcr_el3) == 0xA2'0040);
  CHECK(implemented_mask(config, PmuReg::pmevcntr_el0) == ~RegValue{0});
  config.version = PmuVersion::p7;
  CHECK(implemented_mask(config, PmuReg::pmcr_el0) == 0x2A1);
  CHECK(implemented_mask(config, PmuReg::mdcr_el2) == 0x2482'00FF);
  CHECK(implemented_mask(config, PmuReg::mdcr_el3) == 0xC'00A2'0040);
  CHECK(implemented_mask(config, PmuReg::pmuserenr_el0) == 0xF);
  config.version = PmuVersion::p9;
  CHECK(implemented_mask(config, PmuReg::pmuserenr_el0) == 0x5F);
  CHECK(implemented_mask(config, PmuReg::mdcr_el3) == 0xC'00A2'00C0);
}

TEST_CASE("PMCR_EL0.DP comes with EL3, with EL2 and PMUv3p1, or with PMUv3p7", "[pmu][registers]") {
  struct Row {
    PmuVersion version;
    bool el2;
    bool el3;
    bool has_dp;
  };

  const auto row = GENERATE(Row{PmuVersion::p0, false, false, false},
                            Row{PmuVersion::p0, true, false, false},
                            Row{PmuVersion::p0, false, true, true},
                            Row{PmuVersion::p1, true, false, true},
                            Row{PmuVersion::p5, false, false, false},
                            Row{PmuVersion::p7, false, false, true});
  PmuConfig config = smallest();
  config.version = row.version;
  config.el2 = row.el2;
  config.el3 = row.el3;
  CHECK(((implemented_mask(config, PmuReg::pmcr_el0) & 0x20) != 0) == row.has_dp);
}

}  // namespace pmusim
