// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/parameter.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "sim/scenario/json_document.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::sweep {
namespace {

using scenario::JsonKind;
using scenario::printable;

constexpr std::string_view kForms = "expected a:b:step, a:b*factor or a,b,c";

/// What messages need to know: the option as the user wrote it.
struct Source {
  std::string option;

  [[nodiscard]] tl::unexpected<Error> refuse(std::string what, std::string hint = {}) const {
    return fail(ErrorCode::usage, option, std::move(what), std::move(hint));
  }
};

Result<std::int64_t> whole_number(std::string_view text, const Source& source) {
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && stop == text.data() + text.size()) {
    return value;
  }
  return source.refuse(
      fmt::format(
          "\"{}\" is not a whole number from {} to {}", printable(text), INT64_MIN, INT64_MAX),
      "other values can be listed: a,b,c; a text with a colon stands in quotes");
}

tl::unexpected<Error> too_many(const Source& source) {
  return source.refuse(fmt::format("more than {} values", kMostPoints), "take a larger step");
}

Result<ParameterValues> linear(std::int64_t first,
                               std::int64_t last,
                               std::int64_t step,
                               const Source& source) {
  if (step <= 0) {
    return source.refuse(fmt::format("the step is {}", step), "expected a step of 1 or more");
  }
  // In unsigned arithmetic, since the distance of two numbers may not fit a signed one.
  const std::uint64_t distance =
      static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  const std::uint64_t steps = distance / static_cast<std::uint64_t>(step);
  if (steps >= kMostPoints) {
    return too_many(source);
  }
  return ParameterValues{first, step, steps + 1};
}

Result<ParameterValues> geometric(std::int64_t first,
                                  std::int64_t last,
                                  std::int64_t factor,
                                  const Source& source) {
  if (factor <= 1) {
    return source.refuse(fmt::format("the factor is {}", factor), "expected a factor of 2 or more");
  }
  if (first < 1) {
    return source.refuse(fmt::format("a range with a factor cannot start at {}", first),
                         "expected a start of 1 or more");
  }
  std::vector<std::string> values{std::to_string(first)};
  while (first <= last / factor) {
    first *= factor;
    values.push_back(std::to_string(first));
  }
  return ParameterValues{std::move(values)};
}

/// "a:b:step" or "a:b*factor".
Result<Parameter> range(std::string pointer, std::string_view text, const Source& source) {
  const std::size_t colon = text.find(':');
  const std::string_view rest = text.substr(colon + 1);
  const std::size_t mark = rest.find_first_of(":*");
  if (mark == std::string_view::npos) {
    return source.refuse("the range has no step", std::string{kForms});
  }
  const auto first = whole_number(text.substr(0, colon), source);
  const auto last = whole_number(rest.substr(0, mark), source);
  const auto by = whole_number(rest.substr(mark + 1), source);
  for (const auto* number : {&first, &last, &by}) {
    if (!*number) {
      return tl::unexpected{number->error()};
    }
  }
  if (*last < *first) {
    return source.refuse(fmt::format("the range is empty: {} is less than {}", *last, *first),
                         "put the lower end first");
  }
  const bool is_linear = rest[mark] == ':';
  auto values =
      is_linear ? linear(*first, *last, *by, source) : geometric(*first, *last, *by, source);
  if (!values) {
    return tl::unexpected{values.error()};
  }
  return Parameter{
      std::move(pointer), is_linear ? Spacing::linear : Spacing::geometric, std::move(*values)};
}

/// Where the first comma or colon outside quotes stands.
std::size_t find_outside_quotes(std::string_view text, char wanted) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == wanted) {
      return i;
    }
  }
  return std::string_view::npos;
}

/// A value in two forms.
struct Value {
  std::string json;
  std::string identity;  ///< equal for equal values: 1 and 1.0
};

std::string identity_of(const scenario::JsonNode& node, const std::string& json) {
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  if (node.kind == JsonKind::real && std::trunc(node.real) == node.real &&
      std::fabs(node.real) <= kExactIntegers) {
    return std::to_string(static_cast<std::int64_t>(node.real));
  }
  return node.kind == JsonKind::real ? fmt::format("{}", node.real) : json;
}

/// A value as `--set` takes it: JSON, or plain text when it is not JSON.
Result<Value> value_of(std::string_view text, const Source& source) {
  if (text.empty()) {
    return source.refuse("an empty value", "write \"\" for an empty text");
  }
  constexpr std::string_view kMeantAsJson = "{[\"";
  scenario::JsonDocument document;
  scenario::Problems problems;
  const auto parse = [&](std::string json) {
    return document.parse(std::move(json), source.option, false, 2, problems);
  };
  scenario::NodeId node = parse(std::string{text});
  if (node == scenario::kNoNode && kMeantAsJson.find(text.front()) == std::string_view::npos) {
    problems = {};
    scenario::JsonWriter quoted;
    quoted.text(text);
    node = parse(quoted.take());
  }
  const bool is_compound = text.front() == '{' || text.front() == '[';
  if (is_compound) {
    return source.refuse(fmt::format("\"{}\" is no plain value", printable(text)),
                         "expected numbers and texts");
  }
  if (node == scenario::kNoNode) {
    return source.refuse(problems.listed().front().what, problems.listed().front().hint);
  }
  std::string json = document.to_json(node);
  std::string identity = identity_of(document[node], json);
  return Value{std::move(json), std::move(identity)};
}

Result<Parameter> list(std::string pointer, std::string_view text, const Source& source) {
  std::vector<std::string> values;
  std::unordered_set<std::string> seen;
  while (true) {
    const std::size_t comma = find_outside_quotes(text, ',');
    const Result<Value> value = value_of(text.substr(0, comma), source);
    if (!value) {
      return tl::unexpected{value.error()};
    }
    if (!seen.insert(value->identity).second) {
      return source.refuse(fmt::format("the value {} is given twice", printable(value->json)));
    }
    values.push_back(value->json);
    if (values.size() > kMostPoints) {
      return too_many(source);
    }
    if (comma == std::string_view::npos) {
      return Parameter{std::move(pointer), Spacing::listed, ParameterValues{std::move(values)}};
    }
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string ParameterValues::operator[](std::size_t index) const {
  if (!listed_.empty()) {
    return listed_[index];
  }
  // In unsigned arithmetic, since a part of the way may not fit a signed number.
  const std::uint64_t value =
      static_cast<std::uint64_t>(first_) + std::uint64_t{index} * static_cast<std::uint64_t>(step_);
  return std::to_string(static_cast<std::int64_t>(value));
}

Result<Parameter> parse_parameter(std::string_view argument) {
  const Source source{"--param " + printable(argument)};
  const std::size_t equals = argument.find('=');
  if (!argument.starts_with('/') || equals == std::string_view::npos) {
    return source.refuse("expected /json/pointer=RANGE", "for example --param /seed=1:10:1");
  }
  std::string pointer{argument.substr(0, equals)};
  const std::string_view text = argument.substr(equals + 1);
  if (text.empty()) {
    return source.refuse("the range is empty", std::string{kForms});
  }
  const bool is_list = find_outside_quotes(text, ',') != std::string_view::npos;
  const bool is_range = !is_list && find_outside_quotes(text, ':') != std::string_view::npos;
  return is_range ? range(std::move(pointer), text, source)
                  : list(std::move(pointer), text, source);
}

}  // namespace pmusim::sweep
