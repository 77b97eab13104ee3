// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "models/isa/program.h"

namespace pmusim::test {

/// The instruction that `text` is.
[[nodiscard]] inline isa::Instruction instruction_of(const std::string& text) {
  const auto program = isa::assemble_text(text, "test");
  if (!program || program->code.size() != 1) {
    throw std::runtime_error{"not one instruction: " + text};
  }
  return program->code.front();
}

}  // namespace pmusim::test
