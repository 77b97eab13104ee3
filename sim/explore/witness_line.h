// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace pmusim::explore {

/// One line of a witness: an access in the order in which accesses became visible.
struct WitnessLine {
  std::string side;         ///< who: `kernel`, `NMI`, `reader`
  std::string step;         ///< in which step of its program: `publish 1`
  std::string instruction;  ///< `STR X0, [X3]`
  std::string effect;       ///< `data_head = 8`, `reads data[0]: header of record 2`
  std::string overtakes;    ///< the step of an older access of this side that comes later; empty:
                            ///< in program order
};

using WitnessLines = std::vector<WitnessLine>;

}  // namespace pmusim::explore
