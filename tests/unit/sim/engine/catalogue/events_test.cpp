// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/events.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace pmusim;
using engine::find_events;

namespace {

std::vector<std::string> names(std::string_view pattern) {
  std::vector<std::string> found;
  for (const engine::EventRow& row : find_events(pattern)) {
    found.push_back(row.name);
  }
  return found;
}

}  // namespace

TEST_CASE("an event is found by its number as the manual and as perf write it",
          "[catalogue][events]") {
  CHECK(names("0x3f") == std::vector<std::string>{"STALL_SLOT"});
  CHECK(names("r3F") == std::vector<std::string>{"STALL_SLOT"});
  CHECK(names("0xfff0").empty());
}

TEST_CASE("an event is found by a part of its name in any case", "[catalogue][events]") {
  const auto found = names("Cpu_Cyc");
  REQUIRE(found.size() == 1);
  CHECK(found.front() == "CPU_CYCLES");
}

TEST_CASE("a pattern with wildcards matches the whole name", "[catalogue][events]") {
  CHECK(names("cpu_*") == std::vector<std::string>{"CPU_CYCLES"});
  CHECK(names("?PU_CYCLES") == std::vector<std::string>{"CPU_CYCLES"});
  CHECK(names("pu_cycle?").empty());
  CHECK(names("stall_slot*").size() == 3);  // STALL_SLOT and its backend and frontend parts
}

TEST_CASE("a hostile pattern costs no more than its length times the names",
          "[catalogue][events]") {
  CHECK(names(std::string(20'000, '*') + "x").empty() == names("*x").empty());
}

TEST_CASE("without a pattern all events come in the order of their numbers",
          "[catalogue][events]") {
  const auto rows = find_events("");
  CHECK(rows.front().name == "SW_INCR");  // event 0
  CHECK(std::ranges::is_sorted(rows, {}, &engine::EventRow::number));
  const auto stall = find_events("0x3f").front();
  CHECK(stall.linux_name == "stall_slot");
  CHECK_FALSE(stall.meaning.empty());
}

TEST_CASE("events that programs on a pipeline yield are marked", "[catalogue][events]") {
  const auto is_marked = [](const char* event) {
    return find_events(event).front().is_of_programs;
  };
  CHECK(is_marked("0x08"));        // INST_RETIRED
  CHECK(is_marked("0x31"));        // REMOTE_ACCESS
  CHECK(is_marked("0x11"));        // CPU_CYCLES, which the PMU makes
  CHECK(is_marked("0x3f"));        // STALL_SLOT
  CHECK_FALSE(is_marked("0x34"));  // DTLB_WALK
  CHECK_FALSE(is_marked("0x00"));
}
