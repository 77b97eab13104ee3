// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/outputs.h"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/common/text.h"

namespace pmusim::cli {
namespace {

constexpr std::string_view kWindows = "windows.csv";
constexpr std::array kTables{"events.csv", "counters.csv", "interrupts.csv", "causes.csv"};

std::filesystem::path place_of(const std::string& file) {
  std::error_code error;
  const std::filesystem::path place =
      std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
  return error ? std::filesystem::path{file}.lexically_normal() : place;
}

struct Output {
  std::string what;  ///< for messages
  std::filesystem::path place;
};

std::vector<Output> outputs_of(const RunPlan& plan) {
  std::vector<Output> outputs;
  const auto add = [&](std::string what, const std::string& file) {
    outputs.push_back({std::move(what), place_of(file)});
  };
  for (const auto& [option, file] :
       {std::pair{"--html", plan.html_file},
        std::pair{"--perfetto", plan.perfetto_file},
        std::pair{"--vcd", plan.vcd ? std::optional{plan.vcd->file} : std::nullopt}}) {
    if (file) {
      add(option, *file);
    }
  }
  const auto add_in =
      [&](std::string_view option, const std::string& folder, std::string_view file) {
        add(fmt::format("the {} of {}", file, option), fmt::format("{}/{}", folder, file));
      };
  if (plan.out_folder) {
    add_in("--out", *plan.out_folder, "result.json");
    add_in("--out", *plan.out_folder, kWindows);
  }
  if (plan.csv_folder) {
    for (const char* table : kTables) {
      add_in("--csv", *plan.csv_folder, table);
    }
    if (!plan.out_folder || !is_same_place(*plan.out_folder, *plan.csv_folder)) {
      add_in("--csv", *plan.csv_folder, kWindows);
    }
  }
  return outputs;
}

}  // namespace

bool is_same_place(const std::string& a, const std::string& b) {
  // A folder may be written with a '/' at its end.
  return place_of(a + "/.") == place_of(b + "/.");
}

Result<void> check_outputs(const RunPlan& plan, const std::string& scenario) {
  std::map<std::filesystem::path, std::string> taken{{place_of(scenario), "the scenario"}};
  for (const Output& output : outputs_of(plan)) {
    const auto [first, is_new] = taken.emplace(output.place, output.what);
    if (!is_new) {
      return fail(ErrorCode::usage,
                  "run",
                  fmt::format("{} and {} name the same file, {}",
                              first->second,
                              output.what,
                              printable(output.place.string(), kLongestShownPath)),
                  "give each a file of its own");
    }
  }
  return {};
}

}  // namespace pmusim::cli
