// SPDX-License-Identifier: Apache-2.0
#include "models/isa/statement.h"

#include <optional>
#include <vector>

#include "models/common/text.h"
#include "models/isa/forms.h"
#include "models/isa/forms_system.h"
#include "models/isa/nearest.h"
#include "models/isa/unpredictable.h"

namespace pmusim::isa {
namespace {

/// A mnemonic in capitals; of B.NE and BNE the condition apart.
struct Mnemonic {
  std::string name;
  Condition condition{};
};

Mnemonic read_mnemonic(std::string_view text) {
  std::string name = upper_case(text);
  if (name.starts_with('B')) {
    const auto condition =
        condition_of_name(std::string_view{name}.substr(name.starts_with("B.") ? 2 : 1));
    if (condition) {
      return {std::string{kConditionalBranch}, *condition};
    }
  }
  return {name, {}};
}

StatementProblem unknown_instruction(const Token& mnemonic) {
  std::vector<std::string_view> names{"B.NE"};
  for (const Form& form : all_forms()) {
    if (form.mnemonic != kConditionalBranch) {
      names.push_back(form.mnemonic);
    }
  }
  const std::string nearest = nearest_name(mnemonic.text, names);
  return {.column = mnemonic.column,
          .what = "unknown instruction '" + printable(mnemonic.text) + "'",
          .hint = nearest.empty() ? "models/isa/README.md lists the instructions that are modelled"
                                  : "did you mean '" + nearest + "'?"};
}

/// How a form is written: `LDR Rt,[Xn|SP],#imm`.
std::string usage_of(const Form& form) {
  std::string usage{form.mnemonic};
  char separator = ' ';
  for (const Slot& slot : form.slots) {
    if (slot.notation != nullptr) {
      usage += separator;
      usage += slot.notation->description;
      separator = ',';
    }
  }
  return usage;
}

std::string usage_of(std::string_view mnemonic) {
  std::string all;
  for (const Form& form : all_forms()) {
    if (form.mnemonic == mnemonic) {
      const std::string usage = usage_of(form);
      if (all.find(usage) == std::string::npos) {
        all += (all.empty() ? "" : "; ") + usage;
      }
    }
  }
  return "write " + all;
}

/// Reads operands as `form` has them.
std::optional<Instruction> read_form(const Form& form, Condition condition, OperandParser& in) {
  Instruction instruction = form.like;
  instruction.condition = condition;
  bool is_first = true;
  for (const Slot& slot : form.slots) {
    if (slot.notation == nullptr) {
      continue;
    }
    if ((!is_first && !in.expect(',')) || !slot.notation->parse(in, instruction)) {
      return std::nullopt;
    }
    is_first = false;
  }
  return in.expect_end() ? std::optional{instruction} : std::nullopt;
}

/// Keeps, of the problems of several forms, the one to tell: of the highest kind, and of those the
/// furthest in the text. Ranges that are wrong at the same place add up.
void keep_worse(std::optional<OperandProblem>& worst, const OperandProblem& problem) {
  const auto rank = [](const OperandProblem& p) { return std::pair{p.kind, p.column}; };
  if (!worst || rank(problem) > rank(*worst)) {
    worst = problem;
  } else if (rank(problem) == rank(*worst) &&
             worst->range.find(problem.range) == std::string::npos) {
    worst->range += ", or " + problem.range;
  }
}

tl::expected<Instruction, StatementProblem> predictable(const Instruction& instruction,
                                                        const Token& mnemonic) {
  const std::string_view why = why_unpredictable(instruction);
  if (why.empty()) {
    return instruction;
  }
  return tl::unexpected{StatementProblem{mnemonic.column,
                                         std::string{why} + ": what then happens is unpredictable",
                                         "take another register"}};
}

}  // namespace

tl::expected<Instruction, StatementProblem> assemble_statement(std::span<const Token> tokens,
                                                               const OperandContext& context) {
  const Token& first = tokens.front();
  const Mnemonic mnemonic = read_mnemonic(first.text);
  std::optional<OperandProblem> worst;
  for (const Form& form : all_forms()) {
    if (form.mnemonic == mnemonic.name) {
      OperandParser in{tokens.subspan(1), context};
      if (const auto instruction = read_form(form, mnemonic.condition, in)) {
        return predictable(*instruction, first);
      }
      keep_worse(worst, in.problem());
    }
  }
  if (!worst) {
    return tl::unexpected{unknown_instruction(first)};
  }
  switch (worst->kind) {
    case OperandProblem::Kind::range:
      return tl::unexpected{StatementProblem{
          worst->column, "'" + worst->what + "' is out of range", "allowed is " + worst->range}};
    case OperandProblem::Kind::name:
      return tl::unexpected{StatementProblem{worst->column, worst->what, worst->hint}};
    case OperandProblem::Kind::syntax:
      break;
  }
  return tl::unexpected{StatementProblem{worst->column, worst->what, usage_of(mnemonic.name)}};
}

}  // namespace pmusim::isa
