// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/journal_lines.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/scenario/json_writer.h"
#include "sim/sweep/identity.h"

namespace pmusim::sweep {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kCheckDigits = 16;

std::string check_of(std::string_view json) {
  return fmt::format("{:016x}", hash_of(json));
}

constexpr std::array kStatuses{PointStatus::ok,
                               PointStatus::failed,
                               PointStatus::unchecked,
                               PointStatus::broken,
                               PointStatus::invalid,
                               PointStatus::io,
                               PointStatus::fault};

std::optional<PointStatus> status_called(const Json& name) {
  for (const PointStatus status : kStatuses) {
    if (name.is_string() && name.get_ref<const std::string&>() == name_of(status)) {
      return status;
    }
  }
  return std::nullopt;
}

std::optional<std::vector<std::string>> texts_of(const Json& list) {
  if (!list.is_array() ||
      !std::ranges::all_of(list, [](const Json& element) { return element.is_string(); })) {
    return std::nullopt;
  }
  return list.get<std::vector<std::string>>();
}

std::optional<ParsedLine> parse_point(const Json& json) {
  ParsedLine line;
  const auto status = status_called(json.value("status", Json()));
  const Json point = json.value("point", Json());
  const Json list = json.value("list", Json());
  const Json values = json.value("values", Json());
  const Json problem = json.value("problem", Json(""));
  if (!status || !point.is_number_unsigned() || !list.is_number_unsigned() || !values.is_array() ||
      !problem.is_string()) {
    return std::nullopt;
  }
  line.result = {point.get<std::size_t>(), *status, {}, problem.get<std::string>()};
  line.list = list.get<std::size_t>();
  for (const Json& value : values) {
    line.result.values.push_back({"", value.dump()});
  }
  return line;
}

}  // namespace

std::string journal_line(std::string_view json) {
  return fmt::format("{} {}\n", check_of(json), json);
}

std::optional<std::string_view> first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos || end < kCheckDigits + 1) {
    return std::nullopt;
  }
  const std::string_view json = text.substr(kCheckDigits + 1, end - kCheckDigits - 1);
  const bool good = text.substr(0, kCheckDigits) == check_of(json) && text[kCheckDigits] == ' ';
  return good ? std::optional{json} : std::nullopt;
}

std::size_t line_length(std::string_view json) {
  return kCheckDigits + 1 + json.size() + 1;
}

std::string measures_json(const std::vector<std::string>& measures) {
  scenario::JsonWriter out;
  out.begin_object();
  out.key("measures");
  out.begin_list();
  for (const std::string& measure : measures) {
    out.text(measure);
  }
  out.end_list();
  out.end_object();
  return out.take();
}

std::string point_json(const PointResult& result, std::size_t list) {
  scenario::JsonWriter out;
  out.begin_object();
  out.key("point");
  out.integer(result.point);
  out.key("status");
  out.text(name_of(result.status));
  out.key("list");
  out.integer(list);
  out.key("values");
  out.begin_list();
  for (const Value& value : result.values) {
    out.raw(value.json);
  }
  out.end_list();
  if (!result.problem.empty()) {
    out.key("problem");
    out.text(result.problem);
  }
  out.end_object();
  return out.take();
}

std::optional<ParsedLine> parse_line(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    return std::nullopt;
  }
  if (!json.contains("measures")) {
    return parse_point(json);
  }
  ParsedLine line;
  line.measures = texts_of(json["measures"]);
  return line.measures ? std::optional{std::move(line)} : std::nullopt;
}

}  // namespace pmusim::sweep
