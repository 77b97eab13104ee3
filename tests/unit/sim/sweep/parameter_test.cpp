// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/parameter.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::sweep;
using Catch::Contains;
using Values = std::vector<std::string>;

namespace {

Values values_of(const std::string& range) {
  const auto parameter = parse_parameter("/x=" + range);
  REQUIRE(parameter);
  Values values;
  for (std::size_t i = 0; i < parameter->values.size(); ++i) {
    values.push_back(parameter->values[i]);
  }
  return values;
}

/// "what; hint" of the refusal.
std::string refusal_of(const std::string& argument) {
  const auto parameter = parse_parameter(argument);
  REQUIRE_FALSE(parameter);
  CHECK(parameter.error().code == ErrorCode::usage);
  CHECK(parameter.error().where == "--param " + argument);
  return parameter.error().what + "; " + parameter.error().hint;
}

}  // namespace

TEST_CASE("a range with a step has its end only if a step leads there", "[sweep][range]") {
  CHECK(values_of("0:60:20") == Values{"0", "20", "40", "60"});
  CHECK(values_of("0:59:20") == Values{"0", "20", "40"});
  CHECK(values_of("-3:3:3") == Values{"-3", "0", "3"});
  CHECK(values_of("7:7:1") == Values{"7"});
  CHECK(values_of("-9223372036854775808:9223372036854775807:9223372036854775807") ==
        Values{"-9223372036854775808", "-1", "9223372036854775806"});
}

TEST_CASE("a range with a factor multiplies up to its end", "[sweep][range]") {
  CHECK(values_of("1:16*2") == Values{"1", "2", "4", "8", "16"});
  CHECK(values_of("3:100*10") == Values{"3", "30"});
  CHECK(values_of("5:5*2") == Values{"5"});
  CHECK(values_of("4611686018427387904:9223372036854775807*2") == Values{"4611686018427387904"});
  CHECK(parse_parameter("/x=1:16*2")->spacing == Spacing::geometric);
  CHECK(parse_parameter("/x=1:16:2")->spacing == Spacing::linear);
}

TEST_CASE("a list takes numbers and texts as --set does", "[sweep][range]") {
  CHECK(values_of("3,1,2") == Values{"3", "1", "2"});
  CHECK(values_of("0.5,-1e3") == Values{"0.5", "-1e3"});
  CHECK(values_of("immediate,at_context_sync") == Values{"\"immediate\"", "\"at_context_sync\""});
  CHECK(values_of("007,true,null") == Values{"\"007\"", "true", "null"});
  CHECK(values_of("\"a,b\",\"c:d\"") == Values{"\"a,b\"", "\"c:d\""});
  CHECK(values_of("a=b") == Values{"\"a=b\""});
  CHECK(values_of("5") == Values{"5"});
  CHECK(values_of("cycles:u,b") == Values{"\"cycles:u\"", "\"b\""});
  CHECK(parse_parameter("/x=1,2")->spacing == Spacing::listed);
  CHECK(parse_parameter("/a/b~1c=1,2")->pointer == "/a/b~1c");
}

TEST_CASE("every wrong range says what is wrong", "[sweep][range][usage]") {
  CHECK_THAT(refusal_of("x=1,2"), Contains("expected /json/pointer=RANGE"));
  CHECK_THAT(refusal_of("/x"), Contains("expected /json/pointer=RANGE"));
  CHECK_THAT(refusal_of("/x="), Contains("the range is empty; expected a:b:step"));
  CHECK_THAT(refusal_of("/x=1:2"), Contains("no step; expected a:b:step"));
  CHECK_THAT(refusal_of("/x=1:9:0"), Contains("the step is 0"));
  CHECK_THAT(refusal_of("/x=1:9:-1"), Contains("the step is -1"));
  CHECK_THAT(refusal_of("/x=9:1:2"), Contains("the range is empty: 1 is less than 9"));
  CHECK_THAT(refusal_of("/x=9:1*2"), Contains("the range is empty"));
  CHECK_THAT(refusal_of("/x=1:9*1"), Contains("the factor is 1"));
  CHECK_THAT(refusal_of("/x=1:9*0"), Contains("the factor is 0"));
  CHECK_THAT(refusal_of("/x=0:9*2"), Contains("cannot start at 0"));
  CHECK_THAT(refusal_of("/x=1:b:2"), Contains("\"b\" is not a whole number"));
  CHECK_THAT(refusal_of("/x=0.5:1:1"), Contains("\"0.5\" is not a whole number"));
  CHECK_THAT(refusal_of("/x=1:99999999999999999999:1"), Contains("is not a whole number"));
  CHECK_THAT(refusal_of("/x=1:9:2:3"), Contains("\"2:3\" is not a whole number"));
  CHECK_THAT(refusal_of("/x=1,,2"), Contains("an empty value"));
  CHECK_THAT(refusal_of("/x=1,2,1"), Contains("1 is given twice"));
  CHECK_THAT(refusal_of("/x=1,1.0"), Contains("1.0 is given twice"));
  CHECK_THAT(refusal_of("/x=[1],2"), Contains("\"[1]\" is no plain value"));
  CHECK_THAT(refusal_of("/x={},2"), Contains("is no plain value"));
  CHECK_THAT(refusal_of("/x=0:1000000:1"), Contains("more than 1000000 values"));
  CHECK_FALSE(parse_parameter("/x=\"open,1"));
  CHECK_FALSE(parse_parameter("/x=\xff,1"));
}

TEST_CASE("a range may have as many values as a sweep has points", "[sweep][range]") {
  CHECK(values_of("1:1000000:1").size() == kMostPoints);
}
