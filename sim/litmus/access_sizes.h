// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/litmus/code_table.h"
#include "sim/litmus/initial_state.h"

namespace pmusim::litmus {

/// The size in bytes of each location: that of the accesses to it, whatever its declared type. So
/// does herd7, whose locations are cells without a size.
///
/// The location of an access is known when its base register starts as an address and is never
/// written. A location without such an access has the size that all accesses of the test have, else
/// that of its type. A location that is accessed with two sizes is noted in `source`.
[[nodiscard]] std::vector<unsigned> location_sizes(SourceText& source,
                                                   const InitialState& init,
                                                   const std::vector<ThreadCode>& code);

}  // namespace pmusim::litmus
