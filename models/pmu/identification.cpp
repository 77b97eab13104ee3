// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/identification.h"

#include <algorithm>

#include "models/activity/events.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim {
namespace {

/// ID_AA64DFR0_EL1.PMUVer.
RegValue version_field(PmuVersion version) {
  switch (version) {
    case PmuVersion::p0:
      return 1;
    case PmuVersion::p1:
      return 4;
    case PmuVersion::p4:
      return 5;
    case PmuVersion::p5:
      return 6;
    case PmuVersion::p7:
      return 7;
    case PmuVersion::p8:
      return 8;
    case PmuVersion::p9:
      return 9;
  }
  return 0;
}

constexpr RegDesc kDfr0{"ID_AA64DFR0_EL1", {3, 0, 0, 5, 0}, regs::kDfr0Fields, "", ""};
constexpr RegDesc kDfr1{"ID_AA64DFR1_EL1", {3, 0, 0, 5, 1}, regs::kDfr1Fields, "", ""};

}  // namespace

bool implements_event(const PmuConfig& config, EventId event) {
  if (config.events.empty()) {
    return describe_event(event) != nullptr;
  }
  return std::ranges::find(config.events, event) != config.events.end();
}

bool counts_event(const PmuConfig& config, EventId event) {
  return config.events.empty() || implements_event(config, event);
}

RegValue pmceid_value(const PmuConfig& config, unsigned which) {
  constexpr unsigned kEventsPerHalf = 32;
  constexpr unsigned kSecondSpace = 0x4000;
  RegValue value = 0;
  for (unsigned bit = 0; bit < kEventsPerHalf; ++bit) {
    const unsigned low = which * kEventsPerHalf + bit;
    if (implements_event(config, EventId{static_cast<std::uint16_t>(low)})) {
      value |= RegValue{1} << bit;
    }
    if (config.at_least(PmuVersion::p1) &&
        implements_event(config, EventId{static_cast<std::uint16_t>(kSecondSpace + low)})) {
      value |= RegValue{1} << (kEventsPerHalf + bit);
    }
  }
  return value;
}

RegValue pmmir_value(const PmuConfig& config) {
  using regs::kPmmirEl1;
  RegValue value = with<kPmmirEl1, "SLOTS">(0, config.slots);
  value = with<kPmmirEl1, "BUS_SLOTS">(value, config.bus_slots);
  value = with<kPmmirEl1, "BUS_WIDTH">(value, config.bus_width);
  value = with<kPmmirEl1, "THWIDTH">(value, config.threshold_bits);
  return with<kPmmirEl1, "EDGE">(value, config.edge ? 1 : 0);
}

RegValue dfr0_value(const PmuConfig& config) {
  constexpr RegValue kMultithreadingNotImplemented = 15;
  RegValue value = with<kDfr0, "PMUVer">(0, version_field(config.version));
  value = with<kDfr0, "MTPMU">(value, kMultithreadingNotImplemented);
  return with<kDfr0, "HPMN0">(value, config.hpmn0 && config.el2 ? 1 : 0);
}

RegValue dfr1_value(const PmuConfig& config) {
  return with<kDfr1, "PMICNTR">(0, config.instruction_counter ? 1 : 0);
}

}  // namespace pmusim
