// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/scenario/scenario.h"

namespace pmusim::test {

/// A scenario that is a function of `seed` alone. It is short (a few thousand cycles) and busy:
/// counters start close to their overflow, and everything that the engine knows occurs.
[[nodiscard]] scenario::Scenario random_scenario(std::uint64_t seed);

}  // namespace pmusim::test
