// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pmusim::kernel {

/// Where releases of the driver differ. Defaults: 6.18.
struct DriverQuirks {
  bool add_disables_counter{};   ///< before 6.15: a stale overflow flag was dropped by add
  bool resync_after_enable{};    ///< before 6.15: KVM was asked for a resync after PMCR.E was set
  bool overflow_return_stops{};  ///< up to 6.15: the driver disables an event that must stop
};

}  // namespace pmusim::kernel
