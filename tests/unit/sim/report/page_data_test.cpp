// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page_data.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/sample_timelines.h"

using namespace pmusim;
using namespace pmusim::report;
using Json = nlohmann::json;

namespace {

/// All numbers of a stream of unsigned LEB128.
std::vector<std::uint64_t> numbers_of(const std::string& bytes) {
  std::vector<std::uint64_t> numbers;
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    shift += 7;
    if (byte < 0x80) {
      numbers.push_back(value);
      value = 0;
      shift = 0;
    }
  }
  return numbers;
}

engine::Timeline one_cpu() {
  engine::Timeline timeline;
  timeline.tasks = {"a", "b"};
  timeline.events = {"x", "y"};
  engine::CpuTimeline& cpu = timeline.cpus.emplace_back();
  cpu.name = "cpu0";
  cpu.frequency_mhz = 1000;
  cpu.end = CycleTime{5000};
  return timeline;
}

}  // namespace

TEST_CASE("contexts are written by their distances", "[report][page_data]") {
  engine::Timeline timeline = one_cpu();
  timeline.cpus[0].contexts = {{CycleTime{100},
                                CycleTime{400},
                                ExceptionLevel::el2,
                                SecurityState::realm,
                                engine::World::guest,
                                1},
                               {CycleTime{400},
                                CycleTime{401},
                                ExceptionLevel::el0,
                                SecurityState::non_secure,
                                engine::World::host,
                                0}};
  const PageData data = page_data(timeline, {}, "");
  // Gap, length, level | security state << 2 | world << 4, task.
  CHECK(numbers_of(data.spans) ==
        std::vector<std::uint64_t>{100, 300, 2 | 2 << 2 | 2 << 4, 1, 0, 1, 0, 0});
  CHECK(Json::parse(data.description)["cpus"][0]["contexts"] == 2);
}

TEST_CASE("counter spans are written with flags and counts", "[report][page_data]") {
  engine::Timeline timeline = one_cpu();
  timeline.cpus[0].events = {{.event = 1,
                              .counter = "PMCCNTR_EL0",
                              .spans = {{CycleTime{10}, CycleTime{20}, true, true, 9},
                                        {CycleTime{25}, CycleTime{30}, true, false, 0},
                                        {CycleTime{30}, CycleTime{31}, false, false, 0}}}};
  const PageData data = page_data(timeline, {}, "");
  CHECK(numbers_of(data.spans) == std::vector<std::uint64_t>{10, 10, 3, 9, 5, 5, 1, 0, 0, 1, 0, 0});
  const Json tracks = Json::parse(data.description)["cpus"][0]["tracks"];
  CHECK(tracks == Json{{{"event", 1}, {"counter", "PMCCNTR_EL0"}, {"spans", 3}}});
}

TEST_CASE("interrupts are written from taken to taken", "[report][page_data]") {
  engine::Timeline timeline = one_cpu();
  timeline.cpus[0].interrupts = {{InterruptLine::timer, CycleTime{7}, CycleTime{10}},
                                 {InterruptLine::pmu, CycleTime{2}, CycleTime{15}}};
  CHECK(numbers_of(page_data(timeline, {}, "").spans) ==
        std::vector<std::uint64_t>{2, 10, 3, 0, 5, 13});
}

TEST_CASE("windows are written by event and then by cycle, their texts once",
          "[report][page_data]") {
  using enum engine::CpuTimeline::WindowKind;
  engine::Timeline timeline = one_cpu();
  timeline.cpus[0].windows = {{1, leak, "late", "exit", CycleTime{50}, CycleTime{50}, 4},
                              {0, blackout, "early", "entry", CycleTime{90}, CycleTime{99}, 7},
                              {0, leak, "late", "exit", CycleTime{20}, CycleTime{24}, 1}};
  const PageData data = page_data(timeline, {}, "");
  // Events on, distance, length - 1, kind, cause, context, occurrences.
  CHECK(numbers_of(data.spans) == std::vector<std::uint64_t>{0, 20, 4, 1, 0, 1, 1,  //
                                                             0, 70, 9, 0, 2, 3, 7,  //
                                                             1, 50, 0, 1, 0, 1, 4});
  CHECK(Json::parse(data.description)["texts"] == Json{"late", "exit", "early", "entry"});
}

TEST_CASE("amounts are text, because a script would round them", "[report][page_data]") {
  engine::RunResult result;
  result.seed = 18'446'744'073'709'551'615U;
  result.simulated_ps = 9'007'199'254'740'993;
  result.events.resize(1);
  result.events[0].name = "x";
  result.events[0].count = 9'007'199'254'740'993;
  result.events[0].why = {{"filtered", Cycles{5}}};
  const Json json = Json::parse(page_data(one_cpu(), result, "why").description);
  CHECK(json["seed"] == "18446744073709551615");
  CHECK(json["simulated_ps"] == "9007199254740993");
  CHECK(json["events"][0]["count"] == "9007199254740993");
  CHECK(json["events"][0]["why"][0]["reason"] ==
        "its filter excludes the Exception level or Security state");
  CHECK(json["purpose"] == "why");
}

TEST_CASE("the description has the sums of the windows", "[report][page_data]") {
  const engine::RunResult run = test::small_run();
  const Json json = Json::parse(page_data(*run.timeline, run, "").description);
  CHECK(json["events"][0]["lost"] == "40");
  CHECK(json["events"][0]["intended"] == "16000");  // 1000 + 7960 + 7000 counted, 40 lost
  CHECK(json["compared"] == true);
  CHECK(json["events"][1]["leaked"] == "2");
  CHECK(json["causes"][0]["cause"] == "guest entry after the switch");
  CHECK(json["causes"][1]["kind"] == "leak");
}

TEST_CASE("names that are no UTF-8 do no harm", "[report][page_data]") {
  const engine::RunResult run = test::hostile_run();
  CHECK_NOTHROW(Json::parse(page_data(*run.timeline, run, "").description));
}
