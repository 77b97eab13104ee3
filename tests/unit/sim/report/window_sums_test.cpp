// SPDX-License-Identifier: Apache-2.0
#include "sim/report/window_sums.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::report;
using engine::CpuTimeline;

namespace {

CpuTimeline::Window window(std::uint32_t event,
                           CpuTimeline::WindowKind kind,
                           const char* cause,
                           std::uint64_t first,
                           std::uint64_t last,
                           std::uint64_t count) {
  return {event, kind, cause, "somewhere", CycleTime{first}, CycleTime{last}, count};
}

constexpr auto kBlackout = CpuTimeline::WindowKind::blackout;
constexpr auto kLeak = CpuTimeline::WindowKind::leak;

/// Two CPUs; "a" loses 5 + 7 and leaks 2, "b" leaks 100.
engine::Timeline timeline() {
  engine::Timeline timeline;
  timeline.events = {"a", "b"};
  timeline.cpus.resize(2);
  timeline.cpus[0].windows = {window(0, kBlackout, "entry", 10, 19, 5),
                              window(1, kLeak, "exit", 30, 30, 100),
                              window(0, kLeak, "exit", 40, 43, 2)};
  timeline.cpus[1].windows = {window(0, kBlackout, "entry", 0, 1, 7)};
  timeline.cpus[0].events = {{.event = 1,
                              .counter = "PMEVCNTR0_EL0",
                              .spans = {{CycleTime{0}, CycleTime{10}, true, true, 300},
                                        {CycleTime{10}, CycleTime{20}, true, true, 33}}}};
  return timeline;
}

}  // namespace

TEST_CASE("what an event lost and leaked is summed over the windows of all CPUs",
          "[report][window_sums]") {
  engine::RunResult result;
  result.events.resize(1);
  result.events[0].name = "a";
  result.events[0].count = 1000;
  const std::vector<EventSums> sums = event_sums(timeline(), result);
  REQUIRE(sums.size() == 2);
  CHECK(sums[0].name == "a");
  CHECK(sums[0].count == 1000);
  CHECK(sums[0].lost == 12);
  CHECK(sums[0].leaked == 2);
  CHECK(sums[0].intended() == 1010);
  CHECK(sums[1].lost == 0);
  CHECK(sums[1].leaked == 100);
}

TEST_CASE("an event that the result lacks has the count of its spans", "[report][window_sums]") {
  CHECK(event_sums(timeline(), {}).at(1).count == 333);
}

TEST_CASE("windows are summed by kind and cause", "[report][window_sums]") {
  const std::vector<CauseSums> sums = cause_sums(timeline());
  REQUIRE(sums.size() == 2);
  CHECK(sums[0].kind == kBlackout);
  CHECK(sums[0].cause == "entry");
  CHECK(sums[0].windows == 2);
  CHECK(sums[0].cycles == Cycles{12});
  CHECK(sums[0].shortest == Cycles{2});
  CHECK(sums[0].longest == Cycles{10});
  CHECK(sums[0].occurrences == 12);
  CHECK(sums[0].events == std::vector<std::uint32_t>{0});
  CHECK(sums[1].kind == kLeak);
  CHECK(sums[1].events == std::vector<std::uint32_t>{0, 1});
  CHECK(sums[1].occurrences == 102);
}

TEST_CASE("a cause that makes both blackouts and leaks is two", "[report][window_sums]") {
  engine::Timeline two = timeline();
  two.cpus[1].windows[0].cause = "exit";
  const std::vector<CauseSums> sums = cause_sums(two);
  REQUIRE(sums.size() == 3);
  CHECK(sums[1].kind == kBlackout);
  CHECK(sums[1].cause == "exit");
  CHECK(sums[2].kind == kLeak);
}

TEST_CASE("without windows there are no causes", "[report][window_sums]") {
  CHECK(cause_sums({}).empty());
}
