// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/record/ring_observer_program.h"

#include <fmt/format.h>

namespace pmusim::user {

abi::StepText ring_observer_program(const abi::RingShape& shape, const abi::RingOrder& order) {
  abi::StepText text;
  text.step("look");
  text.line(fmt::format("MOV X{}, #0", ObserverFindings::kUnwritten));
  text.line(fmt::format("{} X9, [X3]", abi::load_instruction(order.c)));
  text.line("CBZ X9, again");
  text.fence(order.c.fence);
  text.step("read");
  for (unsigned word = 0; word < shape.words; ++word) {
    const unsigned offset = word * abi::RingShape::kWordBytes;
    text.line(fmt::format("LDR X10, [X1, #{}]", offset));
    // Bit 63 says: the word is 0; data_head does not reach beyond its first byte.
    text.line("SUB X10, X10, #1");
    text.line(fmt::format("SUB X11, X9, #{}", offset + 1));
    text.line("BIC X10, X10, X11");
    text.line(fmt::format("ORR X{0}, X{0}, X10, LSR #63", ObserverFindings::kUnwritten));
  }
  text.label("again");
  text.step("look again");
  text.line("LDR X13, [X3]");
  text.line(fmt::format("SUB X{}, X13, X9", ObserverFindings::kGoesBack));
  text.line(fmt::format("LSR X{0}, X{0}, #63", ObserverFindings::kGoesBack));
  return text;
}

}  // namespace pmusim::user
