// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/pmu_registers.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "models/common/expect.h"

namespace pmusim {
namespace {

using regs::detail::needs;

constexpr RegDesc per_counter_set(std::string_view name,
                                  SysReg encoding,
                                  std::string_view meaning) {
  return {name, encoding, regs::kPerCounterFields<FieldAccess::w1s>, meaning, name};
}

constexpr RegDesc per_counter_clear(std::string_view name,
                                    SysReg encoding,
                                    std::string_view meaning) {
  return {name, encoding, regs::kPerCounterFields<FieldAccess::w1c>, meaning, name};
}

constexpr FeatureMask kIcntr = needs(PmuFeature::icntr);
constexpr FeatureMask kP9 = needs(PmuFeature::p9);

// In the order of PmuReg.
constexpr std::array<RegDesc, kPmuRegCount> kTable{
    regs::kPmcrEl0,
    per_counter_set("PMCNTENSET_EL0", {3, 3, 9, 12, 1}, "count enables, set"),
    per_counter_clear("PMCNTENCLR_EL0", {3, 3, 9, 12, 2}, "count enables, clear"),
    per_counter_clear("PMOVSCLR_EL0", {3, 3, 9, 12, 3}, "overflow flags, clear"),
    per_counter_set("PMOVSSET_EL0", {3, 3, 9, 14, 3}, "overflow flags, set"),
    RegDesc{
        "PMSWINC_EL0", {3, 3, 9, 12, 4}, regs::kPmswincFields, "software increment", "PMSWINC_EL0"},
    regs::kPmselrEl0,
    RegDesc{"PMCCNTR_EL0",
            {3, 3, 9, 13, 0},
            regs::kWholeFields<regs::kCcnt>,
            "cycle counter",
            "PMCCNTR_EL0"},
    RegDesc{"PMXEVTYPER_EL0",
            {3, 3, 9, 13, 1},
            regs::kWholeFields<regs::kSelected>,
            "event type register that PMSELR_EL0 selects",
            "PMXEVTYPER_EL0"},
    RegDesc{"PMXEVCNTR_EL0",
            {3, 3, 9, 13, 2},
            regs::kWholeFields<regs::kSelected>,
            "event counter that PMSELR_EL0 selects",
            "PMXEVCNTR_EL0"},
    RegDesc{"PMZR_EL0",
            {3, 3, 9, 13, 4},
            regs::kPerCounterFields<FieldAccess::wo>,
            "zeroes counters",
            "PMZR_EL0",
            kP9},
    regs::kPmuserenrEl0,
    per_counter_set("PMINTENSET_EL1", {3, 0, 9, 14, 1}, "interrupt enables, set"),
    per_counter_clear("PMINTENCLR_EL1", {3, 0, 9, 14, 2}, "interrupt enables, clear"),
    RegDesc{"PMUACR_EL1",
            {3, 0, 9, 14, 4},
            regs::kPerCounterFields<FieldAccess::rw>,
            "per-counter access from EL0",
            "PMUACR_EL1",
            kP9},
    RegDesc{"PMICNTR_EL0",
            {3, 3, 9, 4, 0},
            regs::kWholeFields<regs::kIcnt>,
            "instruction counter",
            "PMICNTR_EL0",
            kIcntr},
    RegDesc{"PMICFILTR_EL0",
            {3, 3, 9, 6, 0},
            regs::kFilterFields<true>,
            "filter of the instruction counter",
            "PMICFILTR_EL0",
            kIcntr},
    RegDesc{.name = "PMEVCNTR<n>_EL0",
            .encoding = {3, 3, 14, 8, 0},
            .fields = regs::kWholeFields<regs::kEvcnt>,
            .meaning = "event counter n; bits 63:32 need FEAT_PMUv3p5",
            .source = "PMEVCNTR<n>_EL0",
            .copies = kMaxEventCounters},
    regs::kPmevtyperEl0,
    RegDesc{"PMCCFILTR_EL0",
            {3, 3, 14, 15, 7},
            regs::kFilterFields<false>,
            "filter of the cycle counter",
            "PMCCFILTR_EL0"},
    RegDesc{
        "PMCEID0_EL0", {3, 3, 9, 12, 6}, regs::kPmceidFields, "implemented events", "PMCEID0_EL0"},
    RegDesc{
        "PMCEID1_EL0", {3, 3, 9, 12, 7}, regs::kPmceidFields, "implemented events", "PMCEID1_EL0"},
    regs::kPmmirEl1,
    RegDesc{
        "ID_AA64DFR0_EL1", {3, 0, 0, 5, 0}, regs::kDfr0Fields, "debug features", "ID_AA64DFR0_EL1"},
    RegDesc{
        "ID_AA64DFR1_EL1", {3, 0, 0, 5, 1}, regs::kDfr1Fields, "debug features", "ID_AA64DFR1_EL1"},
    regs::kMdcrEl2,
    regs::kMdcrEl3,
};
static_assert(std::ranges::all_of(kTable, [](const RegDesc& reg) { return well_formed(reg); }));

constexpr std::string_view kElement = "<n>";

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// The encoding of one element of an array of registers.
constexpr SysReg element_encoding(const RegDesc& desc, unsigned index) {
  SysReg encoding = desc.encoding;
  // The elements of an array are spread over CRm (upper part of n) and op2 (lower three bits).
  encoding.crm = static_cast<std::uint8_t>(encoding.crm + index / 8);
  encoding.op2 = static_cast<std::uint8_t>(encoding.op2 + index % 8);
  return encoding;
}

// Registers by encoding: a hash table that is filled at compile time, for every MSR and MRS looks
// its register up. A third full, so that most are found at the first place.

struct Place {
  SysReg encoding;
  PmuRegister reg;
  bool is_taken{};
};

constexpr std::size_t kPlaces = 256;

constexpr std::size_t place_of(SysReg encoding) {
  const unsigned mixed = encoding.op0 * 131U + encoding.op1 * 67U + encoding.crn * 29U +
                         encoding.crm * 8U + encoding.op2;
  return mixed % kPlaces;
}

constexpr std::array<Place, kPlaces> places_of_table() {
  std::array<Place, kPlaces> places{};
  for (std::size_t row = 0; row < kTable.size(); ++row) {
    for (unsigned index = 0; index < kTable[row].copies; ++index) {
      const SysReg encoding = element_encoding(kTable[row], index);
      std::size_t at = place_of(encoding);
      while (places[at].is_taken) {
        at = (at + 1) % kPlaces;
      }
      places[at] = {encoding, {static_cast<PmuReg>(row), index}, true};
    }
  }
  return places;
}

constexpr std::array<Place, kPlaces> kByEncoding = places_of_table();

/// The element that `name` names in the array called `pattern` ("PMEVCNTR<n>_EL0").
std::optional<unsigned> element_in(std::string_view name,
                                   std::string_view pattern,
                                   unsigned copies) {
  const std::size_t at = pattern.find(kElement);
  const std::string_view tail = pattern.substr(at + kElement.size());
  if (name.size() <= at + tail.size() ||
      !equal_ignoring_case(name.substr(0, at), pattern.substr(0, at)) ||
      !equal_ignoring_case(name.substr(name.size() - tail.size()), tail)) {
    return std::nullopt;
  }
  const std::string_view digits = name.substr(at, name.size() - at - tail.size());
  unsigned index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const bool canonical = digits.size() == 1 || digits.front() != '0';
  if (error != std::errc{} || end != digits.data() + digits.size() || index >= copies ||
      !canonical) {
    return std::nullopt;
  }
  return index;
}

/// The state behind a set and a clear register, under the name of its set register.
std::optional<PmuReg> find_state(std::string_view name) {
  if (equal_ignoring_case(name, "PMCNTEN")) {
    return PmuReg::pmcntenset_el0;
  }
  if (equal_ignoring_case(name, "PMINTEN")) {
    return PmuReg::pmintenset_el1;
  }
  if (equal_ignoring_case(name, "PMOVS")) {
    return PmuReg::pmovsset_el0;
  }
  return std::nullopt;
}

}  // namespace

const RegDesc& describe(PmuReg reg) {
  return kTable[static_cast<std::size_t>(reg)];
}

SysReg encoding_of(PmuRegister reg) {
  return element_encoding(describe(reg.reg), reg.index);
}

std::optional<PmuRegister> decode(SysReg encoding) {
  for (std::size_t at = place_of(encoding);; at = (at + 1) % kPlaces) {
    const Place& place = kByEncoding[at];
    if (!place.is_taken) {
      return std::nullopt;
    }
    if (place.encoding == encoding) {
      return place.reg;
    }
  }
}

std::optional<PmuRegister> find_register(std::string_view name) {
  if (const auto state = find_state(name)) {
    return PmuRegister{*state, 0};
  }
  for (std::size_t row = 0; row < kTable.size(); ++row) {
    const auto reg = static_cast<PmuReg>(row);
    if (kTable[row].copies == 1) {
      if (equal_ignoring_case(kTable[row].name, name)) {
        return PmuRegister{reg, 0};
      }
    } else if (const auto index = element_in(name, kTable[row].name, kTable[row].copies)) {
      return PmuRegister{reg, *index};
    }
  }
  return std::nullopt;
}

std::string name_of(PmuRegister reg) {
  std::string name{describe(reg.reg).name};
  if (const std::size_t at = name.find(kElement); at != std::string::npos) {
    name.replace(at, kElement.size(), std::to_string(reg.index));
  }
  return name;
}

RegValue implemented_mask(const PmuConfig& config, PmuReg reg) {
  RegValue mask = field_mask(
      describe(reg), features_of(config), {FieldAccess::rw, FieldAccess::w1s, FieldAccess::w1c});
  const RegValue counters = (RegValue{1} << config.event_counters) - 1;
  switch (reg) {
    case PmuReg::pmcntenset_el0:
    case PmuReg::pmcntenclr_el0:
    case PmuReg::pmovsset_el0:
    case PmuReg::pmovsclr_el0:
    case PmuReg::pmintenset_el1:
    case PmuReg::pmintenclr_el1:
    case PmuReg::pmuacr_el1:
      return mask & ((~RegValue{0} << kCycleCounter) | counters);
    case PmuReg::pmevtyper_el0: {
      constexpr RegValue kThresholdField = RegValue{0xfff} << 32U;
      const RegValue threshold = ((RegValue{1} << config.threshold_bits) - 1) << 32U;
      return (mask & ~kThresholdField) | (mask & threshold);
    }
    case PmuReg::pmevcntr_el0:
      return config.at_least(PmuVersion::p5) ? mask : mask & 0xffff'ffffU;
    default:
      return mask;
  }
}

bool is_implemented(const PmuConfig& config, PmuRegister reg) {
  const RegDesc& desc = describe(reg.reg);
  const bool exists = (desc.needs & ~features_of(config)) == 0;
  return exists && (desc.copies == 1 || reg.index < config.event_counters);
}

}  // namespace pmusim
