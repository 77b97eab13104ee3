// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/explore/race_result.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::report {

/// The value of `race` in the document of a protocol: what the given orders showed, and the same
/// for subsets and replacements. README.md lists the keys.
void write_race(scenario::JsonWriter& out, const explore::RaceResult& race);

}  // namespace pmusim::report
