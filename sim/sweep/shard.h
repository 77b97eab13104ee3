// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "models/common/result.h"

namespace pmusim::sweep {

/// A part of a sweep: every `count`-th point, so that slow regions of the grid spread over all
/// parts.
struct Shard {
  std::size_t index{1};  ///< from 1
  std::size_t count{1};

  [[nodiscard]] bool is_whole() const { return count == 1; }

  [[nodiscard]] bool has(std::size_t point) const { return point % count == index - 1; }

  /// Of `points` points.
  [[nodiscard]] std::size_t size(std::size_t points) const {
    return (points + count - index) / count;
  }

  /// The file name of its journal: "sweep.journal", or "sweep.2-of-8.journal".
  [[nodiscard]] std::string journal_name() const;
};

/// True for a name that journal_name() may give.
[[nodiscard]] bool is_journal_name(std::string_view name);

/// Reads "I/N". @error usage  not 1 <= I <= N <= kMostPoints
[[nodiscard]] Result<Shard> parse_shard(std::string_view text);

}  // namespace pmusim::sweep
