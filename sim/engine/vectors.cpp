// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vectors.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/engine/vector_format.h"
#include "sim/engine/vector_run.h"
#include "sim/engine/vector_table.h"

namespace pmusim::engine {
namespace {

using Json = nlohmann::json;

/// The item depends on a reading that is neither the profile's nor the one in force.
bool is_skipped(const Json& item, const VectorOptions& options) {
  const Readings of_profile = readings_of(options.profile);
  const Json named = item.value("amb", Json::array());
  return std::any_of(
      reading_table().begin(), reading_table().end(), [&](const ReadingDesc& reading) {
        const bool differs = options.readings.*reading.flag != of_profile.*reading.flag;
        return differs && std::find(named.begin(), named.end(), reading.name) != named.end();
      });
}

std::optional<VectorFailure> run_item(const Json& item,
                                      const PmuConfig& config,
                                      bool manual,
                                      const VectorOptions& options) {
  if (item.contains("table")) {
    return run_table(item, config, manual);
  }
  for (const Cutting cutting : options.cuttings) {
    if (auto failure = run_vector(item, config, manual, cutting)) {
      failure->what += cutting == Cutting::cycles ? " [cut per cycle]" : " [whole chunks]";
      return failure;
    }
  }
  return std::nullopt;
}

void run_items(const std::string& file,
               const Json& document,
               const VectorOptions& options,
               VectorReport& report,
               std::string& place) {
  if (!document.is_object() || document.value("format", Json{}) != "pmuv3-vectors-1") {
    throw BadVector{"no object whose \"format\" is \"pmuv3-vectors-1\""};
  }
  std::vector<PmuConfig> configs;
  for (const Json& config : document.at("configs")) {
    place = fmt::format("configs[{}]", configs.size());
    configs.push_back(read_config(config, options.readings));
  }
  const bool manual = options.profile == PmuProfile::manual;
  for (const Json& item : document.at(document.contains("tables") ? "tables" : "vectors")) {
    place = item.at("id");
    if (is_skipped(item, options)) {
      ++report.skipped;
      continue;
    }
    auto failure = run_item(item, configs.at(item.at("cfg").get<std::size_t>()), manual, options);
    if (!failure) {
      ++report.passed;
      continue;
    }
    ++report.failed;
    failure->file = file;
    failure->id = place;
    report.failures.push_back(*std::move(failure));
  }
}

}  // namespace

Result<void> run_vectors(const std::string& file,
                         const VectorOptions& options,
                         VectorReport& report) {
  std::ifstream in{file};
  if (!in) {
    return fail(ErrorCode::io, file, "cannot be opened");
  }
  std::string place;
  const auto bad = [&](std::string_view what) {
    return fail(ErrorCode::invalid_input,
                place.empty() ? file : fmt::format("{}: {}", file, place),
                std::string{what},
                "the format is pmuv3-vectors-1");
  };
  try {
    run_items(file, Json::parse(in), options, report, place);
  } catch (const BadVector& error) {
    return bad(error.what);
  } catch (const std::exception& error) {  // nlohmann's and the standard library's conversions
    return bad(error.what());
  }
  return {};
}

}  // namespace pmusim::engine
