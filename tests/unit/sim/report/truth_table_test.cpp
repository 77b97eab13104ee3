// SPDX-License-Identifier: Apache-2.0
#include "sim/report/truth_table.h"

#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>

#include "sim/report/result_document.h"
#include "sim/report/table.h"
#include "tests/unit/sim/report/example_result.h"

using namespace pmusim;
using Catch::Contains;

namespace {

std::size_t longest_line(const std::string& text) {
  std::istringstream lines{text};
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) {
    longest = std::max(longest, line.size());
  }
  return longest;
}

}  // namespace

TEST_CASE("the table of a modelled Linux shows intended, lost and leaked beside the count",
          "[report][table]") {
  const std::string text = report::compared_events_text(report::example_linux_result());
  CHECK_THAT(text, Contains("    count   intended     lost  leaked") && Contains("running  event"));
  CHECK_THAT(text, Contains("  955,062  1,225,327  270,265       0") && Contains("cycles:H\n"));
}

TEST_CASE("columns that no event needs are left out", "[report][table]") {
  engine::RunResult result = report::example_linux_result();
  CHECK_THAT(report::compared_events_text(result),
             Contains("samples  of guests") && !Contains("throttled"));
  result.events[1].throttles = 3;
  result.events[1].samples = 0;
  result.events[1].guest_samples = 0;
  CHECK_THAT(report::compared_events_text(result), Contains("throttled") && !Contains("samples"));
}

TEST_CASE("an event that shared a counter shows how long it had one", "[report][table]") {
  CHECK_THAT(report::compared_events_text(report::example_linux_result()), Contains("60.1%"));
}

TEST_CASE("an event that asks for nothing that ran says so", "[report][table]") {
  CHECK_THAT(report::compared_events_text(report::example_linux_result()),
             Contains("did not move: it excludes all that ran\n"));
}

TEST_CASE("windows stand by event and cause, those of the guest switch per thousand entries",
          "[report][table]") {
  const std::string text = report::causes_text(report::example_linux_result());
  CHECK_THAT(text, Contains("per 1,000\n"));
  // 110,000 in 500 entries are 220,000 in a thousand.
  CHECK_THAT(text,
             Contains("cycles:H  lost    guest_entry_switch      500  110,000  110,000") &&
                 Contains("220,000\n"));
  CHECK_THAT(text, Contains("          leaked  opening                   1       65       65\n"));
}

TEST_CASE("without guest entries there is nothing per thousand", "[report][table]") {
  engine::RunResult result = report::example_linux_result();
  result.windows->guest_entries = 0;
  CHECK_THAT(report::causes_text(result), !Contains("per 1,000"));
}

TEST_CASE("many causes are cut off with a hint", "[report][table]") {
  engine::RunResult result = report::example_linux_result();
  result.windows->by_cause.resize(65, result.windows->by_cause.front());
  CHECK_THAT(report::causes_text(result), Contains("and 5 more; --json lists all"));
}

TEST_CASE("the table of a modelled Linux fits into 100 columns with counts of 12 digits",
          "[report][table]") {
  engine::RunResult result = report::example_linux_result();
  result.events[0].count = 123'456'789'012;
  result.events[0].truth = engine::EventTruth{123'456'789'012, 123'456'789'012, 1};
  for (engine::WindowsOfCause& cause : result.windows->by_cause) {
    cause.event = "armv8_pmuv3/stall_slot,threshold=4,threshold_compare=2/G";
    cause.cycles = 123'456'789;
    cause.count = 123'456'789;
  }
  CHECK(longest_line(report::result_table(result, {})) <= 100);
}

namespace {

/// 98 characters; two of them differ in the middle only.
std::string long_name(char threshold) {
  return std::string{"armv8_cortex_a78ae_pmu/stall_slot_frontend,threshold="} + threshold +
         ",threshold_compare=2,threshold_count=1/ukhG";
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

}  // namespace

TEST_CASE("names longer than a line stand in the table whole, within 100 columns",
          "[report][table]") {
  engine::RunResult result = report::example_linux_result();
  result.events[0].name = long_name('3');
  result.events[0].event = long_name('3');
  result.events[1].name = "x" + long_name('4');
  result.events[1].event = long_name('4');
  result.windows->by_cause[0].event = long_name('3');
  result.windows->by_cause[1].event = long_name('4');
  const std::string text = report::result_table(result, {});
  CHECK(longest_line(text) <= 100);
  CHECK_THAT(without_blanks(report::compared_events_text(result)),
             Contains(long_name('3')) && Contains("x" + long_name('4') + "is" + long_name('4')));
  CHECK_THAT(report::causes_text(result), Contains("threshold=3,") && Contains("threshold=4,"));
  CHECK_THAT(report::result_document(result, {}), Contains("\"" + long_name('3') + "\""));
}
