// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

/// A scenario whose task executes the program "p" over the given memory.
std::string program(const std::string& memory, const std::string& code) {
  return scenario_with(R"(, "memory": )" + memory + R"(, "code": {"p": )" + code + "}",
                       R"([{"code": "p"}])");
}

std::string lines(const std::string& text) {
  return program("{}", R"({"text": [)" + text + "]}");
}

}  // namespace

TEST_CASE("locations get lines of their own, around those with addresses", "[scenario][memory]") {
  const auto scenario = read(scenario_with(R"(, "memory": {"locations": {
      "x": {}, "here": {"address": "0x10048", "words": 2}, "y": {"words": 9, "initial": "0xff"}, "z": {}}})"));
  REQUIRE(scenario);
  const auto& locations = scenario->memory.locations;
  REQUIRE(locations.size() == 4);
  CHECK(locations[0].name == "x");
  CHECK(locations[0].address == 0x10000);
  CHECK(locations[0].words == 1);
  CHECK(locations[0].initial == 0);
  CHECK(locations[1].address == 0x10048);
  // Lines 0x10040 is used in part; nine words take two lines.
  CHECK(locations[2].address == 0x10080);
  CHECK(locations[2].initial == 0xff);
  CHECK(locations[3].address == 0x10100);
}

TEST_CASE("only addresses make two locations share a line", "[scenario][memory]") {
  const auto scenario = read(scenario_with(R"(, "memory": {"locations": {
      "a": {"address": 65536}, "b": {"address": 65544}}})"));
  REQUIRE(scenario);
  CHECK(scenario->memory.locations[1].address == 0x10008);
}

TEST_CASE("registers of a program start with values, addresses of locations, and 0",
          "[scenario][memory]") {
  const auto scenario = read(program(R"({"locations": {"x": {}, "y": {}}})",
                                     R"({"text": ["again: LDR X0,[X1]", "", "B again // on"],
                                         "registers": {"X1": "y", "x30": 18446744073709551615}})"));
  REQUIRE(scenario);
  const CodeSpec& code = scenario->codes.at(0);
  CHECK(code.name == "p");
  CHECK(code.program.code.size() == 2);
  CHECK(code.registers[0] == 0);
  CHECK(code.registers[1] == scenario->memory.locations[1].address);
  CHECK(code.registers[30] == ~std::uint64_t{0});
  CHECK(code.longest == Cycles{10'000'000});
}

TEST_CASE("an item names its program, how often, and where it runs", "[scenario][memory]") {
  const auto scenario = read(scenario_with(
      R"(, "code": {"a": {"text": ["NOP"]}, "b": {"text": ["NOP"]}})",
      R"([{"code": "b", "times": 7, "el": 1}, {"repeat": 2, "run": [{"code": "a"}]}])"));
  REQUIRE(scenario);
  const auto& body = scenario->tasks[0].body;
  const auto& first = std::get<CodeItem>(body[0].what);
  CHECK(first.code == 1);
  CHECK(first.times == 7);
  CHECK(first.context.level == ExceptionLevel::el1);
  const auto& inner = std::get<CodeItem>(std::get<RepeatItem>(body[1].what).body[0].what);
  CHECK(inner.code == 0);
  CHECK(inner.times == 1);
  CHECK(inner.context.level == ExceptionLevel::el0);
}

TEST_CASE("latencies are those that are given, else as the pipeline has them",
          "[scenario][memory]") {
  const auto scenario = read(
      scenario_with(R"(, "memory": {"latencies": {"remote_cycles": 77, "delayed_of_256": 256}})"));
  REQUIRE(scenario);
  CHECK(scenario->memory.latencies.remote == 77);
  CHECK(scenario->memory.latencies.delayed_of_256 == 256);
  CHECK(scenario->memory.latencies.hit == memory::Latencies{}.hit);
  CHECK(scenario->memory.latencies.start_skew == 0);
}

TEST_CASE("a mistake in a program is told with its line and column", "[scenario][memory]") {
  CHECK(complains(lines(R"("NOP", "  LDX X0,[X1]")"),
                  "/code/p/text/1: column 3: unknown instruction 'LDX'"));
  CHECK(complains(lines(R"("B nowhere")"), "/code/p/text/0: column 3: "));
  CHECK(complains(lines(R"("a: NOP", "NOP", "a: NOP")"),
                  "/code/p/text/2: column 1: label 'a' stands twice; it stands at /code/p/text/0"));
  CHECK(problems(lines(R"("FOO", "NOP", "BAR")")).size() == 2);
}

TEST_CASE("a location that nobody declared is no start value", "[scenario][memory]") {
  CHECK(complains(program(R"({"locations": {"flag": {}}})",
                          R"({"text": ["NOP"], "registers": {"X1": "flga"}})"),
                  R"(/code/p/registers/X1: unknown location "flga"; did you mean "flag"?)"));
}

TEST_CASE("what the pipeline does not execute is refused", "[scenario][memory]") {
  CHECK(complains(lines(R"("NOP", "SVC #0")"), "instruction 2, SVC #0, is none that the pipeline"));
  CHECK(complains(lines(R"("MRS X0,PMCCNTR_EL0")"),
                  "instruction 1, MRS X0,PMCCNTR_EL0, is none that the pipeline"));
  CHECK(complains(lines(R"("MSR PMEVCNTR0_EL0,X0")"),
                  "instruction 1, MSR PMEVCNTR0_EL0,X0, is none that the pipeline"));
  CHECK(complains(lines(R"("// nothing")"), "no instruction is in it"));
}

TEST_CASE("the words of all locations are bounded", "[scenario][memory]") {
  const auto memory = [](const std::string& words) {
    return scenario_with(R"(, "memory": {"locations": {"a": {"words": 1048576}, "b": {"words": )" +
                         words + "}}}");
  };
  CHECK(complains(memory("1"), "1048577 words in all, expected at most 1048576"));
  CHECK(complains(memory("1048577"), "/memory/locations/b/words"));
}

TEST_CASE("a program needs as many slots as its widest instruction, where it runs",
          "[scenario][memory]") {
  const auto on = [](const std::string& slots, const std::string& cpus) {
    return R"({"format": 1, "name": "s", "code": {"p": {"text": ["NOP"]}},
        "platform": {"cpu_types": {"big": {}, "little": {"slots": )" +
           slots + R"(}}, "cpus": [{"type": "big"}, {"type": "little"}]},
        "tasks": [{"name": "t", "cpus": [)" +
           cpus + R"(], "run": [{"code": "p"}]}]})";
  };
  CHECK(read(on("3", "1")));
  CHECK(read(on("0", "1")));
  CHECK(read(on("2", "0")));
  CHECK(complains(on("2", "1"),
                  "cpu1 has slots for 2 operations a cycle, and an instruction of a program takes "
                  "up to 3; give its type at least 3"));
}

TEST_CASE("programs run on at most 64 CPUs", "[scenario][memory]") {
  const auto on = [](const std::string& cpus) {
    return scenario_with(
        R"(, "code": {"p": {"text": ["NOP"]}}, "platform": {"cpus": [{"count": )" + cpus + "}]}",
        R"([{"code": "p"}])");
  };
  CHECK(read(on("64")));
  CHECK(complains(on("65"), "65 CPUs, but the memory that programs run on has at most 64"));
}
