// SPDX-License-Identifier: Apache-2.0
//
// Values of the registers that say what the frame is. Constants of a configuration.
#pragma once

#include "models/pmu/external_frame.h"
#include "models/pmu/memory_map.h"

namespace pmusim {

/// The value of an identification register; 0 for the registers of the software lock.
///
/// @arch Arm ARM DDI 0487, external register descriptions PMCFGR, PMCGCR0, PMIIDR, PMDEVAFF,
/// PMAUTHSTATUS, PMDEVARCH, PMDEVID, PMDEVTYPE, PMPIDR0 to PMPIDR4, PMCIDR0 to PMCIDR3
[[nodiscard]] RegValue identification_value(FrameId id,
                                            const PmuConfig& pmu,
                                            const ExternalFrameConfig& frame);

/// Which external debug the authentication signals enable.
struct DebugEnables {
  bool any{};     ///< Non-secure debug
  bool secure{};  ///< Secure debug too
};

[[nodiscard]] DebugEnables debug_enables(RegValue dbgauthstatus, bool invasive);

}  // namespace pmusim
