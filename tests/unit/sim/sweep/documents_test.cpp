// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/documents.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/unit/sim/sweep/examples.h"

using namespace pmusim;
using namespace pmusim::sweep;

namespace {

/// Four points: two that ran, one that brings a further measure, one that is invalid.
std::vector<PointResult> four_points() {
  PointResult further = result_of(2, "30", "3");
  further.status = PointStatus::failed;
  further.values.push_back({"/events/a,b/count", "null"});
  further.values.push_back({"/text", R"("say \"x\"")"});
  return {result_of(0, "10", "1"),
          result_of(1, "18446744073709551615", "0"),
          further,
          {3, PointStatus::invalid, {}, "bad, very"}};
}

Results results_of(const std::vector<PointResult>& points, std::size_t size = 4) {
  Results results{size};
  for (const PointResult& point : points) {
    results.add(point);
  }
  return results;
}

const Grid kGrid = grid_of({"/n=1,2", "/mode=\"x,y\",z"});

}  // namespace

TEST_CASE("sweep.csv has a row for each point", "[sweep][csv]") {
  CHECK(csv_document(kGrid, results_of(four_points())) ==
        "point,/n,/mode,expectations,/events/e/count,/events/e/lost,\"/events/a,b/count\",/text,"
        "problem\n"
        "0,1,\"x,y\",ok,10,1,,,\n"
        "1,1,z,ok,18446744073709551615,0,,,\n"
        "2,2,\"x,y\",failed,30,3,,\"say \"\"x\"\"\",\n"
        "3,2,z,,,,,,\"bad, very\"\n");
}

TEST_CASE("sweep.json says what the sweep was, and has a line for each point", "[sweep][json]") {
  const std::string text = json_document(identity_of(kGrid), kGrid, results_of(four_points()));
  const auto json = nlohmann::ordered_json::parse(text);
  CHECK(json["scenario"] == "example");
  CHECK(json["complete"] == true);
  CHECK(json["set"] == nlohmann::ordered_json::parse(R"(["/a=1"])"));
  CHECK(json["parameters"] == nlohmann::ordered_json::parse(
                                  R"([{"pointer":"/n","values":[1,2]},
                                      {"pointer":"/mode","values":["x,y","z"]}])"));
  CHECK(json["measures"].size() == 4);
  REQUIRE(json["points"].size() == 4);
  CHECK(json["points"][1] == nlohmann::ordered_json::parse(
                                 R"({"point":1,"parameters":[1,"z"],"status":"ok",
                                     "values":[18446744073709551615,0,null,null]})"));
  CHECK(json["points"][3]["status"] == "invalid");
  CHECK(json["points"][3]["problem"] == "bad, very");
  CHECK(std::count(text.begin(), text.end(), '\n') == 6);  // head, four points, foot
}

TEST_CASE("the order in which points are finished changes no document", "[sweep][determinism]") {
  const Identity identity = identity_of(kGrid);
  std::vector<PointResult> points = four_points();
  const Results forward = results_of(points);
  const Results backward = results_of({points.rbegin(), points.rend()});
  CHECK(csv_document(kGrid, forward) == csv_document(kGrid, backward));
  CHECK(json_document(identity, kGrid, forward) == json_document(identity, kGrid, backward));
}

TEST_CASE("documents of an unfinished sweep have what is there and say so", "[sweep][json]") {
  const Results results = results_of({result_of(2, "1", "0")});
  CHECK(csv_document(kGrid, results) ==
        "point,/n,/mode,expectations,/events/e/count,/events/e/lost,problem\n"
        "2,2,\"x,y\",ok,1,0,\n");
  const auto json = nlohmann::json::parse(json_document(identity_of(kGrid), kGrid, results));
  CHECK(json["complete"] == false);
  CHECK(json["points"].size() == 1);
  CHECK(nlohmann::json::parse(json_document(identity_of(kGrid), kGrid, Results{4}))["points"]
            .empty());
}

TEST_CASE("results keep the first of two for a point, and count by status", "[sweep][results]") {
  Results results{4};
  results.add(result_of(1, "1", "2"));
  results.add(result_of(1, "9", "9"));
  CHECK(results.at(1) == result_of(1, "1", "2"));
  CHECK(results.count() == 1);
  CHECK(results.count(PointStatus::ok) == 1);
  CHECK(results.count(PointStatus::invalid) == 0);
  CHECK_FALSE(results.complete());
  CHECK_FALSE(results.has(0));
}
