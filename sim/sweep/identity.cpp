// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/identity.h"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/scenario/json_writer.h"

namespace pmusim::sweep {
namespace {

constexpr int kFormat = 1;

/// The keys of an identity and what messages call them.
constexpr std::array<std::pair<const char*, const char*>, 7> kKeys{{
    {"pmusim_sweep", "the format of the journal"},
    {"version", "the version of pmusim"},
    {"scenario", "the scenario"},
    {"content", "the content of the scenario or of a recording"},
    {"set", "--set or --seed"},
    {"parameters", "--param"},
    {"measures", "--measure"},
}};

}  // namespace

std::uint64_t hash_of(std::string_view bytes, std::uint64_t before) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  for (const char byte : bytes) {
    before = (before ^ static_cast<unsigned char>(byte)) * kPrime;
  }
  return before;
}

std::string parameters_json(const std::vector<Parameter>& parameters) {
  scenario::JsonWriter out;
  out.begin_list();
  for (const Parameter& parameter : parameters) {
    out.begin_object();
    out.key("pointer");
    out.text(parameter.pointer);
    out.key("values");
    out.begin_list();
    for (std::size_t i = 0; i < parameter.values.size(); ++i) {
      out.raw(parameter.values[i]);
    }
    out.end_list();
    out.end_object();
  }
  out.end_list();
  return out.take();
}

std::string to_json(const Identity& identity) {
  scenario::JsonWriter out;
  out.begin_object();
  out.key("pmusim_sweep");
  out.integer(kFormat);
  out.key("version");
  out.text(identity.version);
  out.key("scenario");
  out.text(identity.scenario);
  out.key("content");
  out.text(fmt::format("{:016x}", identity.content));
  out.key("set");
  out.begin_list();
  for (const scenario::Override& override : identity.overrides) {
    out.text(override.pointer + "=" + override.value);
  }
  out.end_list();
  out.key("parameters");
  out.raw(identity.parameters);
  out.key("measures");
  out.begin_list();
  for (const std::string& measure : identity.measures) {
    out.text(measure);
  }
  out.end_list();
  out.end_object();
  return out.take();
}

std::string difference(std::string_view found, std::string_view wanted) {
  const auto a = nlohmann::json::parse(found, nullptr, false);
  const auto b = nlohmann::json::parse(wanted, nullptr, false);
  for (const auto& [key, meaning] : kKeys) {
    if (!a.is_object() || !b.is_object() || !a.contains(key) || !b.contains(key) ||
        a[key] != b[key]) {
      return fmt::format("{} differs", meaning);
    }
  }
  return {};
}

}  // namespace pmusim::sweep
