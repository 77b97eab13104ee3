// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/explore/race_result.h"
#include "sim/report/painter.h"

namespace pmusim::report {

/// "4 runs of 1,000 records of 8 words through a ring of 32 words, in time".
[[nodiscard]] std::string race_heading(const explore::RaceResult& race, const abi::RingShape& ring);

/// Tables of what the reader found with each choice of orders, and how the first bad record of each
/// came about.
[[nodiscard]] std::string race_tables(const explore::RaceResult& race, const Painter& paint);

}  // namespace pmusim::report
