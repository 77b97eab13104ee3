// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/common/register_table.h"

namespace pmusim::engine {

/// Every register of the PMU, in the order of the table.
[[nodiscard]] std::vector<const RegDesc*> pmu_registers();

/// The row that describes PMEVTYPER<n>_EL0.
[[nodiscard]] const RegDesc& event_type_register();

/// The features of a mask by name: "p5", "el3, secure_el2".
[[nodiscard]] std::string feature_names(FeatureMask features);

}  // namespace pmusim::engine
