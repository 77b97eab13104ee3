// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/scenario/overrides.h"
#include "sim/sweep/grid.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/point.h"

namespace pmusim::cli {

/// What all points of a sweep have in common.
struct SweepInput {
  std::string file;                           ///< of the scenario
  std::string text;                           ///< its content, read once
  std::vector<scenario::Override> overrides;  ///< --set and --seed
  std::vector<std::string> measures;          ///< pointers into the result; empty: the default
};

/// Whether each value is given once: elements of lists have numbers and names, so that pointers
/// with different texts may lead to one value. What leads nowhere is left to identify().
/// @error usage  a parameter varies what another one, --set or --seed gives
[[nodiscard]] Result<void> check_independent(const SweepInput& input, const sweep::Grid& grid);

/// Looks at a sweep before anything runs.
///
/// What is wrong at every point is found here: a scenario that is wrong by itself, a parameter that
/// the scenario does not have. Values that only some points have are judged when those run.
///
/// @param version  of the program.
/// @error every problem of the scenario @see scenario::read_scenario_text, or the scenario has
/// no events and no measure is named
[[nodiscard]] scenario::Checked<sweep::Identity> identify(const SweepInput& input,
                                                          const sweep::Grid& grid,
                                                          std::string version);

/// Runs the scenario with the values of one point.
///
/// Records `count` of every event, and `lost` and `leaked` where the result has them, or the
/// measures named. A measure that leads nowhere, or to a list or object, is null, and the problem
/// says so; it also has the notes of the run. A run that broke off makes the point broken.
///
/// @return  nothing when `stop` ended the run.
/// @pre no simulation has been elaborated in this process.
[[nodiscard]] std::optional<sweep::PointResult> run_point(const SweepInput& input,
                                                          const sweep::Grid& grid,
                                                          std::size_t point,
                                                          const std::atomic<bool>& stop);

}  // namespace pmusim::cli
