// SPDX-License-Identifier: Apache-2.0
#include "sim/report/diff.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/report/json_pointer.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeepest = int{scenario::JsonLimits::kDepth};

/// Ends the parsing of a text that a reader would not expect to be legal.
struct NotStrict {};

/// Refuses deep nesting and duplicate keys while the text is parsed.
class StrictReading {
 public:
  /// @see nlohmann::basic_json::parser_callback_t
  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    const bool starts =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (starts && depth >= kDeepest) {
      throw NotStrict{};
    }
    if (event == Json::parse_event_t::object_start) {
      keys_.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      keys_.pop_back();
    } else if (event == Json::parse_event_t::key &&
               !keys_.back().insert(value.get_ref<const std::string&>()).second) {
      throw NotStrict{};
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;
};

std::optional<Json> parse_strictly(const std::string& text) {
  if (text.find('\0') != std::string::npos) {  // the library would take it for the end
    return std::nullopt;
  }
  StrictReading strict;
  try {
    return Json::parse(text, std::ref(strict));
  } catch (const NotStrict&) {
    return std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

/// What the reader of scenarios says about a text that is no strict JSON: it knows the place. Its
/// tree takes much memory for a large document, so it is asked in this case alone.
Error problem_of(const NamedText& source) {
  constexpr std::size_t kMostValues = 50 * scenario::JsonLimits::kNodes;
  scenario::JsonDocument document;
  scenario::Problems problems;
  document.parse(
      source.text, source.name, true, scenario::JsonLimits::kDepth, problems, kMostValues);
  if (problems.empty()) {
    return {ErrorCode::invalid_input, source.name, "no JSON that can be compared", {}};
  }
  return problems.listed().front();
}

Result<Json> parse(const NamedText& source) {
  std::optional<Json> json = parse_strictly(source.text);
  if (!json) {
    return tl::unexpected{problem_of(source)};
  }
  return *std::move(json);
}

/// The names of all elements in order; empty when one has none or two are equal.
std::vector<std::string> names_of(const Json& list) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Json& element : list) {
    if (!element.is_object() || !element.contains("name") || !element["name"].is_string()) {
      return {};
    }
    names.push_back(element["name"].get<std::string>());
    if (!seen.insert(names.back()).second) {
      return {};
    }
  }
  return names;
}

class Comparison {
 public:
  void compare(const Json& a, const Json& b, const std::string& pointer) {
    if (a.is_object() && b.is_object()) {
      compare_objects(a, b, pointer);
    } else if (a.is_array() && b.is_array()) {
      compare_lists(a, b, pointer);
    } else if (a != b) {
      differences_.push_back({pointer, a.dump(), b.dump()});
    }
  }

  std::vector<Difference> take() { return std::move(differences_); }

 private:
  void only_in_a(const Json& value, const std::string& pointer) {
    differences_.push_back({pointer, value.dump(), {}});
  }

  void only_in_b(const Json& value, const std::string& pointer) {
    differences_.push_back({pointer, {}, value.dump()});
  }

  void compare_objects(const Json& a, const Json& b, const std::string& pointer) {
    for (const auto& [key, value] : a.items()) {
      const std::string below = pointer + "/" + escaped(key);
      const auto other = b.find(key);
      other != b.end() ? compare(value, *other, below) : only_in_a(value, below);
    }
    for (const auto& [key, value] : b.items()) {
      if (!a.contains(key)) {
        only_in_b(value, pointer + "/" + escaped(key));
      }
    }
  }

  void compare_lists(const Json& a, const Json& b, const std::string& pointer) {
    const std::vector<std::string> names_a = names_of(a);
    const std::vector<std::string> names_b = names_of(b);
    if (!names_a.empty() && !names_b.empty()) {
      compare_objects(keyed(a, names_a), keyed(b, names_b), pointer);
      return;
    }
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const std::string below = fmt::format("{}/{}", pointer, i);
      if (i < a.size() && i < b.size()) {
        compare(a[i], b[i], below);
      } else {
        i < a.size() ? only_in_a(a[i], below) : only_in_b(b[i], below);
      }
    }
  }

  /// The list as an object with its names as keys.
  static Json keyed(const Json& list, const std::vector<std::string>& names) {
    Json object = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) {
      object[names[i]] = list[i];
    }
    return object;
  }

  std::vector<Difference> differences_;
};

}  // namespace

Result<std::vector<Difference>> compare_documents(const NamedText& a, const NamedText& b) {
  const Result<Json> left = parse(a);
  if (!left) {
    return tl::unexpected{left.error()};
  }
  const Result<Json> right = parse(b);
  if (!right) {
    return tl::unexpected{right.error()};
  }
  Comparison comparison;
  comparison.compare(*left, *right, "");
  return comparison.take();
}

std::string difference_lines(const std::vector<Difference>& differences) {
  std::string lines;
  for (const Difference& difference : differences) {
    lines += fmt::format("{}: {} | {}\n",
                         difference.pointer.empty() ? "/" : difference.pointer,
                         difference.a.empty() ? "(absent)" : difference.a,
                         difference.b.empty() ? "(absent)" : difference.b);
  }
  return lines;
}

std::string difference_document(const std::vector<Difference>& differences) {
  Json list = Json::array();
  for (const Difference& difference : differences) {
    Json& row = list.emplace_back(Json{{"pointer", difference.pointer}});
    if (!difference.a.empty()) {
      row["a"] = Json::parse(difference.a);
    }
    if (!difference.b.empty()) {
      row["b"] = Json::parse(difference.b);
    }
  }
  return scenario::pretty_json(Json{{"differences", std::move(list)}}.dump());
}

}  // namespace pmusim::report
