// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/arguments.h"

#include <array>

#include <catch2/catch.hpp>

#include "sim/cli/command.h"

using namespace pmusim;
using namespace pmusim::cli;
using Catch::Contains;

namespace {

constexpr std::array<std::string_view, 1> kLater{"html"};

void add_options(OptionTable& options) {
  options.add_options()                              //
      ("count", number_value("N"), "a number")       //
      ("mode", text_value("fast|slow"), "a choice")  //
      ("out", text_value("DIR"), "a folder")         //
      ("set", repeated_value("X"), "several")        //
      ("json", "a switch");
}

ExitCode do_nothing(const Arguments& /*arguments*/, Streams& /*streams*/) {
  return ExitCode::fine;
}

constexpr Command kCommand{
    "example", "an example", {"FILE...", 0, 2}, add_options, do_nothing, kLater};

Result<Arguments> parsed(const std::vector<std::string>& texts) {
  return Arguments::parse(kCommand, texts);
}

std::string problem(const std::vector<std::string>& texts) {
  const auto arguments = parsed(texts);
  REQUIRE_FALSE(arguments);
  CHECK(arguments.error().code == ErrorCode::usage);
  return arguments.error().what + "; " + arguments.error().hint;
}

}  // namespace

TEST_CASE("options and words may be mixed", "[cli][arguments]") {
  const auto arguments =
      parsed({"a", "--count", "7", "--set=x=1", "b", "--set", "y=2", "--json", "--mode=slow"});
  REQUIRE(arguments);
  CHECK(arguments->words() == std::vector<std::string>{"a", "b"});
  CHECK(arguments->number("count") == 7);
  CHECK(arguments->texts("set") == std::vector<std::string>{"x=1", "y=2"});
  CHECK(arguments->has("json"));
  CHECK(arguments->text("mode") == "slow");
  CHECK_FALSE(arguments->has("out"));
}

TEST_CASE("two dashes end the options", "[cli][arguments]") {
  const auto arguments = parsed({"--", "--json", "-x"});
  REQUIRE(arguments);
  CHECK(arguments->words() == std::vector<std::string>{"--json", "-x"});
}

TEST_CASE("numbers cover 64 bits, decimal and hexadecimal", "[cli][arguments]") {
  CHECK(parsed({"--count", "0"})->number("count") == 0);
  CHECK(parsed({"--count", "18446744073709551615"})->number("count") == UINT64_MAX);
  CHECK(parsed({"--count", "0xFFFFFFFFFFFFFFFF"})->number("count") == UINT64_MAX);
}

TEST_CASE("what is no whole number of 64 bits is refused", "[cli][arguments]") {
  for (const char* text : {"--count=-1",
                           "--count=+1",
                           "--count=18446744073709551616",
                           "--count=1e3",
                           "--count=1.0",
                           "--count= 1",
                           "--count=1 ",
                           "--count=0x",
                           "--count=0x-1",
                           "--count=ten"}) {
    CAPTURE(text);
    CHECK_THAT(problem({text}),
               Contains("--count: not a whole number from 0 to 18446744073709551615"));
  }
  CHECK_FALSE(parsed({"--count", "-1"}));
}

TEST_CASE("an abbreviated option is unknown and gets a hint", "[cli][arguments]") {
  CHECK_THAT(problem({"--coun", "1"}),
             Contains("unknown option --coun; did you mean \"--count\"?"));
  CHECK_THAT(problem({"--js"}), Contains("unknown option --js"));
}

TEST_CASE("single dashes, and stuck letters, are unknown options", "[cli][arguments]") {
  CHECK_FALSE(parsed({"-j"}));
  CHECK_FALSE(parsed({"-json"}));
  CHECK_FALSE(parsed({"-1"}));
}

TEST_CASE("an option given twice is refused unless it may be repeated", "[cli][arguments]") {
  CHECK_THAT(problem({"--count", "1", "--count", "2"}),
             Contains("--count is given more than once"));
  CHECK_FALSE(parsed({"--out", "a", "--out", "a"}));
}

TEST_CASE("a missing or empty value is refused", "[cli][arguments]") {
  CHECK_FALSE(parsed({"--count"}));
  CHECK_FALSE(parsed({"--out"}));
  CHECK_FALSE(parsed({"--out="}));
  CHECK_FALSE(parsed({"--out", ""}));
}

TEST_CASE("a switch takes no value", "[cli][arguments]") {
  CHECK_FALSE(parsed({"--json=yes"}));
}

TEST_CASE("a choice lists its alternatives", "[cli][arguments]") {
  CHECK_THAT(problem({"--mode", "fats"}),
             Contains("\"fats\" is not one of fast, slow; did you mean \"fast\"?"));
}

TEST_CASE("an option of a later version says so", "[cli][arguments]") {
  CHECK_THAT(problem({"--html", "x"}), Contains("--html is not available in this version"));
  CHECK_THAT(problem({"--html=x"}), Contains("--html is not available in this version"));
}

TEST_CASE("words are counted and never empty", "[cli][arguments]") {
  CHECK_THAT(problem({"a", "b", "c"}), Contains("unexpected argument \"c\""));
  CHECK_FALSE(parsed({""}));
}

TEST_CASE("value names tell the alternatives", "[cli][arguments]") {
  CHECK(choices_of("a|b|c") == std::vector<std::string>{"a", "b", "c"});
  CHECK(choices_of("FILE").empty());
}
