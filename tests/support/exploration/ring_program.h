// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/memory/concurrent_program.h"
#include "models/memory/proposition.h"

namespace pmusim::test {

/// The perf ring protocol, unrolled: which of its barriers stand, and its size.
struct RingShape {
  unsigned records{2};
  unsigned words{1};  ///< of one record
  unsigned slots{1};  ///< how many records fit
  bool a{true};       ///< the producer branches on tail before it writes over a record
  bool b{true};       ///< write barrier before head
  bool c{true};       ///< read barrier after head
  bool d{true};       ///< full barrier before tail
};

struct RingProgram {
  memory::ConcurrentProgram program;
  /// "A record was read that is not what was written, although each look at tail showed room."
  memory::Proposition bad;
};

/// The protocol of the perf ring (one producer, one consumer). Record r has the number r in each of
/// its words. Without A the looks at tail are only taken down, and an execution in which one showed
/// no room is none of those that `bad` means.
[[nodiscard]] RingProgram ring_program(const RingShape& shape);

}  // namespace pmusim::test
