// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/place.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/text.h"

namespace pmusim::litmus {
namespace {

using Kind = Token::Kind;

bool is_decimal(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// The thread that `1:` or `P1:` names; nothing when the tokens are another thing.
std::optional<std::uint64_t> thread_at(const Tokens& tokens) {
  const Token& first = tokens.peek();
  if (!tokens.peek(1).is(":")) {
    return std::nullopt;
  }
  const bool is_process = first.kind == Kind::name && first.text.starts_with('P');
  const std::string_view digits = first.text.substr(is_process ? 1 : 0);
  return is_decimal(digits) ? read_number(digits) : std::nullopt;
}

/// The number of a register that is called X0 to X30 or W0 to W30, in either case.
std::optional<unsigned> register_number(const Token& name) {
  constexpr unsigned kGeneralRegisters = 31;
  constexpr std::string_view kLetters = "XxWw";
  if (name.kind != Kind::name || kLetters.find(name.text[0]) == std::string_view::npos ||
      !is_decimal(name.text.substr(1))) {
    return std::nullopt;
  }
  const std::uint64_t number = read_number(name.text.substr(1)).value_or(kGeneralRegisters);
  return number < kGeneralRegisters ? std::optional{static_cast<unsigned>(number)} : std::nullopt;
}

/// @param thread  what thread_at tells of `tokens`
Place read_register(std::uint64_t thread, Tokens& tokens, SourceText& source, unsigned threads) {
  const Token first = tokens.next();
  tokens.next();  // the colon
  const Token name = tokens.next();
  const std::optional<unsigned> number = register_number(name);
  if (!number) {
    source.problem(name.offset,
                   fmt::format("{} is no register of a thread", shown(name)),
                   "expected X0 to X30, or W0 to W30");
  }
  if (threads > 0 && thread >= threads) {
    source.problem(first.offset,
                   fmt::format("there is no thread {}", printable(first.text)),
                   fmt::format("the table has {} thread{}",
                               threads,
                               threads == 1 ? ": 0" : fmt::format("s: 0 to {}", threads - 1)));
  }
  Place place;
  place.is_register = true;
  place.thread = static_cast<unsigned>(thread);
  place.reg = number ? isa::x(*number) : isa::Reg::zero;
  place.is_half = name.text.starts_with('W') || name.text.starts_with('w');
  place.offset = first.offset;
  return place;
}

}  // namespace

std::optional<Place> read_place(Tokens& tokens, SourceText& source, unsigned threads) {
  if (const auto thread = thread_at(tokens)) {
    return read_register(*thread, tokens, source, threads);
  }
  const std::size_t offset = tokens.peek().offset;
  const bool has_brackets = tokens.accept("[");
  const Token name = tokens.next();
  if (name.kind != Kind::name || (has_brackets && !tokens.peek().is("]"))) {
    const Token& found = name.kind != Kind::name ? name : tokens.peek();
    source.problem(found.offset,
                   fmt::format("found {}", shown(found)),
                   has_brackets && name.kind == Kind::name
                       ? "expected ]"
                       : "expected a register such as 0:X1 or a location such as [x]");
    return std::nullopt;
  }
  if (has_brackets) {
    tokens.next();
  }
  Place place;
  place.name = name.text;
  place.offset = offset;
  return place;
}

std::optional<Value> read_value(Tokens& tokens, SourceText& source) {
  const Token token = tokens.next();
  if (token.kind == Kind::name && !tokens.peek().is(":") && !tokens.peek().is("[")) {
    return Value{.number = 0, .address_of = token.text, .offset = token.offset};
  }
  if (tokens.peek().is(":")) {
    source.problem(token.offset,
                   ErrorCode::not_modelled,
                   fmt::format("found \"{}:\" where a value is expected", printable(token.text)),
                   "expected a number or a location; labels, tags and other registers are not "
                   "modelled as values");
    return std::nullopt;
  }
  if (token.kind != Kind::number) {
    source.problem(token.offset,
                   fmt::format("{} is no value", shown(token)),
                   "expected a number or the name of a location");
    return std::nullopt;
  }
  const std::optional<std::uint64_t> number = value_of(token);
  if (!number) {
    source.problem(token.offset,
                   fmt::format("{} is no value", shown(token)),
                   "expected a whole number of at most 64 bits, decimal or 0x");
  }
  return Value{.number = number.value_or(0), .address_of = {}, .offset = token.offset};
}

}  // namespace pmusim::litmus
