// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/activity_factory.h"

#include <fstream>

#include <catch2/catch.hpp>

#include "tests/support/temporary_folder.h"
#include "tests/unit/sim/engine/scenarios.h"

using namespace pmusim;
using namespace pmusim::engine;
using namespace pmusim::test;

namespace {

scenario::ActivitySpec with(scenario::StreamSpec stream) {
  scenario::ActivitySpec spec;
  spec.streams.push_back({kStallSlot, std::move(stream)});
  return spec;
}

Error error_of(const scenario::ActivitySpec& spec) {
  const auto factory = ActivityFactory::create({scenario::ActivitySpec{}, spec});
  REQUIRE_FALSE(factory);
  REQUIRE(factory.error().count() == 1);
  return factory.error().listed().front();
}

}  // namespace

TEST_CASE("each kind of stream has the amounts of its description", "[engine][activity]") {
  const auto factory = ActivityFactory::create({with(scenario::ConstantStream{4}),
                                                with(scenario::PeriodicStream{10, 3, 2}),
                                                with(scenario::ListedStream{{7, 8, 9}})});
  REQUIRE(factory);
  const CounterRandom random{1};
  CHECK(factory->make(0, random)->view(kStallSlot, 0, 1).amount == 4);
  CHECK(factory->make(0, random)->view(kInstRetired, 0, 1).amount == 0);
  const auto pulses = factory->make(1, random)->view(kStallSlot, 3, 20);
  CHECK(pulses.period == 10);
  CHECK(pulses.amount == 2);
  const auto listed = factory->make(2, random);
  CHECK(*static_cast<const std::uint8_t*>(listed->view(kStallSlot, 4, 1).data) == 8);
}

TEST_CASE("tasks with equal keys see equal random amounts, others do not", "[engine][activity]") {
  const auto factory = ActivityFactory::create({with(scenario::RandomStream{})});
  REQUIRE(factory);
  const auto amounts = [&](std::uint64_t key) {
    const auto activity = factory->make(0, CounterRandom{key});
    const auto* data = static_cast<const std::uint8_t*>(activity->view(kStallSlot, 0, 100).data);
    return std::vector<std::uint8_t>(data, data + 100);
  };
  CHECK(amounts(1) == amounts(1));
  CHECK(amounts(1) != amounts(2));
}

TEST_CASE("a stream that cannot be made names activity and event", "[engine][activity]") {
  const Error empty_list = error_of(with(scenario::ListedStream{}));
  CHECK(empty_list.where == "activity written in place: event STALL_SLOT: amounts");
  scenario::ActivitySpec named = with(scenario::ListedStream{});
  named.name = "busy\x1b";
  CHECK(error_of(named).where == R"(activity "busy\x1b": event STALL_SLOT: amounts)");
  CHECK(error_of(with(scenario::PeriodicStream{.period_cycles = 0})).code ==
        ErrorCode::invalid_input);
  CHECK(error_of(with(scenario::RunLengthStream{})).code == ErrorCode::invalid_input);
  CHECK(error_of(with(scenario::BurstStream{.mean_burst_cycles = 0})).code ==
        ErrorCode::invalid_input);
  CHECK(error_of(with(scenario::RecordedStream{.file = "/no/such/file", .column = ""})).code ==
        ErrorCode::io);
}

TEST_CASE("a missing column names those that exist", "[engine][activity]") {
  const std::string file = std::string{PMUSIM_SOURCE_DIR} + "/tests/unit/sim/engine/recorded.csv";
  CHECK(ActivityFactory::create({with(scenario::RecordedStream{.file = file, .column = ""})}));
  CHECK(ActivityFactory::create(
      {with(scenario::RecordedStream{.file = file, .column = "inst_retired"})}));
  const Error error = error_of(with(scenario::RecordedStream{.file = file, .column = "l1d_cache"}));
  CHECK(error.what.find("L1D_CACHE") != std::string::npos);
  CHECK(error.hint.find("INST_RETIRED") != std::string::npos);
  CHECK(error.hint.find("STALL_SLOT") != std::string::npos);
}

TEST_CASE(
    "all that is wrong in all activities is told, a recorded file's faults where it is named first",
    "[engine][activity]") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "wrong.csv").string();
  std::ofstream{file} << "STALL_SLOT\none\n2\nthree\n";
  const auto recorded = [](const std::string& path, const std::string& place) {
    return with(scenario::RecordedStream{.file = path, .column = "", .place = place});
  };
  const auto factory = ActivityFactory::create({recorded(file, "s.json:1:1: /a"),
                                                with(scenario::RunLengthStream{}),
                                                recorded(file, "s.json:3:1: /c"),
                                                recorded("/no/such", "s.json:4:1: /d"),
                                                recorded("/no/such", "s.json:5:1: /e")});
  REQUIRE_FALSE(factory);
  std::vector<std::string> places;
  for (const Error& problem : factory.error().listed()) {
    places.push_back(problem.where);
  }
  REQUIRE(places.size() == 5);
  CHECK(places[0] == "s.json:1:1: /a");
  CHECK(places[1] == "s.json:1:1: /a");
  CHECK(places[2].starts_with("activity written in place: event STALL_SLOT"));
  CHECK(places[3] == "s.json:4:1: /d");
  CHECK(places[4] == "s.json:5:1: /e");
}

TEST_CASE("a fault beyond the first row of a recorded file names its place in the scenario",
          "[engine][activity]") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "late.csv").string();
  std::ofstream{file} << "STALL_SLOT\n1\n2\nthree\n";
  const Error error = error_of(with(scenario::RecordedStream{
      .file = file, .column = "", .place = "s.json:3:7: /activities/a/events/stall_slot/file"}));
  CHECK(error.where == "s.json:3:7: /activities/a/events/stall_slot/file");
  CHECK(error.what.starts_with("recorded file " + file + ":4, column 1: found \"three\""));
}
