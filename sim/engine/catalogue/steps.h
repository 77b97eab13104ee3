// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pmusim::engine {

/// A named step of modelled software.
struct StepRow {
  std::string_view name;
  std::string_view meaning;
};

/// Every kind of step of modelled software.
[[nodiscard]] std::vector<StepRow> software_steps();

/// A stretch of kernel code with a price.
struct KernelPathRow {
  std::string_view name;    ///< as /kernel/costs of a scenario names it
  std::uint32_t cycles{};   ///< by default, without its register accesses
  std::string_view origin;  ///< of the number
};

/// Every stretch of code of the modelled Linux.
[[nodiscard]] std::vector<KernelPathRow> kernel_paths();

}  // namespace pmusim::engine
