// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/pmuv3/event_encoding.h"
#include "models/pmu/pmu_config.h"

namespace pmusim::engine {

/// What the driver reads from the identification registers of such a PMU.
[[nodiscard]] kernel::PmuCapabilities driver_view(const PmuConfig& config, bool kernel_at_el2);

}  // namespace pmusim::engine
