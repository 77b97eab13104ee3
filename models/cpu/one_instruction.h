// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/activity/activity_source.h"
#include "models/activity/events.h"

namespace pmusim {

/// The activity of a step that is a single instruction: it retires one instruction a cycle and does
/// nothing else. The PMU adds CPU_CYCLES itself.
class OneInstruction final : public ActivitySource {
 public:
  [[nodiscard]] StreamView view(EventId event,
                                std::uint64_t /*from*/,
                                std::uint64_t /*wanted*/) override {
    constexpr std::uint64_t kForever = std::uint64_t{1} << 62U;  // one view lasts for the whole run
    const std::uint32_t amount = event == kInstRetired ? 1 : 0;
    return {.kind = StreamView::Kind::constant,
            .greatest = amount,
            .cycles = kForever,
            .amount = amount};
  }
};

}  // namespace pmusim
