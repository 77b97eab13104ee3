// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <tl/expected.hpp>

#include "models/isa/instruction.h"
#include "models/isa/operand_parser.h"
#include "models/isa/scanner.h"

namespace pmusim::isa {

/// What is wrong with one instruction.
struct StatementProblem {
  std::size_t column{};  ///< bytes before it in the line
  std::string what;
  std::string hint;
};

/// The instruction that `tokens` (not empty, the last one `end`) are the text of.
[[nodiscard]] tl::expected<Instruction, StatementProblem> assemble_statement(
    std::span<const Token> tokens, const OperandContext& context);

}  // namespace pmusim::isa
