// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/event_encoding.h"

#include <string>

#include "kernel_model/pmuv3/attr_fields.h"

namespace pmusim::kernel {

namespace {

// PMEVTYPER<n>_EL0, as the driver names its bits.
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

/// The attributes as a broken driver sees them.
abi::PerfEventAttr seen_by_filter(abi::PerfEventAttr attr, const RuleMutations& broken) {
  attr.exclude_user &= !broken.ignore_exclude_user;
  attr.exclude_kernel &= !broken.ignore_exclude_kernel;
  attr.exclude_hv &= !broken.ignore_exclude_hv;
  attr.exclude_host &= !broken.ignore_exclude_host;
  attr.exclude_guest &= !broken.ignore_exclude_guest;
  return attr;
}

/// The host kernel is at EL2, its user space is the host's, and EL1 belongs to guests.
RegValue vhe_filter(const abi::PerfEventAttr& attr, const RuleMutations& broken) {
  const bool exclude_el2 =
      attr.exclude_kernel || attr.exclude_host || (broken.vhe_heeds_exclude_hv && attr.exclude_hv);
  return (exclude_el2 ? 0 : kIncludeEl2) |
         (attr.exclude_kernel || attr.exclude_guest ? kExcludeEl1 : 0) |
         (attr.exclude_user || attr.exclude_host ? kExcludeEl0 : 0);
}

/// The host kernel and the guests share EL1 and EL0; a hypervisor is at EL2.
RegValue nvhe_filter(const abi::PerfEventAttr& attr, const RuleMutations& broken) {
  const bool exclude_el2 = attr.exclude_hv || attr.exclude_host ||
                           (broken.nvhe_exclude_kernel_drops_el2 && attr.exclude_kernel);
  const bool exclude_all = broken.nvhe_filters_exclude_guest && attr.exclude_guest;
  return (exclude_el2 ? 0 : kIncludeEl2) | (attr.exclude_kernel || exclude_all ? kExcludeEl1 : 0) |
         (attr.exclude_user || exclude_all ? kExcludeEl0 : 0);
}

/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_set_event_filter, its part on exception levels
RegValue exception_level_filter(const abi::PerfEventAttr& attr,
                                bool kernel_at_el2,
                                const RuleMutations& broken) {
  const abi::PerfEventAttr seen = seen_by_filter(attr, broken);
  const bool vhe = kernel_at_el2 ? !broken.nvhe_filter_with_vhe : broken.vhe_filter_without_vhe;
  return vhe ? vhe_filter(seen, broken) : nvhe_filter(seen, broken);
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

Result<RegValue> event_type(const abi::PerfEventAttr& attr,
                            const PmuCapabilities& caps,
                            const RuleMutations& broken) {
  const RegValue event = event_number(attr);
  if (event == kChain) {
    return refused("EINVAL: event 0x1e (CHAIN)",
                   "the driver chains counters itself; ask for a long counter");
  }
  if (attr.exclude_idle) {
    return refused("EOPNOTSUPP: exclude_idle (modifier I)",
                   "an Arm PMU cannot leave out idle time");
  }
  RegValue type = event | exception_level_filter(attr, caps.kernel_at_el2, broken);
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

bool is_deferred(const abi::PerfEventAttr& attr, bool kernel_at_el2, const RuleMutations& broken) {
  if (broken.never_defer) {
    return false;
  }
  const bool excluded = broken.defer_exclude_guest ? attr.exclude_guest : attr.exclude_host;
  return (!kernel_at_el2 || broken.defer_on_vhe) && excluded;
}

}  // namespace pmusim::kernel
