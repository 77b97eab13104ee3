// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/support/memory/relation.h"
#include "tests/support/memory/thread_run.h"

namespace pmusim::test {

/// An access as other threads may meet it.
struct ThreadAccess {
  bool write{};
  unsigned location{};
  std::uint64_t value{};

  friend bool operator==(const ThreadAccess&, const ThreadAccess&) = default;
};

/// What of a run matters to the whole: its accesses, the relations between them, and the results.
struct ThreadExecution {
  std::vector<ThreadAccess> accesses;
  Relation required;  ///< the order that the thread keeps by itself
  Relation po_loc;    ///< program order of accesses to one location
  Relation rmw;       ///< from the read to the write of a read-modify-write
  std::array<std::uint64_t, isa::kRegs> registers{};
};

[[nodiscard]] ThreadExecution execution_of(const ThreadRun& run);

/// Drops executions that another one of the list makes superfluous: same accesses and results, and
/// no more order.
[[nodiscard]] std::vector<ThreadExecution> without_superfluous(
    std::vector<ThreadExecution> executions);

}  // namespace pmusim::test
