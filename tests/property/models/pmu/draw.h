// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/pmu/threshold.h"
#include "tests/support/draw.h"
#include "tests/support/scripted_activity.h"

namespace pmusim::test {

/// An event type register whose threshold part is anything defined, its filter and event 0.
[[nodiscard]] RegValue random_threshold(Draw& draw, bool with_edges);

/// A segment of any kind, with amounts that fit its kind; `cycles` long.
[[nodiscard]] Segment random_segment(Draw& draw, std::uint64_t cycles);
[[nodiscard]] Segment random_segment(Draw& draw, StreamView::Kind kind, std::uint64_t cycles);

}  // namespace pmusim::test
