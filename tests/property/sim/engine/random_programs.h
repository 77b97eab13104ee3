// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/scenario/scenario.h"

namespace pmusim::test {

/// Events that programs produce.
inline constexpr std::array kCodeEvents{
    EventId{0x08}, EventId{0x13}, EventId{0x24}, EventId{0x3c}, EventId{0x31}, EventId{0x04}};

/// Gives the scenario one to three programs on one data area, as a function of `seed` alone.
/// @return  how many
std::size_t add_random_programs(scenario::Scenario& scenario, std::uint64_t seed);

}  // namespace pmusim::test
