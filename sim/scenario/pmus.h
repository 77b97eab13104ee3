// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"

namespace pmusim::scenario {

/// The name under which an event takes the PMU of any of its CPUs.
inline constexpr std::string_view kAnyPmu = "armv8_pmuv3";

/// The CPUs of each PMU: one PMU for each type of CPU, in the order of the types' first CPUs, as
/// they would be probed. They are called armv8_pmuv3_0, armv8_pmuv3_1, ...
[[nodiscard]] std::vector<std::vector<CpuId>> pmus_of(std::span<const CpuSpec> cpus);

/// The number of the PMU that is called so; nothing if none of the first `pmus` is.
[[nodiscard]] std::optional<std::size_t> pmu_called(std::string_view name, std::size_t pmus);

}  // namespace pmusim::scenario
