// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/common/units.h"
#include "models/pmu/pmu_config.h"

namespace pmusim::engine {

/// What Linux shows of a PMU in sysfs, and the registers it reads it from.
/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8_pmuv3_caps_attrs
struct Capabilities {
  std::uint64_t slots{};
  std::uint64_t bus_slots{};
  std::uint64_t bus_width{};  ///< bytes; 0 if unknown
  std::uint64_t threshold_max{};
  std::vector<std::pair<std::string, RegValue>> identification;  ///< registers by name
};

/// @param aarch32_kernel  a 32-bit kernel asks: its threshold_max is 0
[[nodiscard]] Capabilities capabilities_of(const PmuConfig& config, bool aarch32_kernel = false);

}  // namespace pmusim::engine
