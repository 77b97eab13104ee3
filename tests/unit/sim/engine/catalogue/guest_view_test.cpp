// SPDX-License-Identifier: Apache-2.0
//
// tests/data/guest_truth.json is independent of the code: it was derived from the driver's filter
// rules and KVM's switch rules for all 64 combinations of kernel mode and exclude bits, in every
// stretch around a guest.
#include "sim/engine/catalogue/guest_view.h"

#include <algorithm>
#include <fstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "kernel_model/pmuv3/event_encoding.h"
#include "sim/engine/catalogue/driver_view.h"

using namespace pmusim;
using Json = nlohmann::json;

namespace {

Json truth_table() {
  return Json::parse(std::ifstream{PMUSIM_TEST_DATA "/guest_truth.json"});
}

abi::PerfEventAttr attr_of(const Json& attrs) {
  return {.config = 0x11,
          .config1 = 0,
          .sample_period = 0,
          .exclude_user = attrs.at("exclude_user"),
          .exclude_kernel = attrs.at("exclude_kernel"),
          .exclude_hv = attrs.at("exclude_hv"),
          .exclude_host = attrs.at("exclude_host"),
          .exclude_guest = attrs.at("exclude_guest")};
}

std::vector<engine::GuestRow> view_of(const Json& row) {
  const abi::PerfEventAttr attr = attr_of(row.at("attrs"));
  const bool vhe = row.at("vhe");
  const PmuConfig config;
  const engine::KernelMode mode = vhe ? engine::KernelMode::el2 : engine::KernelMode::el1;
  const Result<RegValue> type = kernel::event_type(attr, engine::driver_view(config, mode));
  REQUIRE(type);
  return engine::guest_view(attr, *type, config, vhe);
}

engine::GuestRow stretch_of(const Json& row, const std::string& context) {
  const auto view = view_of(row);
  const auto found = std::ranges::find(view, context, &engine::GuestRow::context);
  REQUIRE(found != view.end());
  return *found;
}

}  // namespace

TEST_CASE("every stretch around a guest counts as KVM and the driver program it",
          "[catalogue][guest]") {
  const Json table = truth_table();
  REQUIRE(table.at("rows").size() == 448);
  for (const Json& row : table.at("rows")) {
    CAPTURE(row.dump());
    CHECK(stretch_of(row, row.at("context")).counted == row.at("counted").get<bool>());
  }
}

TEST_CASE("KVM tracks a counter in the set that the attributes ask for", "[catalogue][guest]") {
  const Json table = truth_table();
  REQUIRE(table.at("programming").size() == 64);
  for (const Json& row : table.at("programming")) {
    CAPTURE(row.dump());
    const auto tracking = engine::guest_tracking(attr_of(row.at("attrs")), row.at("vhe"));
    const Json& set = row.at("tracked_set");
    CHECK(to_string(tracking.set) == (set.is_null() ? "none" : set.get<std::string>()));
    CHECK(tracking.deferred == row.at("deferred").get<bool>());
  }
}

TEST_CASE("what is intended and not counted is the blackout of the documentation",
          "[catalogue][guest]") {
  const Json table = truth_table();
  for (const Json& row : table.at("programming")) {
    CAPTURE(row.dump());
    std::vector<std::string> missed;
    for (const engine::GuestRow& stretch : view_of(row)) {
      if (stretch.intended && !stretch.counted) {
        missed.emplace_back(stretch.context);
      }
    }
    std::ranges::sort(missed);
    auto wanted = row.at("blackout_contexts").get<std::vector<std::string>>();
    std::ranges::sort(wanted);
    CHECK(missed == wanted);
  }
}
