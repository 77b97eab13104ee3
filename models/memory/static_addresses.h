// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/memory/bit_set.h"
#include "models/memory/concurrent_program.h"
#include "models/memory/location_table.h"

namespace pmusim::memory {

/// Instructions that may run directly after instruction `index` of `program`; `code.size()` is the
/// end. After a branch to an address in a register all may.
[[nodiscard]] std::vector<unsigned> successors(const isa::Program& program, unsigned index);

/// For each instruction of a thread, the locations that it may access: exact where the address is a
/// constant along all ways to it, all locations of the access's size where it is not.
[[nodiscard]] std::vector<BitSet> static_locations(const Thread& thread,
                                                   const LocationTable& locations);

}  // namespace pmusim::memory
