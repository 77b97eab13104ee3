// SPDX-License-Identifier: Apache-2.0
//
// Small random programs in which the memory model has much to decide. Each is a pure function of
// its seed. Threads share few locations, depend on what they load in every way, and mix all kinds
// of access and barrier.
#pragma once

#include <cstdint>
#include <vector>

#include "models/memory/concurrent_program.h"

namespace pmusim::test {

struct RandomProgram {
  memory::ConcurrentProgram program;
  std::vector<memory::Observable> observed;  ///< registers that get results, and all locations
};

/// Every access is to a location of its size, whatever values are loaded: locations that hold
/// addresses hold nothing else, and all that they point to are of one size. Branches go forward.
[[nodiscard]] RandomProgram random_program(std::uint64_t seed);

}  // namespace pmusim::test
