// SPDX-License-Identifier: Apache-2.0
#include "sim/report/expectation.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using report::evaluate;
using report::ExpectationOutcome;
using scenario::Expectation;
using Op = scenario::Expectation::Op;

namespace {

constexpr std::string_view kDocument = R"({
  "scenario": "x", "big": 18446744073709551615, "complete": true,
  "events": [
    {"name": "host_cycles", "count": 1000, "why": [{"reason": "filtered", "cycles": 40}]},
    {"name": "a/b", "count": 2},
    {"name": "2", "count": 22},
    {"name": "twice", "count": 5}, {"name": "twice", "count": 6}
  ],
  "plain": [10, 20, 30], "registers": {"PMCR_EL0": 65, "til~de": 1}
})";

ExpectationOutcome outcome_of(std::string that, Op op, std::string want, double within = 0.01) {
  const std::vector<Expectation> expectations{
      {.that = std::move(that), .op = op, .want_json = std::move(want), .within = within}};
  return evaluate(expectations, kDocument).front();
}

bool holds(const std::string& that, Op op, const std::string& want, double within = 0.01) {
  return outcome_of(that, op, want, within).ok;
}

}  // namespace

TEST_CASE("a pointer names list elements by name or by position", "[report][expectation]") {
  CHECK(holds("/events/host_cycles/count", Op::equals, "1000"));
  CHECK(holds("/events/0/count", Op::equals, "1000"));
  CHECK(holds("/plain/2", Op::equals, "30"));
  CHECK(holds("/events/host_cycles/why/filtered/cycles", Op::equals, "40"));
}

TEST_CASE("a name wins over a position", "[report][expectation]") {
  CHECK(holds("/events/2/count", Op::equals, "22"));
  CHECK(holds("/events/1/count", Op::equals, "2"));
}

TEST_CASE("slashes and tildes in names are escaped as RFC 6901 says", "[report][expectation]") {
  CHECK(holds("/events/a~1b/count", Op::equals, "2"));
  CHECK(holds("/registers/til~0de", Op::equals, "1"));
  CHECK_FALSE(holds("/events/a/b/count", Op::equals, "2"));
}

TEST_CASE("an escaped tilde is not an escape", "[report][expectation]") {
  const std::vector<Expectation> expectations{
      {.that = "/~01", .op = Op::equals, .want_json = "1", .within = 0}};
  CHECK(evaluate(expectations, R"({"~1": 1, "/": 2})").front().ok);
}

TEST_CASE("a pointer that leads nowhere does not hold and names the nearest key",
          "[report][expectation]") {
  const ExpectationOutcome key = outcome_of("/events/host_cycles/cuont", Op::equals, "1000");
  CHECK_FALSE(key.ok);
  CHECK(key.got_json.empty());
  CHECK(key.problem == "/events/host_cycles: no key \"cuont\"; did you mean \"count\"?");
  const ExpectationOutcome name = outcome_of("/events/host_cycle/count", Op::equals, "1000");
  CHECK(name.problem == "/events: no element \"host_cycle\"; did you mean \"host_cycles\"?");
}

TEST_CASE("a pointer past the end of a list says how long the list is", "[report][expectation]") {
  CHECK(outcome_of("/plain/3", Op::equals, "30").problem ==
        "/plain: no element \"3\"; it has elements 0 to 2");
}

TEST_CASE("a position is written without leading zeros", "[report][expectation]") {
  CHECK_FALSE(holds("/plain/02", Op::equals, "30"));
  CHECK_FALSE(holds("/plain/-1", Op::equals, "30"));
  CHECK_FALSE(holds("/plain/18446744073709551616", Op::equals, "10"));
}

TEST_CASE("a name that several elements bear is refused", "[report][expectation]") {
  CHECK_THAT(outcome_of("/events/twice/count", Op::equals, "5").problem,
             Catch::Contains("several elements"));
}

TEST_CASE("nothing lies below a plain value", "[report][expectation]") {
  CHECK_THAT(outcome_of("/scenario/x", Op::equals, "1").problem,
             Catch::Contains("nothing is below it"));
}

TEST_CASE("a pointer begins with a slash", "[report][expectation]") {
  CHECK_FALSE(holds("events", Op::equals, "1"));
  CHECK_FALSE(outcome_of("", Op::equals, "1").ok);  // the whole document, which is no number
}

TEST_CASE("equals compares integers exactly up to 2^64 - 1", "[report][expectation]") {
  CHECK(holds("/big", Op::equals, "18446744073709551615"));
  CHECK_FALSE(holds("/big", Op::equals, "18446744073709551614"));
  CHECK_FALSE(holds("/big", Op::equals, "-1"));
}

TEST_CASE("equals takes hexadecimal text for a number", "[report][expectation]") {
  CHECK(holds("/registers/PMCR_EL0", Op::equals, "\"0x41\""));
  CHECK_FALSE(holds("/registers/PMCR_EL0", Op::equals, "\"0x42\""));
  CHECK_FALSE(holds("/registers/PMCR_EL0", Op::equals, "\"0x\""));
  CHECK_FALSE(holds("/registers/PMCR_EL0", Op::equals, "\"65\""));
}

TEST_CASE("equals compares texts, truth values and whole objects", "[report][expectation]") {
  CHECK(holds("/scenario", Op::equals, "\"x\""));
  CHECK(holds("/complete", Op::equals, "true"));
  CHECK_FALSE(holds("/complete", Op::equals, "1"));
  CHECK(holds("/registers", Op::equals, R"({"til~de": 1, "PMCR_EL0": 65})"));
  CHECK(holds("/plain", Op::equals, "[10, 20, 30]"));
  CHECK_FALSE(holds("/plain", Op::equals, "[10, 30, 20]"));
}

TEST_CASE("at_least and at_most include the bound", "[report][expectation]") {
  CHECK(holds("/events/host_cycles/count", Op::at_least, "1000"));
  CHECK_FALSE(holds("/events/host_cycles/count", Op::at_least, "1001"));
  CHECK(holds("/events/host_cycles/count", Op::at_most, "1000"));
  CHECK_FALSE(holds("/events/host_cycles/count", Op::at_most, "999"));
  CHECK(holds("/events/host_cycles/count", Op::at_least, "-5"));
  CHECK(holds("/events/host_cycles/count", Op::at_most, "1000.5"));
}

TEST_CASE("approx allows the relative deviation and no more", "[report][expectation]") {
  // 1000 within 10 % of 1111 is 999.9 and up; of 1112 it is 1000.8 and up.
  CHECK(holds("/events/host_cycles/count", Op::approx, "1111", 0.1));
  CHECK_FALSE(holds("/events/host_cycles/count", Op::approx, "1112", 0.1));
  CHECK(holds("/events/host_cycles/count", Op::approx, "1000", 0));
  CHECK_FALSE(holds("/events/host_cycles/count", Op::approx, "1001", 0));
}

TEST_CASE("orders compare numbers only", "[report][expectation]") {
  CHECK_THAT(outcome_of("/scenario", Op::at_least, "1").problem,
             Catch::Contains("compares numbers"));
  CHECK_FALSE(holds("/events", Op::approx, "1"));
}

TEST_CASE("an expectation that does not hold says what was wanted and found",
          "[report][expectation]") {
  const ExpectationOutcome outcome = outcome_of("/events/host_cycles/count", Op::equals, "270000");
  CHECK(outcome.got_json == "1000");
  CHECK(outcome.problem == "want 270000, got 1000");
}
