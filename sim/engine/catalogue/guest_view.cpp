// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/guest_view.h"

#include <array>

#include "models/common/context.h"
#include "models/pmu/counting_rules.h"
#include "models/pmu/pmu_registers.h"
#include "sim/engine/truth/intended.h"

namespace pmusim::engine {
namespace {

/// Whose settings are in force: the host's, or the guest's after the switch.
enum class Side : std::uint8_t { host, guest };

struct Stretch {
  std::string_view name;
  std::string_view meaning;
  ExceptionLevel level;
  Side side;
  Who who;
};

// clang-format off
constexpr std::array kNvheStretches{
    Stretch{"host_el0", "host user space", ExceptionLevel::el0, Side::host, Who::host_user},
    Stretch{"host_kernel_el1", "host kernel", ExceptionLevel::el1, Side::host, Who::host_kernel},
    Stretch{"hyp_el2_entry_before_switch", "hypervisor, entry, before the counters are switched", ExceptionLevel::el2, Side::host, Who::hypervisor},
    Stretch{"hyp_el2_entry_after_switch", "hypervisor, entry, after the switch", ExceptionLevel::el2, Side::guest, Who::hypervisor},
    Stretch{"guest_el1", "guest kernel", ExceptionLevel::el1, Side::guest, Who::guest_kernel},
    Stretch{"guest_el0", "guest user space", ExceptionLevel::el0, Side::guest, Who::guest_user},
    Stretch{"hyp_el2_fixup_exit", "hypervisor, exit that returns to the guest at once", ExceptionLevel::el2, Side::guest, Who::hypervisor},
    Stretch{"hyp_el2_exit_before_switch", "hypervisor, exit, before the counters are switched back", ExceptionLevel::el2, Side::guest, Who::hypervisor},
    Stretch{"hyp_el2_exit_after_switch", "hypervisor, exit, after the switch", ExceptionLevel::el2, Side::host, Who::hypervisor},
};

constexpr std::array kVheStretches{
    Stretch{"host_el0", "host user space", ExceptionLevel::el0, Side::host, Who::host_user},
    Stretch{"host_kernel_el2", "host kernel, no vCPU loaded", ExceptionLevel::el2, Side::host, Who::host_kernel},
    Stretch{"host_kernel_el2_vcpu_loaded", "host kernel between vcpu_load and vcpu_put", ExceptionLevel::el2, Side::guest, Who::host_kernel},
    Stretch{"guest_el1", "guest kernel", ExceptionLevel::el1, Side::guest, Who::guest_kernel},
    Stretch{"guest_el0", "guest user space", ExceptionLevel::el0, Side::guest, Who::guest_user},
};
// clang-format on

/// nVHE: whether PMCNTENSET has the counter's bit.
bool is_enabled(const GuestTracking& tracking, Side side) {
  switch (tracking.set) {
    case TrackedSet::none:
      return !tracking.deferred;
    case TrackedSet::events_host:
      return side == Side::host;
    case TrackedSet::events_guest:
      return side == Side::guest;
  }
  return false;
}

/// VHE: KVM flips "exclude EL0" of a tracked counter while a vCPU is loaded.
RegValue event_type_in_force(RegValue event_type, const GuestTracking& tracking, Side side) {
  if (tracking.set == TrackedSet::none || side == Side::host) {
    return event_type;
  }
  return with<regs::kPmevtyperEl0, "U">(event_type,
                                        tracking.set == TrackedSet::events_host ? 1 : 0);
}

}  // namespace

std::string_view to_string(TrackedSet set) {
  switch (set) {
    case TrackedSet::none:
      return "none";
    case TrackedSet::events_host:
      return "events_host";
    case TrackedSet::events_guest:
      return "events_guest";
  }
  return "?";
}

GuestTracking guest_tracking(const abi::PerfEventAttr& attr, bool vhe) {
  GuestTracking tracking{.set = TrackedSet::none, .deferred = !vhe && attr.exclude_host};
  // With VHE only EL0 is switched, so there is nothing to do for an event that excludes it.
  const bool switch_needed = !(vhe && attr.exclude_user) && attr.exclude_host != attr.exclude_guest;
  if (switch_needed) {
    tracking.set = attr.exclude_host ? TrackedSet::events_guest : TrackedSet::events_host;
  }
  return tracking;
}

std::vector<GuestRow> guest_view(const abi::PerfEventAttr& attr,
                                 RegValue event_type,
                                 const PmuConfig& config,
                                 bool vhe) {
  const GuestTracking tracking = guest_tracking(attr, vhe);
  const auto stretches =
      vhe ? std::span<const Stretch>{kVheStretches} : std::span<const Stretch>{kNvheStretches};
  const RegValue implemented = implemented_mask(config, PmuReg::pmevtyper_el0);
  std::vector<GuestRow> rows;
  for (const Stretch& stretch : stretches) {
    const RegValue filter =
        implemented & (vhe ? event_type_in_force(event_type, tracking, stretch.side) : event_type);
    const bool enabled = vhe || is_enabled(tracking, stretch.side);
    rows.push_back({.context = stretch.name,
                    .meaning = stretch.meaning,
                    .counted = enabled && !is_filtered(filter, {.level = stretch.level}),
                    .intended = is_intended(attr, stretch.who)});
  }
  return rows;
}

}  // namespace pmusim::engine
