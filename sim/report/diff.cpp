// SPDX-License-Identifier: Apache-2.0
#include "sim/report/diff.h"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/report/json_pointer.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeepest = 64;

/// Refuses what a reader would not expect to be legal, while the text is parsed.
class StrictReading {
 public:
  /// @see nlohmann::basic_json::parser_callback_t
  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    const bool starts =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (starts && depth >= kDeepest) {
      throw std::runtime_error{fmt::format("nested deeper than {} levels", kDeepest)};
    }
    if (event == Json::parse_event_t::object_start) {
      keys_.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      keys_.pop_back();
    } else if (event == Json::parse_event_t::key) {
      const auto& key = value.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second) {
        throw std::runtime_error{fmt::format("key \"{}\" stands twice in one object", key)};
      }
    }
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;
};

Result<Json> parse(const NamedText& source) {
  StrictReading strict;
  try {
    return Json::parse(source.text, std::ref(strict));
  } catch (const std::exception& error) {
    return fail(ErrorCode::invalid_input,
                source.name,
                fmt::format("not a result document: {}", error.what()));
  }
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
