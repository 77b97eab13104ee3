// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/perf/ring_nesting_program.h"
#include "sim/explore/protocol_result.h"

namespace pmusim::explore {

/// Explores the write of a record with an NMI that writes another one before each instruction of
/// it, and after the last: does data_head ever go back, cover a word that was not written, or stay
/// behind what was reserved when both are done?
///
/// The ring holds both records; of `shape` only the size of records matters, of `order` B and C.
///
/// @param limits  for each of two questions at each place
[[nodiscard]] Result<NestingVerdict> explore_nesting(const abi::RingShape& shape,
                                                     const abi::RingOrder& order,
                                                     const memory::ExploreLimits& limits = {},
                                                     const kernel::NestingForm& form = {});

}  // namespace pmusim::explore
