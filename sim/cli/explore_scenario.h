// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <iosfwd>
#include <optional>
#include <string>

#include "sim/cli/worker.h"
#include "sim/scenario/scenario.h"

namespace pmusim::cli {

/// What is done with the result of a protocol.
struct ExplorePlan {
  std::optional<std::string> out_folder;  ///< gets result.json
  bool json{};                            ///< the result is a document, else a table
  bool color{};                           ///< of the table
  std::ostream* progress{};
};

/// Explores the protocol of a scenario, or what of it comes before `stop`, evaluates its
/// expectations, and writes its file.
/// @pre scenario.protocol
[[nodiscard]] WorkResult explore_scenario(const scenario::Scenario& scenario,
                                          const ExplorePlan& plan,
                                          const std::atomic<bool>& stop);

}  // namespace pmusim::cli
