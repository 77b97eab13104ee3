// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/documents.h"

#include <map>
#include <span>

#include <nlohmann/json.hpp>

#include "sim/scenario/json_writer.h"

namespace pmusim::sweep {
namespace {

using scenario::JsonWriter;

constexpr std::string_view kNothing = "null";

/// The values of a result in the order of the columns; those it has not are null.
std::vector<std::string> in_columns(const PointResult& result,
                                    const std::vector<std::string>& measures) {
  std::map<std::string_view, std::string_view> found;
  for (const Value& value : result.values) {
    found.emplace(value.measure, value.json);
  }
  std::vector<std::string> columns;
  columns.reserve(measures.size());
  for (const std::string& measure : measures) {
    const auto value = found.find(measure);
    columns.emplace_back(value == found.end() ? kNothing : value->second);
  }
  return columns;
}

std::string field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string{text};
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

/// A plain JSON value as a spreadsheet takes it: a text without its quotes.
std::string field_of_json(std::string_view json) {
  if (json == kNothing) {
    return {};
  }
  return json.starts_with('"') ? field(nlohmann::json::parse(json).get<std::string>())
                               : field(json);
}

std::string heading(const Grid& grid, const std::vector<std::string>& measures) {
  std::string line = "point";
  for (const Parameter& parameter : grid.parameters()) {
    line += "," + field(parameter.pointer);
  }
  line += ",expectations";
  for (const std::string& measure : measures) {
    line += "," + field(measure);
  }
  return line + ",problem\n";
}

std::string row(const Grid& grid,
                const PointResult& result,
                const std::vector<std::string>& measures) {
  std::string line = std::to_string(result.point);
  const std::vector<std::size_t> places = grid.coordinates(result.point);
  for (std::size_t i = 0; i < places.size(); ++i) {
    line += "," + field_of_json(grid.parameters()[i].values[places[i]]);
  }
  line += ",";
  line +=
      has_run(result.status) || result.status == PointStatus::broken ? name_of(result.status) : "";
  for (const std::string& value : in_columns(result, measures)) {
    line += "," + field_of_json(value);
  }
  return line + "," + field(result.problem) + "\n";
}

void texts(JsonWriter& out, std::string_view key, const std::vector<std::string>& list) {
  out.key(key);
  out.begin_list();
  for (const std::string& text : list) {
    out.text(text);
  }
  out.end_list();
}

void values(JsonWriter& out, std::string_view key, std::span<const std::string> list) {
  out.key(key);
  out.begin_list();
  for (const std::string& json : list) {
    out.raw(json);
  }
  out.end_list();
}

std::string point_object(const Grid& grid,
                         const PointResult& result,
                         const std::vector<std::string>& measures) {
  const std::vector<std::size_t> places = grid.coordinates(result.point);
  std::vector<std::string> parameters;
  parameters.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    parameters.push_back(grid.parameters()[i].values[places[i]]);
  }
  JsonWriter out;
  out.begin_object();
  out.key("point");
  out.integer(result.point);
  values(out, "parameters", parameters);
  out.key("status");
  out.text(name_of(result.status));
  values(out, "values", in_columns(result, measures));
  if (!result.problem.empty()) {
    out.key("problem");
    out.text(result.problem);
  }
  out.end_object();
  return out.take();
}

/// Everything but the points.
std::string preamble(const Identity& identity,
                     const Results& results,
                     const std::vector<std::string>& measures) {
  std::vector<std::string> set;
  set.reserve(identity.overrides.size());
  for (const scenario::Override& override : identity.overrides) {
    set.push_back(override.pointer + "=" + override.value);
  }
  JsonWriter out;
  out.begin_object();
  out.key("scenario");
  out.text(identity.scenario);
  out.key("complete");
  out.boolean(results.complete());
  texts(out, "set", set);
  out.key("parameters");
  out.raw(identity.parameters);
  texts(out, "measures", measures);
  out.key("points");
  out.raw("[");
  return out.take();
}

}  // namespace

std::string csv_document(const Grid& grid, const Results& results) {
  const std::vector<std::string> measures = results.measures();
  std::string csv = heading(grid, measures);
  for (std::size_t point = 0; point < results.points(); ++point) {
    if (results.has(point)) {
      csv += row(grid, results.at(point), measures);
    }
  }
  return csv;
}

std::string json_document(const Identity& identity, const Grid& grid, const Results& results) {
  const std::vector<std::string> measures = results.measures();
  std::string json = preamble(identity, results, measures);
  const char* separator = "\n";
  for (std::size_t point = 0; point < results.points(); ++point) {
    if (results.has(point)) {
      json += separator + point_object(grid, results.at(point), measures);
      separator = ",\n";
    }
  }
  return json + "\n]}\n";
}

}  // namespace pmusim::sweep
