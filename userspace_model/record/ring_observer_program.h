// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/abi/ring_order.h"
#include "kernel_model/abi/step_text.h"

namespace pmusim::user {

/// Where ring_observer_program leaves what it found: 1 when it saw it.
struct ObserverFindings {
  static constexpr unsigned kUnwritten = 12;  ///< data_head covers a word that was not written
  static constexpr unsigned kGoesBack = 14;   ///< data_head was smaller at a second look
};

/// A reader that judges data_head, as A64 text: it loads it, reads every word of the data area, and
/// loads it again. C stands after the first load; the branch on data_head is always there.
///
/// Steps: `look`, `read`, `look again`. Registers: X1 data area, X3 &data_head.
[[nodiscard]] abi::StepText ring_observer_program(const abi::RingShape& shape,
                                                  const abi::RingOrder& order);

}  // namespace pmusim::user
