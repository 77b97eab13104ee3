// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "models/common/result.h"
#include "sim/sweep/grid.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/results.h"
#include "sim/sweep/shard.h"

namespace pmusim::sweep {

/// What a sweep is to do.
struct Plan {
  Grid grid;
  Identity identity;
  std::string folder;  ///< of the journals; created if missing
  Shard shard;
  bool restart{};       ///< discard what earlier calls found
  std::size_t jobs{1};  ///< workers at the same time
};

struct Hooks {
  /// Finds out about a point, in a process of its own; nothing when it was told to stop.
  std::function<std::optional<PointResult>(std::size_t point)> work;
  /// Sees each new result, in this process, after it is in the journal.
  std::function<void(const PointResult& result, const Results& results)> finished{};
  /// Called now and then.
  std::function<void(const Results& results)> idle{};
};

/// Runs those points of the grid that no journal has, and returns all results: those of the
/// journals and the new ones. Not all points are there if `stop` became true.
///
/// A whole sweep reads every journal of the folder, those of shards too, and writes sweep.journal;
/// a shard reads and writes its own alone, so that shards need not know of each other. Points whose
/// worker crashed or could not read a file are in no journal: a further call tries them again.
///
/// @error usage  a journal is of another sweep, or another process writes it
/// @error io     the folder or the journal cannot be created, read or written; no process can be
/// had
[[nodiscard]] Result<Results> run_sweep(const Plan& plan,
                                        const Hooks& hooks,
                                        const std::atomic<bool>& stop);

}  // namespace pmusim::sweep
