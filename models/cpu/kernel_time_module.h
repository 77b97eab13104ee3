// SPDX-License-Identifier: Apache-2.0
//
// SystemC's time in our units. Only for files that may include <systemc>.
#pragma once

#include <systemc>

#include "models/common/clock.h"

namespace pmusim {

/// Simulated time now. @pre the time resolution is 1 ps, SystemC's default.
inline Picoseconds kernel_time() {
  return Picoseconds{sc_core::sc_time_stamp().value()};
}

/// The delay from now to `instant`. @pre instant is not in the past.
inline sc_core::sc_time until(Picoseconds instant) {
  return sc_core::sc_time::from_value((instant - kernel_time()).count());
}

}  // namespace pmusim
