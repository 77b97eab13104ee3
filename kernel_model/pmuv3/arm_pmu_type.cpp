// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/pmuv3/arm_pmu_type.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kernel_model/pmuv3/attr_fields.h"
#include "kernel_model/pmuv3/event_encoding.h"
#include "kernel_model/pmuv3/event_presence.h"
#include "kernel_model/pmuv3/period.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim::kernel {

namespace {

constexpr RegValue kPcWriteRetired = 0x0c;
constexpr RegValue kBrRetired = 0x21;
constexpr std::uint64_t kBranchInstructions = 4;  // PERF_COUNT_HW_BRANCH_INSTRUCTIONS

/// Events of PERF_TYPE_HARDWARE by number; 0 for those that the driver does not map.
/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8_pmuv3_perf_map
constexpr std::array<RegValue, 10> kGenericEvents{kCpuCyclesEventNumber,
                                                  kInstRetiredEventNumber,
                                                  0x04,  // L1D_CACHE
                                                  0x03,  // L1D_CACHE_REFILL
                                                  kBrRetired,
                                                  0x10,  // BR_MIS_PRED
                                                  0x1d,  // BUS_CYCLES
                                                  0x23,  // STALL_FRONTEND
                                                  0x24,  // STALL_BACKEND
                                                  0};

tl::unexpected<Error> refused(std::string what, std::string hint = {}) {
  return fail(ErrorCode::invalid_input, "perf_event_open", std::move(what), std::move(hint));
}

bool has_event(const ArmPmuHardware& hardware, RegValue event) {
  return is_present(hardware.pmceid0, hardware.pmceid1, event).value_or(false);
}

std::optional<RegValue> map_generic(const ArmPmuHardware& hardware, std::uint64_t config) {
  if (config >= kGenericEvents.size() || kGenericEvents[config] == 0) {
    return std::nullopt;
  }
  RegValue event = kGenericEvents[config];
  if (config == kBranchInstructions && !has_event(hardware, event)) {
    event = kPcWriteRetired;
  }
  return has_event(hardware, event) ? std::optional{event} : std::nullopt;
}

}  // namespace

ArmPmuType::ArmPmuType(std::string name,
                       std::vector<CpuId> cpus,
                       const ArmPmuHardware& hardware,
                       const RuleMutations& mutations)
    : name_{std::move(name)}, cpus_{std::move(cpus)}, hardware_{hardware}, mutations_{mutations} {}

bool ArmPmuType::supports(CpuId cpu) const {
  return std::ranges::find(cpus_, cpu) != cpus_.end();
}

Result<void> ArmPmuType::event_init(PerfEvent& event) const {
  if (event.cpu && !supports(*event.cpu)) {
    return refused("ENOENT: CPU " + std::to_string(event.cpu->value()) + " is not one of " + name_,
                   "open the event on a CPU of this PMU, or for a task");
  }
  if (auto mapped = map_event(event); !mapped) {
    return mapped;
  }
  const auto type = event_type(event.attr, hardware_.caps, mutations_);
  if (!type) {
    return tl::unexpected{type.error()};
  }
  event.hw.idx = -1;
  event.hw.config_base = *type;
  event.hw.is_64bit = is_long(event.attr);
  if (!event.is_sampling()) {
    set_counting_period(event.hw);
  }
  return validate_group(event);
}

/// @linux v6.18 drivers/perf/arm_pmuv3.c __armv8_pmuv3_map_event
Result<void> ArmPmuType::map_event(PerfEvent& event) const {
  abi::PerfEventAttr& attr = event.attr;
  const bool generic = attr.type == abi::kPerfTypeHardware;
  const std::optional<RegValue> mapped =
      generic ? map_generic(hardware_, attr.config) : event_number(attr);
  if (mapped == kChainEventNumber) {
    return refused("EINVAL: event 0x1e (CHAIN)",
                   "the driver chains counters itself; ask for a long counter");
  }
  if (is_user_read(attr)) {
    if (event.task == kNoTask) {
      return refused("EINVAL: rdpmc without a task", "open the event for a task");
    }
    const bool is_cycles = mapped == kCpuCyclesEventNumber;
    if (is_long(attr) && !is_cycles && !hardware_.counters.long_counters) {
      return refused("EOPNOTSUPP: rdpmc of a 64-bit event on 32-bit counters",
                     "leave out 'long', or give the PMU 64-bit counters (FEAT_PMUv3p5)");
    }
  }
  if (!mapped) {
    return refused(
        "ENOENT: " + name_ + " does not have generic event " + std::to_string(attr.config),
        "name a raw event");
  }
  if (generic) {
    // From here on it is the raw event that it stands for.
    attr.type = abi::kPerfTypeRaw;
    attr.config = *mapped;
  }
  return {};
}

/// @linux v6.18 drivers/perf/arm_pmu.c validate_group
Result<void> ArmPmuType::validate_group(const PerfEvent& event) const {
  CounterAllocation scratch{hardware_.counters};
  bool fits = validate_event(event, *event.leader, scratch);
  if (!event.is_leader()) {
    for (const PerfEvent* sibling : event.leader->siblings) {
      fits = fits && validate_event(event, *sibling, scratch);
    }
    fits = fits && validate_event(event, event, scratch);
  }
  return fits ? Result<void>{}
              : refused("EINVAL: the group does not fit on " + name_,
                        "a group is counted as a whole: take fewer events, of one PMU");
}

bool ArmPmuType::validate_event(const PerfEvent& event,
                                const PerfEvent& member,
                                CounterAllocation& scratch) {
  if (member.pmu == kSoftwarePmu) {
    return true;
  }
  if (member.pmu != event.pmu) {
    return false;
  }
  // An event that is off, or in error, takes no counter here.
  return member.state <= EventState::off || scratch.get_event_idx(member.attr).has_value();
}

}  // namespace pmusim::kernel
