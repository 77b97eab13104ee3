// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/memory/explorer.h"
#include "models/memory/reductions.h"

namespace pmusim::memory {

/// `explore` with chosen reductions, for tests.
[[nodiscard]] Result<ExploreResult> explore_with(const ConcurrentProgram& program,
                                                 const std::vector<Observable>& observed,
                                                 const Proposition& proposition,
                                                 ExploreGoal goal,
                                                 const ExploreLimits& limits,
                                                 const Reductions& reductions);

}  // namespace pmusim::memory
