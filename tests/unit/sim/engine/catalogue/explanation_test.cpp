// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/explanation.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace pmusim;

namespace {

engine::Explanation explained(std::string_view event, bool vhe) {
  const auto explanation = engine::explain(event, vhe);
  REQUIRE(explanation);
  return *explanation;
}

const engine::ContextRow& row_of(const engine::Explanation& explanation,
                                 SecurityState security,
                                 ExceptionLevel level) {
  const auto found = std::ranges::find_if(explanation.contexts, [&](const engine::ContextRow& row) {
    return row.context.security == security && row.context.level == level;
  });
  REQUIRE(found != explanation.contexts.end());
  return *found;
}

}  // namespace

TEST_CASE("an event is explained as the driver encodes it", "[catalogue][explain]") {
  const auto explanation =
      explained("armv8_pmuv3/stall_slot,threshold=2,threshold_compare=2/", false);
  CHECK(explanation.event_name == "STALL_SLOT");
  // TC = 0b100, TH = 2, NSH because an nVHE host counts EL2 unless told otherwise, event 0x3f.
  CHECK(explanation.event_type == 0x8000'0002'0800'003FU);
  CHECK(
      std::ranges::find(explanation.attr, std::pair<std::string, std::uint64_t>{"config1", 0x50}) !=
      explanation.attr.end());
}

TEST_CASE("a user-only event counts at EL0 alone", "[catalogue][explain]") {
  using enum ExceptionLevel;
  const auto explanation = explained("cycles:u", true);
  CHECK(row_of(explanation, SecurityState::non_secure, el0).filter_counts);
  CHECK(row_of(explanation, SecurityState::non_secure, el0).intended == true);
  CHECK_FALSE(row_of(explanation, SecurityState::non_secure, el1).filter_counts);
  CHECK_FALSE(row_of(explanation, SecurityState::non_secure, el2).filter_counts);
  CHECK(row_of(explanation, SecurityState::non_secure, el2).intended == false);
}

TEST_CASE("perf promises nothing about firmware", "[catalogue][explain]") {
  const auto explanation = explained("cycles", false);
  CHECK_FALSE(row_of(explanation, SecurityState::secure, ExceptionLevel::el1).intended);
  CHECK_FALSE(row_of(explanation, SecurityState::secure, ExceptionLevel::el3).intended);
}

TEST_CASE("who runs at EL1 and EL2 depends on VHE", "[catalogue][explain]") {
  using enum ExceptionLevel;
  CHECK(row_of(explained("cycles", false), SecurityState::non_secure, el1).who == "host kernel");
  CHECK(row_of(explained("cycles", false), SecurityState::non_secure, el2).who == "hypervisor");
  CHECK(row_of(explained("cycles", true), SecurityState::non_secure, el1).who == "guest kernel");
  CHECK(row_of(explained("cycles", true), SecurityState::non_secure, el2).who == "host kernel");
}

TEST_CASE("an event that perf or the driver refuses is not explained", "[catalogue][explain]") {
  CHECK_FALSE(engine::explain("no_such_event_at_all", false));
  CHECK_FALSE(engine::explain("armv8_pmuv3/stall_slot,threshold=4096/", false));
  CHECK_FALSE(engine::explain("r1e", false));  // CHAIN is the driver's own
}
