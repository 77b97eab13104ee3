// SPDX-License-Identifier: Apache-2.0
//
// Every row of the guest's truth table, through perf_event_open, the driver and a guest.
#include <fstream>
#include <functional>
#include <iostream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/scenario/guest/guest_machine.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

unsigned index_of(const nlohmann::json& attrs) {
  const auto bit = [&](const char* name, unsigned position) {
    return attrs.at(name).get<bool>() ? 1U << position : 0U;
  };
  return bit("exclude_user", 0) | bit("exclude_kernel", 1) | bit("exclude_hv", 2) |
         bit("exclude_guest", 3) | bit("exclude_host", 4);
}

/// The table's rows for a host with or without VHE.
TruthRows table(bool vhe) {
  std::ifstream file{PMUSIM_TEST_DATA "/guest_truth.json"};
  REQUIRE(file);
  const nlohmann::json document = nlohmann::json::parse(file);
  TruthRows rows;
  for (const auto& row : document.at("rows")) {
    if (row.at("vhe").get<bool>() == vhe) {
      rows[{index_of(row.at("attrs")), row.at("context").get<std::string>()}] =
          row.at("counted").get<bool>();
    }
  }
  return rows;
}

std::size_t differences(const TruthRows& wanted, const MeasuredRows& measured) {
  std::size_t differ = measured.oddities.size();
  for (const auto& [row, counted] : wanted) {
    const auto found = measured.rows.find(row);
    differ += found == measured.rows.end() || found->second != counted ? 1U : 0U;
  }
  return differ;
}

std::size_t differences_with(const engine::RunOptions& options) {
  return differences(table(false), measure(false, options)) +
         differences(table(true), measure(true, options));
}

}  // namespace

TEST_CASE("every row of the guest's truth table holds without VHE", "[guest][systemc]") {
  const TruthRows wanted = table(false);
  REQUIRE(wanted.size() == 288);
  const MeasuredRows measured = measure(false, {});
  CHECK(measured.oddities.empty());
  for (const auto& [row, counted] : wanted) {
    CAPTURE(row.first, row.second);
    CHECK(measured.rows.at(row) == counted);
  }
}

TEST_CASE("every row of the guest's truth table holds with VHE", "[guest][systemc]") {
  const TruthRows wanted = table(true);
  REQUIRE(wanted.size() == 160);
  const MeasuredRows measured = measure(true, {});
  CHECK(measured.oddities.empty());
  for (const auto& [row, counted] : wanted) {
    CAPTURE(row.first, row.second);
    CHECK(measured.rows.at(row) == counted);
  }
}

namespace {

struct DriverMutation {
  const char* name;
  bool kernel::RuleMutations::* rule;
};

struct SwitchMutation {
  const char* name;
  bool kernel::KvmMutations::* rule;
};

}  // namespace

TEST_CASE("each broken rule of the driver turns a row of the truth table red",
          "[guest][mutation][systemc]") {
  using M = kernel::RuleMutations;
  const auto mutation = GENERATE(values<DriverMutation>({
      {"ignore_exclude_user", &M::ignore_exclude_user},
      {"ignore_exclude_kernel", &M::ignore_exclude_kernel},
      {"ignore_exclude_hv", &M::ignore_exclude_hv},
      {"ignore_exclude_host", &M::ignore_exclude_host},
      {"ignore_exclude_guest", &M::ignore_exclude_guest},
      {"vhe_heeds_exclude_hv", &M::vhe_heeds_exclude_hv},
      {"nvhe_exclude_kernel_drops_el2", &M::nvhe_exclude_kernel_drops_el2},
      {"nvhe_filters_exclude_guest", &M::nvhe_filters_exclude_guest},
      {"vhe_filter_without_vhe", &M::vhe_filter_without_vhe},
      {"nvhe_filter_with_vhe", &M::nvhe_filter_with_vhe},
      {"never_track", &M::never_track},
      {"swap_tracked_sets", &M::swap_tracked_sets},
      {"track_unswitched", &M::track_unswitched},
      {"never_defer", &M::never_defer},
      {"defer_on_vhe", &M::defer_on_vhe},
      {"defer_exclude_guest", &M::defer_exclude_guest},
  }));
  CAPTURE(mutation.name);
  engine::RunOptions options;
  options.mutations.*mutation.rule = true;
  CHECK(differences_with(options) > 0);
}

TEST_CASE("each broken rule of the guest switch turns a row of the truth table red",
          "[guest][mutation][systemc]") {
  using M = kernel::KvmMutations;
  const auto mutation = GENERATE(values<SwitchMutation>({
      {"no_entry_switch", &M::no_entry_switch},
      {"no_exit_switch", &M::no_exit_switch},
      {"masks_not_copied", &M::masks_not_copied},
      {"swap_entry_masks", &M::swap_entry_masks},
      {"switch_at_fixup", &M::switch_at_fixup},
      {"no_load_toggle", &M::no_load_toggle},
      {"no_put_toggle", &M::no_put_toggle},
      {"toggle_guest_only", &M::toggle_guest_only},
      {"toggle_host_only", &M::toggle_host_only},
  }));
  CAPTURE(mutation.name);
  engine::RunOptions options;
  options.kvm_mutations.*mutation.rule = true;
  CHECK(differences_with(options) > 0);
}
