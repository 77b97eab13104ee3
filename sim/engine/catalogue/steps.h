// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace pmusim::engine {

/// A named step of modelled software.
struct StepRow {
  std::string_view name;
  std::string_view meaning;
};

/// Every step that a scenario or a message can name.
[[nodiscard]] std::vector<StepRow> software_steps();

}  // namespace pmusim::engine
