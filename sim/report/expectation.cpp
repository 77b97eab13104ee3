// SPDX-License-Identifier: Apache-2.0
#include "sim/report/expectation.h"

#include <charconv>
#include <cmath>
#include <compare>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "models/common/result.h"
#include "sim/report/evaluate_json.h"
#include "sim/report/json_pointer.h"
#include "sim/report/names.h"
#include "sim/scenario/nearest.h"

namespace pmusim::report {
namespace {

using Json = nlohmann::ordered_json;
using scenario::Expectation;

// Where a pointer leads.

/// The name by which a pointer may call an element of a list.
const std::string* name_of(const Json& element) {
  for (const char* key : {"name", "reason"}) {
    if (element.is_object() && element.contains(key) && element[key].is_string()) {
      return element[key].get_ptr<const std::string*>();
    }
  }
  return nullptr;
}

std::optional<std::size_t> position_of(std::string_view token) {
  std::size_t position = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), position);
  const bool canonical = token == "0" || !token.starts_with('0');
  return error == std::errc{} && end == token.data() + token.size() && canonical
             ? std::optional{position}
             : std::nullopt;
}

/// What a message offers instead of `token`.
std::string alternatives(const Json& parent, const std::string& token) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : parent.items()) {
    const std::string* name = parent.is_array() ? name_of(value) : &key;
    if (name != nullptr) {
      keys.push_back(escaped(*name));
    }
  }
  const std::vector<std::string_view> views(keys.begin(), keys.end());
  if (const std::string suggestion = scenario::suggestion(escaped(token), views);
      !suggestion.empty()) {
    return suggestion;
  }
  constexpr std::size_t kListed = 12;
  const bool cut = keys.size() > kListed;
  keys.resize(std::min(keys.size(), kListed));
  if (keys.empty()) {
    return parent.is_array() && !parent.empty()
               ? fmt::format("it has elements 0 to {}", parent.size() - 1)
               : std::string{"it is empty"};
  }
  return fmt::format("it has {}{}", fmt::join(keys, ", "), cut ? ", ..." : "");
}

Result<const Json*> step_into_list(const Json& list,
                                   const std::string& token,
                                   const std::string& where) {
  const Json* found = nullptr;
  for (const Json& element : list) {
    const std::string* name = name_of(element);
    if (name == nullptr || *name != token) {
      continue;
    }
    if (found != nullptr) {
      return fail(ErrorCode::invalid_input,
                  where,
                  fmt::format("several elements are called \"{}\"; give a position", token));
    }
    found = &element;
  }
  if (found != nullptr) {
    return found;
  }
  if (const auto position = position_of(token); position && *position < list.size()) {
    return &list[*position];
  }
  return fail(ErrorCode::invalid_input,
              where,
              fmt::format("no element \"{}\"; {}", token, alternatives(list, token)));
}

Result<const Json*> step_into(const Json& value,
                              const std::string& token,
                              const std::string& where) {
  if (value.is_array()) {
    return step_into_list(value, token, where);
  }
  if (!value.is_object()) {
    return fail(ErrorCode::invalid_input,
                where,
                fmt::format("{} is a plain value; nothing is below it", value.dump()));
  }
  const auto member = value.find(token);
  if (member == value.end()) {
    return fail(ErrorCode::invalid_input,
                where,
                fmt::format("no key \"{}\"; {}", token, alternatives(value, token)));
  }
  return &*member;
}

Result<const Json*> resolve(const Json& document, std::string_view pointer) {
  if (!pointer.empty() && !pointer.starts_with('/')) {
    return fail(ErrorCode::invalid_input, std::string{pointer}, "a JSON pointer begins with \"/\"");
  }
  const Json* value = &document;
  std::string where;
  for (const std::string& token : tokens_of(pointer)) {
    const Result<const Json*> next = step_into(*value, token, where);
    if (!next) {
      return next;
    }
    value = *next;
    where += "/" + escaped(token);
  }
  return value;
}

// Comparing.

/// The integer that a number or a "0x..." text means, with its sign apart.
struct Integer {
  bool negative{};
  std::uint64_t magnitude{};
};

std::optional<Integer> hexadecimal(const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  if (!text.starts_with("0x") || text.size() == 2) {
    return std::nullopt;
  }
  const auto [stop, error] = std::from_chars(text.data() + 2, end, value, 16);
  return error == std::errc{} && stop == end ? std::optional{Integer{false, value}} : std::nullopt;
}

