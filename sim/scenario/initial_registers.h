// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/scenario/resolution.h"

namespace pmusim::scenario {

/// The "registers" of a group whose CPUs have `config`, with names in upper case. Notes a problem
/// at each one that is not known, that such a CPU does not have, that holds no state of its own, or
/// that cannot hold its value.
[[nodiscard]] std::vector<std::pair<std::string, RegValue>> resolve_registers(
    Resolution& r, const written_form::CpuGroup& group, const PmuConfig& config);

}  // namespace pmusim::scenario
