// SPDX-License-Identifier: Apache-2.0
#include "models/isa/operand_parser.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "models/common/text.h"
#include "models/isa/nearest.h"

namespace pmusim::isa {
namespace {

std::string found(const Token& token) {
  return token.kind == Token::Kind::end ? "the end of the line" : "'" + printable(token.text) + "'";
}

std::string text_of(const NumberRange& range) {
  const std::string bounds = std::to_string(range.least) + " to " + std::to_string(range.most);
  return range.unit == 1 ? bounds
                         : "a multiple of " + std::to_string(range.unit) + " from " + bounds;
}

/// The part behind "S3_": `3_C9_C12_0`. Nothing when it is anything else.
std::optional<SysReg> generic_system_register(std::string_view name) {
  // Each field: what stands before it, and its greatest value.
  struct Part {
    std::string_view before;
    std::uint64_t most;
  };

  constexpr std::array<Part, 5> kParts{{{"S", 3}, {"_", 7}, {"_C", 15}, {"_C", 15}, {"_", 7}}};
  std::array<std::uint8_t, 5> fields{};
  for (std::size_t i = 0; i < kParts.size(); ++i) {
    const auto& [before, most] = kParts.at(i);
    if (!name.starts_with(before)) {
      return std::nullopt;
    }
    name.remove_prefix(before.size());
    const auto digits = name.substr(0, name.find('_'));
    const auto value = read_number(digits);
    if (!value || *value > most) {
      return std::nullopt;
    }
    fields.at(i) = static_cast<std::uint8_t>(*value);
    name.remove_prefix(digits.size());
  }
  const bool is_register = name.empty() && fields[0] >= 2;
  return is_register ? std::optional{SysReg{fields[0], fields[1], fields[2], fields[3], fields[4]}}
                     : std::nullopt;
}

/// Among very many labels none is looked for: a text full of mistakes would take for ever.
std::string nearest_label(std::string_view text, const std::map<std::string, std::size_t>& labels) {
  constexpr std::size_t kMost = 1000;
  std::vector<std::string_view> names;
  if (labels.size() <= kMost) {
    for (const auto& [name, position] : labels) {
      names.push_back(name);
    }
  }
  return nearest_name(text, names);
}

}  // namespace

std::optional<std::int64_t> Number::value() const {
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (magnitude > kMost + (is_negative ? 1 : 0)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(bits());
}

const Token& OperandParser::token(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool OperandParser::syntax(std::string_view expected) {
  problem_ = {.kind = OperandProblem::Kind::syntax,
              .column = token().column,
              .what = "found " + found(token()) + ", expected " + std::string{expected},
              .range = {},
              .hint = {}};
  return false;
}

bool OperandParser::out_of_range(std::string range) {
  std::string written;
  for (const Token& token : tokens_.subspan(number_at_, at_ - number_at_)) {
    written += token.text;
  }
  problem_ = {.kind = OperandProblem::Kind::range,
              .column = tokens_[number_at_].column,
              .what = std::move(written),
              .range = std::move(range),
              .hint = {}};
  return false;
}

bool OperandParser::accept(char punctuation) {
  const bool is_next =
      token().kind == Token::Kind::punctuation && token().text.front() == punctuation;
  at_ += is_next ? 1U : 0U;
  return is_next;
}

bool OperandParser::expect(char punctuation) {
  return accept(punctuation) || syntax(std::string{"'"} + punctuation + "'");
}

bool OperandParser::expect_end() {
  return at_end() || syntax("the end of the instruction");
}

bool OperandParser::is_number_at(std::size_t ahead) const {
  ahead += token(ahead).text == "#" ? 1U : 0U;
  ahead += token(ahead).text == "-" || token(ahead).text == "+" ? 1U : 0U;
  return token(ahead).kind == Token::Kind::number;
}

bool OperandParser::accept_comma_before_number() {
  return token().text == "," && is_number_at(1) && accept(',');
}

std::optional<NamedReg> OperandParser::any_reg() {
  const auto reg = reg_of_name(upper_case(token().text));
  if (!reg) {
    syntax("a register");
    return std::nullopt;
  }
  ++at_;
  return reg;
}

bool OperandParser::reg(Reg& reg, RegWidth width, bool may_be_sp, Instruction& instruction) {
  const auto named = reg_of_name(upper_case(token().text));
  const bool tells_width = width == RegWidth::as_instruction && !wide_;
  const bool wants_x =
      width == RegWidth::as_instruction ? wide_.value_or(true) : width == RegWidth::x;
  if (!named || named->reg == (may_be_sp ? Reg::zero : Reg::sp) ||
      (!tells_width && named->is_x != wants_x)) {
    const std::string x_registers = may_be_sp ? "X0 to X30 or SP" : "X0 to X30 or XZR";
    const std::string w_registers = may_be_sp ? "W0 to W30 or WSP" : "W0 to W30 or WZR";
    if (tells_width) {
      return syntax(x_registers + ", " + w_registers);
    }
    return syntax(wants_x ? x_registers : w_registers);
  }
  if (tells_width) {
    wide_ = named->is_x;
    instruction.wide = named->is_x;
  }
  reg = named->reg;
  ++at_;
  return true;
}

std::optional<Number> OperandParser::number() {
  const std::size_t start = at_;
  accept('#');
  const bool is_negative = accept('-');
  if (!is_negative) {
    accept('+');
  }
  const auto magnitude =
      token().kind == Token::Kind::number ? read_number(token().text) : std::nullopt;
  if (!magnitude) {
    syntax(token().kind == Token::Kind::number ? "a number of at most 64 bits" : "a number");
    return std::nullopt;
  }
  ++at_;
  number_at_ = start;
  return Number{is_negative, *magnitude};
}

std::optional<std::int64_t> OperandParser::number(const NumberRange& range) {
  const auto written = number();
  if (!written) {
    return std::nullopt;
  }
  const auto value = written->value();
  if (!value || *value < range.least || *value > range.most || *value % range.unit != 0) {
    out_of_range(text_of(range));
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> OperandParser::label_distance(const Token& label) {
  const auto found = context_.labels.find(std::string{label.text});
  if (found == context_.labels.end()) {
    const std::string nearest = nearest_label(label.text, context_.labels);
    problem_ = {.kind = OperandProblem::Kind::name,
                .column = label.column,
                .what = "there is no label '" + printable(label.text) + "'",
                .range = {},
                .hint = nearest.empty()
                            ? "write '" + printable(label.text) + ":' before what it names"
                            : "did you mean '" + nearest + "'?"};
    return std::nullopt;
  }
  return 4 * (static_cast<std::int64_t>(found->second) - static_cast<std::int64_t>(context_.index));
}

std::optional<std::int64_t> OperandParser::distance() {
  const Token& target = token();
  if (target.kind != Token::Kind::name) {
    syntax("a label or '.+8'");
    return std::nullopt;
  }
  number_at_ = at_++;
  if (target.text != ".") {
    return label_distance(target);
  }
  if (!is_number_next()) {
    return 0;
  }
  const std::size_t start = number_at_;
  const auto bytes = number(NumberRange{std::numeric_limits<std::int64_t>::min(),
                                        std::numeric_limits<std::int64_t>::max()});
  number_at_ = start;
  return bytes;
}

std::optional<SysReg> OperandParser::system_register() {
  if (token().kind != Token::Kind::name) {
    syntax("a system register");
    return std::nullopt;
  }
  const Token& token = tokens_[at_++];
  const std::string name = upper_case(token.text);
  if (name == kNzcvName) {
    return kNzcv;
  }
  std::vector<std::string_view> names{kNzcvName};
  for (const NamedSysReg& row : context_.system_registers) {
    if (row.name == name) {
      return row.reg;
    }
    names.push_back(row.name);
  }
  const auto generic = generic_system_register(name);
  if (!generic) {
    const std::string nearest = nearest_name(name, names);
    problem_ = {.kind = OperandProblem::Kind::name,
                .column = token.column,
                .what = "there is no system register '" + printable(token.text) + "'",
                .range = {},
                .hint = nearest.empty() ? "any register can be written as S3_3_C9_C12_0: op0, op1, "
                                          "CRn, CRm, op2"
                                        : "did you mean '" + nearest + "'?"};
  }
  return generic;
}

}  // namespace pmusim::isa