std::optional<Integer> integer_of(const Json& value) {
  if (value.is_number_unsigned()) {
    return Integer{false, value.get<std::uint64_t>()};
  }
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    const auto bits = static_cast<std::uint64_t>(number);
    return number < 0 ? Integer{true, ~bits + 1} : Integer{false, bits};
  }
  return value.is_string() ? hexadecimal(value.get_ref<const std::string&>()) : std::nullopt;
}

std::optional<long double> number_of(const Json& value) {
  if (const auto integer = integer_of(value)) {
    const auto magnitude = static_cast<long double>(integer->magnitude);
    return integer->negative ? -magnitude : magnitude;
  }
  return value.is_number() ? std::optional{static_cast<long double>(value.get<double>())}
                           : std::nullopt;
}

/// Unordered when one of them is no number.
std::partial_ordering compare(const Json& a, const Json& b) {
  const auto left = integer_of(a);
  const auto right = integer_of(b);
  if (left && right && left->negative == right->negative) {
    return left->negative ? right->magnitude <=> left->magnitude
                          : left->magnitude <=> right->magnitude;
  }
  const auto x = number_of(a);
  const auto y = number_of(b);
  return x && y ? *x <=> *y : std::partial_ordering::unordered;
}

/// Keys of an object may come in any order.
bool same(const Json& got, const Json& want) {
  const bool a_number = got.is_number() || want.is_number();
  if (const auto order = compare(got, want);
      a_number && order != std::partial_ordering::unordered) {
    return order == std::partial_ordering::equivalent;
  }
  return nlohmann::json(got) == nlohmann::json(want);
}

bool within(const Json& got, const Json& want, double relative) {
  const auto found = number_of(got);
  const auto wanted = number_of(want);
  return found && wanted && std::fabs(*found - *wanted) <= relative * std::fabs(*wanted);
}

/// A value as a message shows it.
std::string excerpt(const Json& value) {
  constexpr std::size_t kLongest = 120;
  const std::string text = value.dump();
  return text.size() <= kLongest
             ? text
             : fmt::format("{} of {} elements", value.type_name(), value.size());
}

/// Why `got` does not satisfy the expectation; empty when it does.
std::string objection(const Expectation& expectation, const Json& got, const Json& want) {
  using enum Expectation::Op;
  if (expectation.op == equals) {
    return same(got, want) ? "" : fmt::format("want {}, got {}", excerpt(want), excerpt(got));
  }
  if (!got.is_number() || !number_of(want)) {
    return fmt::format("{} compares numbers, got {}", op_name(expectation.op), excerpt(got));
  }
  const std::partial_ordering order = compare(got, want);
  if (expectation.op == at_least && order < 0) {
    return fmt::format("want at least {}, got {}", excerpt(want), excerpt(got));
  }
  if (expectation.op == at_most && order > 0) {
    return fmt::format("want at most {}, got {}", excerpt(want), excerpt(got));
  }
  if (expectation.op == approx && !within(got, want, expectation.within)) {
    return fmt::format(
        "want {} within {} %, got {}", excerpt(want), expectation.within * 100, excerpt(got));
  }
  return {};
}

ExpectationOutcome evaluate_one(const Expectation& expectation, const Json& document) {
  ExpectationOutcome outcome;
  outcome.expectation = expectation;
  const Result<const Json*> found = resolve(document, expectation.that);
  if (!found) {
    const Error& error = found.error();
    outcome.problem =
        fmt::format("{}: {}", error.where.empty() ? "the result" : error.where, error.what);
    return outcome;
  }
  outcome.got_json = (*found)->dump();
  outcome.problem = objection(expectation, **found, Json::parse(expectation.want_json));
  outcome.ok = outcome.problem.empty();
  return outcome;
}

}  // namespace

std::vector<ExpectationOutcome> evaluate_json(std::span<const Expectation> expectations,
                                              const Json& document) {
  std::vector<ExpectationOutcome> outcomes;
  outcomes.reserve(expectations.size());
  for (const Expectation& expectation : expectations) {
    outcomes.push_back(evaluate_one(expectation, document));
  }
  return outcomes;
}

std::vector<ExpectationOutcome> evaluate(std::span<const Expectation> expectations,
                                         std::string_view document) {
  return expectations.empty() ? std::vector<ExpectationOutcome>{}
                              : evaluate_json(expectations, Json::parse(document));
}

}  // namespace pmusim::report
