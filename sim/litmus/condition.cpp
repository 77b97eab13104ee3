// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/condition.h"

#include <fmt/format.h>

namespace pmusim::litmus {
namespace {

using Kind = memory::Proposition::Kind;

/// Levels of parentheses and negations, at most: a reader of any depth would overflow the stack.
constexpr unsigned kMostLevels = 200;

class Reader {
 public:
  Reader(SourceText& source, Part part, unsigned threads)
      : source_{source}, tokens_{source, part}, threads_{threads} {}

  std::optional<Condition> read() {
    bool good = !tokens_.peek().is("locations") || read_locations();
    good = read_quantifier() && read_disjunction(0).has_value() && good;
    if (good && !is_finished()) {
      return std::nullopt;
    }
    return good ? std::optional{std::move(condition_)} : std::nullopt;
  }

 private:
  using Index = std::optional<std::size_t>;

  std::nullopt_t expected(std::string_view what) {
    const Token& found = tokens_.peek();
    source_.problem(
        found.offset, fmt::format("found {}", shown(found)), fmt::format("expected {}", what));
    return std::nullopt;
  }

  std::nullopt_t not_modelled(std::string_view what, std::string_view hint) {
    source_.problem(
        tokens_.peek().offset, ErrorCode::not_modelled, std::string{what}, std::string{hint});
    return std::nullopt;
  }

  /// `locations [x; 1:X0;]`
  bool read_locations() {
    tokens_.next();
    if (!tokens_.accept("[")) {
      expected("[ after locations");
      skip_to_quantifier();
      return false;
    }
    bool good = true;
    while (!tokens_.accept("]")) {
      const std::optional<Place> place = read_place(tokens_, source_, threads_);
      good = good && place;
      if (place) {
        condition_.shown.push_back(*place);
      }
      if (tokens_.accept(";") || tokens_.peek().is("]")) {
        continue;
      }
      if (place) {
        expected("; or ] in the list of locations");
      }
      // Where the list ends is no longer certain; the condition behind it is.
      skip_to_quantifier();
      return false;
    }
    return good;
  }

  void skip_to_quantifier() {
    while (!tokens_.at_end() && !tokens_.peek().is("exists") && !tokens_.peek().is("~") &&
           !tokens_.peek().is("forall")) {
      tokens_.next();
    }
  }

  bool read_quantifier() {
    if (tokens_.peek().is("filter")) {
      not_modelled("filter is not modelled",
                   "write it into the condition: exists (filter /\\ ...)");
      return false;
    }
    if (tokens_.accept("exists")) {
      condition_.quantifier = Quantifier::exists;
    } else if (tokens_.accept("forall")) {
      condition_.quantifier = Quantifier::forall;
    } else if (tokens_.peek().is("~") && tokens_.peek(1).is("exists")) {
      tokens_.next();
      tokens_.next();
      condition_.quantifier = Quantifier::not_exists;
    } else {
      expected("exists, ~exists or forall");
      return false;
    }
    return true;
  }

  Index add(WrittenNode node) {
    condition_.nodes.push_back(std::move(node));
    return condition_.nodes.size() - 1;
  }

  /// Operands joined by `symbol`; several become one node.
  template <class ReadOperand>
  Index read_joined(std::string_view symbol, Kind kind, ReadOperand read_operand) {
    WrittenNode joined;
    joined.kind = kind;
    do {
      const Index operand = read_operand();
      if (!operand) {
        return std::nullopt;
      }
      joined.operands.push_back(*operand);
    } while (tokens_.accept(symbol));
    return joined.operands.size() == 1 ? joined.operands.front() : add(std::move(joined));
  }

  Index read_disjunction(unsigned level) {
    return read_joined("\\/", Kind::disjunction, [&] { return read_conjunction(level); });
  }

  Index read_conjunction(unsigned level) {
    return read_joined("/\\", Kind::conjunction, [&] { return read_unary(level); });
  }

  Index read_unary(unsigned level) {
    if (level > kMostLevels) {
      return not_modelled(fmt::format("more than {} levels of parentheses", kMostLevels),
                          "write the condition flatter");
    }
    if (tokens_.accept("(")) {
      const Index inner = read_disjunction(level + 1);
      if (!inner) {
        return std::nullopt;
      }
      return tokens_.accept(")") ? inner : expected("), /\\ or \\/");
    }
    if (tokens_.accept("not") || tokens_.accept("~")) {
      return negation(read_unary(level + 1));
    }
    if (tokens_.peek().is("true") || tokens_.peek().is("false")) {
      WrittenNode constant;
      constant.kind = tokens_.next().is("true") ? Kind::truth : Kind::falsehood;
      return add(constant);
    }
    return read_comparison();
  }

  Index negation(Index operand) {
    if (!operand) {
      return std::nullopt;
    }
    WrittenNode node;
    node.kind = Kind::negation;
    node.operands = {*operand};
    return add(std::move(node));
  }

  /// `place = value`, or `place != value`, which is a negation.
  Index read_comparison() {
    const std::optional<Place> place = read_place(tokens_, source_, threads_);
    if (!place) {
      return std::nullopt;
    }
    if (tokens_.peek().is("[")) {
      return not_modelled("arrays are not modelled", "name a location for each element");
    }
    const bool is_equal = tokens_.accept("=") || tokens_.accept("==");
    if (!is_equal && !tokens_.accept("!=") && !tokens_.accept("<>")) {
      return expected("= and a value");
    }
    const std::optional<Value> value = read_value(tokens_, source_);
    if (!value) {
      return std::nullopt;
    }
    WrittenNode node;
    node.kind = Kind::equals;
    node.place = *place;
    node.value = *value;
    const Index index = add(node);
    return is_equal ? index : negation(index);
  }

  /// Notes what stands behind the proposition.
  bool is_finished() {
    tokens_.accept(";");
    if (tokens_.at_end()) {
      return true;
    }
    if (tokens_.peek().is("=>")) {
      not_modelled("=> is not modelled", "write p => q as not p \\/ q");
    } else {
      expected("/\\, \\/ or the end of the file");
    }
    return false;
  }

  SourceText& source_;
  Tokens tokens_;
  unsigned threads_;
  Condition condition_;
};

}  // namespace

std::optional<Condition> read_condition(SourceText& source, Part part, unsigned threads) {
  return Reader{source, part, threads}.read();
}

}  // namespace pmusim::litmus
