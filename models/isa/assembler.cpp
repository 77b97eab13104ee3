// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "models/common/text.h"
#include "models/isa/program.h"
#include "models/isa/statement.h"

namespace pmusim::isa {
namespace {

/// An instruction that is still text.
struct Statement {
  std::size_t line{};
  std::vector<Token> tokens;
};

class Assembler {
 public:
  Assembler(const std::vector<SourceLine>& lines, std::uint64_t base, SysRegNames names)
      : lines_{lines}, names_{names} {
    program_.base = base;
  }

  tl::expected<Program, AssemblyErrors> run();

 private:
  void collect();
  void define(std::size_t line, const Token& label);
  void complain(std::size_t line, std::size_t column, std::string what, std::string hint);

  const std::vector<SourceLine>& lines_;
  SysRegNames names_;
  Program program_;
  std::map<std::string, std::size_t> line_of_label_;
  std::vector<Statement> statements_;
  std::vector<std::pair<std::size_t, Error>> errors_;  ///< with the line of each
};

void Assembler::complain(std::size_t line, std::size_t column, std::string what, std::string hint) {
  const SourceLine& source = lines_[line];
  errors_.emplace_back(line,
                       Error{.code = ErrorCode::invalid_input,
                             .where = source.where + ":" + std::to_string(source.column + column),
                             .what = std::move(what),
                             .hint = std::move(hint)});
}

void Assembler::define(std::size_t line, const Token& label) {
  const auto [entry, is_new] = line_of_label_.emplace(label.text, line);
  if (!is_new) {
    complain(line,
             label.column,
             "label '" + printable(label.text) + "' stands twice",
             "it stands at " + lines_[entry->second].where + " too; rename one");
    return;
  }
  program_.labels.emplace(label.text, statements_.size());
}

/// First pass: labels and the place of each instruction.
void Assembler::collect() {
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    std::vector<Token> tokens = scan(lines_[line].text);
    auto at = tokens.begin();
    while (at->kind == Token::Kind::name && std::next(at)->text == ":") {
      define(line, *at);
      at += 2;
    }
    if (at->kind != Token::Kind::end) {
      tokens.erase(tokens.begin(), at);
      statements_.push_back({line, std::move(tokens)});
    }
  }
}

tl::expected<Program, AssemblyErrors> Assembler::run() {
  collect();
  for (const Statement& statement : statements_) {
    const OperandContext context{.labels = program_.labels,
                                 .system_registers = names_,
                                 .base = program_.base,
                                 .index = program_.code.size()};
    auto instruction = assemble_statement(statement.tokens, context);
    if (!instruction) {
      StatementProblem& problem = instruction.error();
      complain(statement.line, problem.column, std::move(problem.what), std::move(problem.hint));
    }
    program_.code.push_back(instruction.value_or(Instruction{}));
  }
  if (errors_.empty()) {
    return std::move(program_);
  }
  std::ranges::stable_sort(errors_, {}, [](const auto& error) { return error.first; });
  AssemblyErrors errors;
  for (auto& [line, error] : errors_) {
    errors.push_back(std::move(error));
  }
  return tl::unexpected{std::move(errors)};
}

}  // namespace

tl::expected<Program, AssemblyErrors> assemble(const std::vector<SourceLine>& lines,
                                               std::uint64_t base,
                                               SysRegNames names) {
  return Assembler{lines, base, names}.run();
}

tl::expected<Program, AssemblyErrors> assemble_text(std::string_view text,
                                                    std::string_view name,
                                                    std::uint64_t base,
                                                    SysRegNames names) {
  std::vector<SourceLine> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back({.where = std::string{name} + ":" + std::to_string(lines.size() + 1),
                     .text = std::string{text.substr(0, end)}});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return assemble(lines, base, names);
}

}  // namespace pmusim::isa
