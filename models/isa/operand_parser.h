// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "models/isa/instruction.h"
#include "models/isa/register_text.h"
#include "models/isa/scanner.h"
#include "models/isa/system_register_names.h"

namespace pmusim::isa {

/// Why operands do not fit a form. Of several forms, the problem of the highest kind is told: the
/// text of the others was not meant.
struct OperandProblem {
  enum class Kind : std::uint8_t { syntax, range, name };
  Kind kind{Kind::syntax};
  std::size_t column{};
  std::string what;   ///< of `range`: the value alone
  std::string range;  ///< of `range`: what is allowed
  std::string hint;
};

/// What the operands of an instruction refer to.
struct OperandContext {
  const std::map<std::string, std::size_t>& labels;  ///< index of an instruction by label
  SysRegNames system_registers;
  std::uint64_t base{};  ///< address of the program
  std::size_t index{};   ///< of the instruction
};

/// A number as it is written: 64 bits and a sign.
struct Number {
  bool is_negative{};
  std::uint64_t magnitude{};

  /// Two's complement of 64 bits.
  [[nodiscard]] std::uint64_t bits() const { return is_negative ? -magnitude : magnitude; }

  /// Nothing when it does not fit.
  [[nodiscard]] std::optional<std::int64_t> value() const;
};

/// Which numbers are allowed: multiples of `unit`.
struct NumberRange {
  std::int64_t least{};
  std::int64_t most{};
  std::int64_t unit{1};
};

/// Reads the operands of one instruction, token by token. The readers return false, and keep a
/// problem, when the text is not what they want.
class OperandParser {
 public:
  OperandParser(std::span<const Token> tokens, const OperandContext& context)
      : tokens_{tokens}, context_{context} {}

  [[nodiscard]] const OperandContext& context() const { return context_; }

  [[nodiscard]] const OperandProblem& problem() const { return problem_; }

  [[nodiscard]] bool at_end() const { return token().kind == Token::Kind::end; }

  /// Takes punctuation if it stands next.
  bool accept(char punctuation);

  /// Takes a name that `of_name` knows, given in capitals, if it stands next.
  template <class Value>
  std::optional<Value> accept_name(std::optional<Value> (*of_name)(std::string_view)) {
    const auto value = name_at(0, of_name);
    at_ += value ? 1U : 0U;
    return value;
  }

  /// Takes a comma and such a name behind it, if both stand next.
  template <class Value>
  std::optional<Value> accept_name_after_comma(std::optional<Value> (*of_name)(std::string_view)) {
    const auto value = token().text == "," ? name_at(1, of_name) : std::nullopt;
    at_ += value ? 2U : 0U;
    return value;
  }

  /// Takes a comma if a number stands behind it.
  bool accept_comma_before_number();

  /// Whether a number stands next.
  [[nodiscard]] bool is_number_next() const { return is_number_at(0); }

  bool expect(char punctuation);
  bool expect_end();

  bool reg(Reg& reg, RegWidth width, bool may_be_sp, Instruction& instruction);

  /// A register of either width.
  std::optional<NamedReg> any_reg();

  /// `#12`, `-0x10`.
  std::optional<Number> number();

  /// A number within a range.
  std::optional<std::int64_t> number(const NumberRange& range);

  /// A label or `.+8`: bytes from this instruction.
  std::optional<std::int64_t> distance();

  std::optional<SysReg> system_register();

  /// Fails: the number that was read last is not within `range`.
  bool out_of_range(std::string range);

  /// Fails: what stands next is not what was `expected`.
  bool syntax(std::string_view expected);

 private:
  [[nodiscard]] const Token& token(std::size_t ahead = 0) const;
  [[nodiscard]] bool is_number_at(std::size_t ahead) const;

  template <class Value>
  std::optional<Value> name_at(std::size_t ahead,
                               std::optional<Value> (*of_name)(std::string_view)) const {
    const Token& name = token(ahead);
    return name.kind == Token::Kind::name ? of_name(upper_case(name.text)) : std::nullopt;
  }

  std::optional<std::int64_t> label_distance(const Token& label);

  std::span<const Token> tokens_;
  const OperandContext& context_;
  std::size_t at_{};
  std::size_t number_at_{};   ///< where the number that was read last begins
  std::optional<bool> wide_;  ///< told by the first register that may be X or W
  OperandProblem problem_;
};

}  // namespace pmusim::isa
