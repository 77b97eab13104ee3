// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vector_format.h"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pmusim::engine {
namespace {

using Json = nlohmann::json;

PmuVersion version_called(const std::string& name) {
  static const std::map<std::string, PmuVersion> kVersions{{"p1", PmuVersion::p1},
                                                           {"p4", PmuVersion::p4},
                                                           {"p5", PmuVersion::p5},
                                                           {"p7", PmuVersion::p7},
                                                           {"p8", PmuVersion::p8},
                                                           {"p9", PmuVersion::p9}};
  const auto found = kVersions.find(name);
  if (found == kVersions.end()) {
    throw BadVector{fmt::format("unknown PMU version \"{}\"", name)};
  }
  return found->second;
}

SecurityState security_called(const std::string& name) {
  if (name == "NS") {
    return SecurityState::non_secure;
  }
  if (name == "S") {
    return SecurityState::secure;
  }
  if (name == "RL") {
    return SecurityState::realm;
  }
  if (name == "RT") {
    return SecurityState::root;
  }
  throw BadVector{fmt::format("unknown security state \"{}\"", name)};
}

}  // namespace

std::uint64_t from_hex(const Json& value) {
  return std::stoull(value.get<std::string>(), nullptr, 16);
}

std::string to_hex(std::uint64_t value) {
  return fmt::format("{:#x}", value);
}

PmuRegister register_called(const std::string& name) {
  const auto reg = find_register(name);
  if (!reg) {
    throw BadVector{fmt::format("unknown register \"{}\"", name)};
  }
  return *reg;
}

PmuConfig read_config(const Json& json, const Readings& readings) {
  const auto flag = [&](const char* key) { return json.at(key).get<int>() != 0; };
  PmuConfig config;
  config.version = version_called(json.at("pmu"));
  config.event_counters = json.at("n").get<unsigned>();
  config.el2 = flag("el2");
  config.el3 = flag("el3");
  config.secure_el2 = flag("sel2");
  config.rme = flag("rme");
  config.threshold_bits = flag("th") ? 12 : 0;
  config.edge = flag("edge");
  config.instruction_counter = flag("icntr");
  config.hpmn0 = flag("hpmn0");
  config.aarch32 = flag("aa32");
  config.readings = readings;
  if (config.event_counters > kMaxEventCounters) {
    throw BadVector{fmt::format("{} event counters", config.event_counters)};
  }
  return config;
}

ExecutionContext read_context(const Json& json, std::size_t first) {
  const auto level = json.at(first).get<unsigned>();
  if (level > 3) {
    throw BadVector{fmt::format("Exception level {}", level)};
  }
  return {.level = static_cast<ExceptionLevel>(level),
          .security = security_called(json.at(first + 1)),
          .secure_el2_enabled = json.at(first + 2).get<int>() != 0,
          .tge = json.size() > first + 3 && json.at(first + 3).get<int>() != 0};
}

}  // namespace pmusim::engine
