// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result_document.h"

#include <algorithm>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "sim/report/json_pointer.h"
#include "tests/unit/sim/report/example_result.h"

using namespace pmusim;
using Json = nlohmann::ordered_json;
using report::ExpectationOutcome;

namespace {

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) {
    keys.push_back(key);
  }
  return keys;
}

/// No number of a result is a floating-point number.
bool has_real(const Json& value) {
  if (value.is_structured()) {
    return std::ranges::any_of(value, has_real);
  }
  return value.is_number_float();
}

}  // namespace

TEST_CASE("the keys of a result document come in the order of the contract", "[report][document]") {
  const Json document = Json::parse(report::result_document(report::example_result(), {}));
  CHECK(keys_of(document) == std::vector<std::string>{"scenario",
                                                      "seed",
                                                      "complete",
                                                      "pmu_write_effect",
                                                      "simulated_ns",
                                                      "cpus",
                                                      "events",
                                                      "notes",
                                                      "expectations"});
  CHECK(keys_of(document["events"][0]) ==
        std::vector<std::string>{
            "name", "event", "count", "overflows", "enabled_ns", "running_ns", "why", "per_cpu"});
}

TEST_CASE("what locations hold stands before the notes, where there are any",
          "[report][document]") {
  engine::RunResult result = report::example_result();
  result.memory = {{.name = "x", .address = 65536, .words = {1, UINT64_MAX}}};
  const Json document = Json::parse(report::result_document(result, {}));
  const std::vector<std::string> keys = keys_of(document);
  CHECK(std::ranges::find(keys, "memory") + 1 == std::ranges::find(keys, "notes"));
  CHECK(keys_of(document["memory"][0]) == std::vector<std::string>{"name", "address", "words"});
  CHECK(document["memory"][0]["words"][1] == UINT64_MAX);
}

TEST_CASE("all numbers of a result document are integers", "[report][document]") {
  engine::RunResult result = report::example_result();
  result.cpus[0].counters[0].value = UINT64_MAX;
  const Json document = Json::parse(report::result_document(result, {}));
  CHECK_FALSE(has_real(document));
  CHECK(document["cpus"][0]["counters"][0]["value"] == UINT64_MAX);
}

TEST_CASE("simulated nanoseconds are whole ones", "[report][document]") {
  CHECK(Json::parse(report::result_document(report::example_result(), {}))["simulated_ns"] ==
        617'283);
}

TEST_CASE("a counter tells its event by name and number", "[report][document]") {
  const Json counters =
      Json::parse(report::result_document(report::example_result(), {}))["cpus"][0]["counters"];
  CHECK(counters[0]["event"] == "STALL_SLOT");
  CHECK(counters[0]["event_number"] == 0x3f);
  CHECK(counters[2]["event"].is_null());
}

TEST_CASE("a read that trapped has an outcome and no value", "[report][document]") {
  const Json reads =
      Json::parse(report::result_document(report::example_result(), {}))["cpus"][0]["reads"];
  CHECK(reads[0]["value"] == 0x20);
  CHECK(reads[1]["value"].is_null());
  CHECK(reads[1]["outcome"] == "trap_to_el2");
}

TEST_CASE("a write that was refused is listed and counted", "[report][document]") {
  const Json cpu = Json::parse(report::result_document(report::example_result(), {}))["cpus"][0];
  CHECK(cpu["writes_refused"] == 5);
  CHECK(cpu["refused_writes"][0] ==
        Json{{"register", "PMCR_EL0"}, {"cycle", 12}, {"outcome", "trap_to_el3"}});
}

TEST_CASE("interrupts are counted by source", "[report][document]") {
  const Json cpu = Json::parse(report::result_document(report::example_result(), {}))["cpus"][0];
  CHECK(cpu["interrupts_by_source"] == Json{{"pmu", 1}, {"timer", 0}, {"ipi", 2}});
  CHECK(cpu["interrupts"][0]["taken_cycle"] == 112);
}

TEST_CASE("an expectation keeps what was wanted as it was written", "[report][document]") {
  ExpectationOutcome outcome;
  outcome.expectation = {
      .that = "/seed", .op = scenario::Expectation::Op::at_least, .want_json = "8", .within = 0};
  outcome.got_json = "7";
  outcome.problem = "want at least 8, got 7";
  const Json json =
      Json::parse(report::result_document(report::example_result(), std::span{&outcome, 1}));
  CHECK(json["expectations"][0] == Json{{"that", "/seed"},
                                        {"op", "at_least"},
                                        {"want", 8},
                                        {"got", 7},
                                        {"ok", false},
                                        {"problem", "want at least 8, got 7"}});
}

namespace {

/// Pointers to everything in a value, plain or not.
void list_pointers(const Json& value, const std::string& here, std::vector<std::string>& pointers) {
  pointers.push_back(here);
  if (value.is_structured()) {
    for (const auto& [key, child] : value.items()) {
      list_pointers(child, here + "/" + report::escaped(key), pointers);
    }
  }
}

}  // namespace

TEST_CASE("expectations find in a result what they find in its document", "[report][document]") {
  engine::RunResult result = report::example_result();
  result.memory = {{.name = "x", .address = 65536, .words = {1, UINT64_MAX}}};
  const std::string document = report::result_document(result, {});
  std::vector<std::string> pointers{"/nothing", "/events/example"};
  list_pointers(Json::parse(document), "", pointers);
  REQUIRE(pointers.size() > 100);
  for (const std::string& pointer : pointers) {
    const std::vector<scenario::Expectation> expectation{
        {.that = pointer, .op = scenario::Expectation::Op::equals, .want_json = "1"}};
    const ExpectationOutcome direct = report::evaluate_result(expectation, result).front();
    const ExpectationOutcome written = report::evaluate(expectation, document).front();
    CAPTURE(pointer);
    CHECK(direct.got_json == written.got_json);
    CHECK(direct.problem == written.problem);
    CHECK(direct.ok == written.ok);
  }
}

TEST_CASE("an unfinished run is marked in the document", "[report][document]") {
  engine::RunResult result = report::example_result();
  result.complete = false;
  CHECK(Json::parse(report::result_document(result, {}))["complete"] == false);
}

TEST_CASE("several documents make one list", "[report][document]") {
  const std::vector<std::string> documents{"{\"a\": 1}\n", "{\"b\": 2}\n"};
  CHECK(Json::parse(report::list_of_documents(documents)) ==
        Json::parse(R"([{"a": 1}, {"b": 2}])"));
  CHECK(Json::parse(report::list_of_documents({})) == Json::array());
}
