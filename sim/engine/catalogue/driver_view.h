// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernel_model/pmuv3/event_encoding.h"
#include "models/pmu/pmu_config.h"

namespace pmusim::engine {

/// Where the kernel runs, and which.
enum class KernelMode : std::uint8_t {
  el1,      ///< 64-bit, without VHE
  el2,      ///< 64-bit, with VHE
  aarch32,  ///< 32-bit, at EL1
};

/// What the driver reads from the identification registers of such a PMU.
[[nodiscard]] kernel::PmuCapabilities driver_view(const PmuConfig& config, KernelMode mode);

}  // namespace pmusim::engine
