// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/memory/explorer.h"
#include "models/memory/search.h"

namespace pmusim::memory {

/// The lines that tell what happened on a way through the states.
[[nodiscard]] Witness tell(World& world,
                           const LocationTable& locations,
                           const std::vector<Search::Passed>& way);

/// The final values of `observed` at the end of a way, including those that were forgotten on it
/// because the question needed them no more.
[[nodiscard]] FinalState final_state(World& world,
                                     const std::vector<Observable>& observed,
                                     World::State start,
                                     const std::vector<Search::Passed>& way,
                                     World::State end);

}  // namespace pmusim::memory
