// SPDX-License-Identifier: Apache-2.0
//
// The shipped scenarios show the whole truth table: every row, that is every choice of exclude bits
// in every context, with and without VHE.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/scenario/exclude_bits.h"
#include "sim/scenario/read_scenario.h"
#include "userspace_model/stat/event_parser.h"

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

/// VHE, exclude_host, exclude_guest.
using Family = std::tuple<bool, bool, bool>;

struct Row {
  Family family;
  std::string choice;
  std::string context;
};

/// What of user, kernel and hypervisor an event excludes.
std::string choice_of(bool user, bool kernel, bool hv) {
  return std::string{user ? "user " : ""} + (kernel ? "kernel " : "") + (hv ? "hv" : "");
}

std::vector<Row> table() {
  std::ifstream file{PMUSIM_TEST_DATA "/guest_truth.json"};
  REQUIRE(file);
  std::vector<Row> rows;
  const auto document = nlohmann::json::parse(file);
  for (const auto& row : document.at("rows")) {
    const auto bit = [&](const char* name) { return row.at("attrs").at(name).get<bool>(); };
    rows.push_back({{row.at("vhe").get<bool>(), bit("exclude_host"), bit("exclude_guest")},
                    choice_of(bit("exclude_user"), bit("exclude_kernel"), bit("exclude_hv")),
                    row.at("context").get<std::string>()});
  }
  return rows;
}

std::string file_of(const Family& family) {
  static const std::map<std::pair<bool, bool>, const char*> kExcluded{
      {{false, false}, "none"},
      {{false, true}, "exclude_guest"},
      {{true, false}, "exclude_host"},
      {{true, true}, "exclude_both"}};
  const auto [vhe, host, guest] = family;
  return std::string{vhe ? "vhe" : "nvhe"} + "_family_" + kExcluded.at({host, guest}) + ".json";
}

Scenario read_family(const std::string& file) {
  const auto scenario = read_scenario_file(std::string{PMUSIM_SOURCE_DIR} + "/configs/" + file);
  CAPTURE(file);
  REQUIRE(scenario);
  return *scenario;
}

/// Of the events whose counts the scenario expects.
std::set<std::pair<Family, std::string>> checked_choices(const Scenario& s) {
  std::set<std::pair<Family, std::string>> choices;
  for (const PerfEventSpec& event : s.perf.at(0).events) {
    const auto parsed = userspace::parse_event(event.event);
    REQUIRE(parsed);
    const abi::PerfEventAttr attr = excluding(parsed->attr, event.exclude);
    const bool is_checked = std::ranges::any_of(s.expect, [&](const Expectation& expectation) {
      return expectation.that == "/events/" + event.name + "/count";
    });
    if (is_checked) {
      choices.insert({{s.vhe, attr.exclude_host, attr.exclude_guest},
                      choice_of(attr.exclude_user, attr.exclude_kernel, attr.exclude_hv)});
    }
  }
  return choices;
}

/// Whether the vCPU's program leads through a context of the table. A guest that is entered and
/// left leads through those of the host kernel and of the world switch.
bool leads_through(const Scenario& s, const std::string& context) {
  const auto has = [&](auto&& is) {
    return std::ranges::any_of(s.guests.at(0).vcpus.at(0).body, is);
  };
  const auto runs_at = [](ExceptionLevel level) {
    return [level](const Item& item) {
      const auto* run = std::get_if<RunItem>(&item.what);
      return run != nullptr && run->context.level == level;
    };
  };
  if (context == "guest_el0" || context == "guest_el1") {
    return has(runs_at(context == "guest_el0" ? ExceptionLevel::el0 : ExceptionLevel::el1));
  }
  if (context == "host_el0") {
    return has([](const Item& item) { return std::holds_alternative<MonitorItem>(item.what); });
  }
  if (context == "hyp_el2_fixup_exit") {
    return has([](const Item& item) {
      const auto* exit = std::get_if<ExitItem>(&item.what);
      return exit != nullptr && exit->kind == ExitItem::Kind::fixup;
    });
  }
  return context.starts_with(s.vhe ? "host_kernel_el2" : "host_kernel_el1") ||
         (!s.vhe && context.starts_with("hyp_el2_"));
}

}  // namespace

TEST_CASE("every row of the guest's truth table is in a shipped scenario", "[guest][shipped]") {
  const std::vector<Row> rows = table();
  REQUIRE(rows.size() == 448);
  std::map<Family, Scenario> scenarios;
  for (const Row& row : rows) {
    if (!scenarios.contains(row.family)) {
      scenarios.emplace(row.family, read_family(file_of(row.family)));
    }
    const Scenario& s = scenarios.at(row.family);
    CAPTURE(file_of(row.family), row.context, row.choice);
    CHECK(checked_choices(s).contains({row.family, row.choice}));
    CHECK(leads_through(s, row.context));
  }
  CHECK(scenarios.size() == 8);
}

TEST_CASE("no other file calls itself a row family", "[guest][shipped]") {
  std::set<std::string> named;
  for (const Row& row : table()) {
    named.insert(file_of(row.family));
  }
  for (const auto& entry : std::filesystem::directory_iterator{PMUSIM_SOURCE_DIR "/configs"}) {
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    CHECK((name.find("_family_") == std::string::npos || named.contains(name)));
  }
}
