// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "sim/scenario/input_file.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/read_scenario.h"

namespace pmusim::scenario::test {

/// A whole scenario around `parts`, which are further keys; each begins with a comma.
inline std::string scenario_with(const std::string& parts,
                                 const std::string& run = R"([{"cycles": 10}])") {
  return R"({"format": 1, "name": "x", "tasks": [{"name": "app", "run": )" + run + "}]" + parts +
         "}";
}

inline Checked<Scenario> read(const std::string& text, std::span<const Override> overrides = {}) {
  return read_scenario_text(text, "test.json", overrides);
}

/// The problems as lines; empty when the text is a scenario.
inline std::vector<std::string> problems(const std::string& text,
                                         std::span<const Override> overrides = {}) {
  std::vector<std::string> lines;
  const auto scenario = read(text, overrides);
  for (const Error& problem : scenario ? std::vector<Error>{} : scenario.error().listed()) {
    lines.push_back(to_text(problem));
  }
  return lines;
}

/// True when one of the problems holds `part`.
inline bool complains(const std::string& text, const std::string& part) {
  const std::vector<std::string> lines = problems(text);
  return std::ranges::any_of(
      lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

inline std::string content_of(const std::string& path) {
  return read_regular_file(path, JsonLimits::kBytes).value_or(std::string{});
}

}  // namespace pmusim::scenario::test
