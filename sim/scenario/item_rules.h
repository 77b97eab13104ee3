// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "sim/scenario/context_rules.h"
#include "sim/scenario/scenario_file.h"

namespace pmusim::scenario {

/// Who executes a program.
enum class ProgramOwner : std::uint8_t {
  bare,        ///< a CPU without a kernel, or its interrupt handler
  linux_task,  ///< a task of the modelled Linux
  vcpu,        ///< a vCPU of the modelled Linux
};

/// Nothing if a program of `owner` may hold `item`; the body of a repetition is not looked at.
[[nodiscard]] std::optional<Objection> objection_to(const written_form::Item& item,
                                                    ProgramOwner owner);

/// True if `item` takes at least a cycle whatever kernel code costs: a body without any such item
/// could be repeated for ever at one instant.
[[nodiscard]] bool takes_time(const written_form::Item& item, ProgramOwner owner);

}  // namespace pmusim::scenario
