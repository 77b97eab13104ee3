// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/event_encoding.h"

#include <string>

namespace pmusim::kernel {

namespace {

// PMEVTYPER<n>_EL0, as the driver names its bits.
constexpr RegValue kEvent = 0xFFFF;
constexpr RegValue kIncludeEl2 = RegValue{1} << 27U;
constexpr RegValue kExcludeEl0 = RegValue{1} << 30U;
constexpr RegValue kExcludeEl1 = RegValue{1} << 31U;
constexpr unsigned kThresholdShift = 32;  // TH, 43:32
constexpr RegValue kThreshold = RegValue{0xFFF} << kThresholdShift;
constexpr unsigned kThresholdControlShift = 61;  // TC, 63:61
constexpr RegValue kThresholdControl = RegValue{7} << kThresholdControlShift;

constexpr RegValue kChain = 0x001E;

constexpr unsigned kPmuv3p4 = 5;
constexpr unsigned kPmuVersionImplementationDefined = 15;

/// A field of perf_event_attr, as sysfs format/ describes it.
constexpr std::uint64_t bits(std::uint64_t value, unsigned msb, unsigned lsb) {
  return (value >> lsb) & ((std::uint64_t{1} << (msb - lsb + 1)) - 1);
}

std::uint64_t threshold_count(const abi::PerfEventAttr& attr) {
  return bits(attr.config1, 2, 2);
}

std::uint64_t threshold_compare(const abi::PerfEventAttr& attr) {
  return bits(attr.config1, 4, 3);
}

std::uint64_t threshold(const abi::PerfEventAttr& attr) {
  return bits(attr.config1, 16, 5);
}

/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_set_event_filter, its part on exception levels
RegValue exception_level_filter(const abi::PerfEventAttr& attr, bool kernel_at_el2) {
  RegValue filter = 0;
  if (kernel_at_el2) {
    // The host kernel is at EL2, its user space is the host's, and EL1 belongs to guests.
    filter |= !attr.exclude_kernel && !attr.exclude_host ? kIncludeEl2 : 0;
    filter |= attr.exclude_kernel || attr.exclude_guest ? kExcludeEl1 : 0;
    filter |= attr.exclude_user || attr.exclude_host ? kExcludeEl0 : 0;
  } else {
    filter |= !attr.exclude_hv && !attr.exclude_host ? kIncludeEl2 : 0;
    filter |= attr.exclude_kernel ? kExcludeEl1 : 0;
    filter |= attr.exclude_user ? kExcludeEl0 : 0;
  }
  return filter;
}

tl::unexpected<Error> refused(std::string what, std::string hint) {
  return fail(ErrorCode::invalid_input, "perf_event_open", std::move(what), std::move(hint));
}

}  // namespace

std::uint64_t threshold_max(const PmuCapabilities& caps) {
  const bool has_pmmir =
      caps.pmu_version >= kPmuv3p4 && caps.pmu_version != kPmuVersionImplementationDefined;
  if (caps.aarch32_kernel || !has_pmmir) {
    return 0;
  }
  return (std::uint64_t{1} << bits(caps.pmmir, 23, 20)) - 1;
}

Result<RegValue> event_type(const abi::PerfEventAttr& attr, const PmuCapabilities& caps) {
  const RegValue event = attr.config & kEvent;
  if (event == kChain) {
    return refused("EINVAL: event 0x1e (CHAIN)",
                   "the driver chains counters itself; ask for a long counter");
  }
  if (attr.exclude_idle) {
    return refused("EOPNOTSUPP: exclude_idle (modifier I)",
                   "an Arm PMU cannot leave out idle time");
  }
  RegValue type = event | exception_level_filter(attr, caps.kernel_at_el2);
  if (threshold(attr) > threshold_max(caps)) {
    return refused("EINVAL: threshold " + std::to_string(threshold(attr)) + " is above " +
                       std::to_string(threshold_max(caps)) + ", the threshold_max of this PMU",
                   threshold_max(caps) == 0
                       ? "leave the threshold out, or give the PMU thresholds (FEAT_PMUv3_TH)"
                       : "lower the threshold");
  }
  if (threshold(attr) != 0) {
    type |= (threshold(attr) << kThresholdShift) & kThreshold;
    type |= ((threshold_compare(attr) << 1U | threshold_count(attr)) << kThresholdControlShift) &
            kThresholdControl;
  }
  return type;
}

}  // namespace pmusim::kernel
