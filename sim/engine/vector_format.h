// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "models/common/context.h"
#include "models/pmu/pmu_config.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim::engine {

/// A file that does not follow the format. Thrown while an item is read, caught by run_vectors().
struct BadVector {
  std::string what;
};

/// A value written as "0x...".
[[nodiscard]] std::uint64_t from_hex(const nlohmann::json& value);
[[nodiscard]] std::string to_hex(std::uint64_t value);

/// @throws BadVector when there is no such register
[[nodiscard]] PmuRegister register_called(const std::string& name);

/// A feature set of the file, with the readings that the model is to take.
[[nodiscard]] PmuConfig read_config(const nlohmann::json& json, const Readings& readings);

/// [el, state, eel2, tge] from element `first` of the array on; tge may be missing.
[[nodiscard]] ExecutionContext read_context(const nlohmann::json& json, std::size_t first);

}  // namespace pmusim::engine
