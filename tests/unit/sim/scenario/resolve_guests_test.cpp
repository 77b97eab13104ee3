// SPDX-License-Identifier: Apache-2.0
//
// Tasks and vCPUs of the modelled Linux.
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

std::string with(const std::string& parts, int cpus = 2) {
  return R"({"format": 1, "name": "x", "kernel": {"model": "linux"}, "platform": {"cpus": [{"count": )" +
         std::to_string(cpus) + "}]}, " + parts + "}";
}

std::string with_vcpus(const std::string& vcpus) {
  return with(R"("guests": [{"name": "vm", "vcpus": [)" + vcpus + "]}]");
}

}  // namespace

TEST_CASE("vCPUs are named after their guest, and so are their streams by default",
          "[scenario][guests]") {
  const auto scenario =
      read(with_vcpus(R"({"run": ["exit"]}, {"cpu": 1, "stream": "s", "run": ["exit"]})"));
  REQUIRE(scenario);
  CHECK(scenario->tasks.empty());
  const auto& vcpus = scenario->guests.at(0).vcpus;
  REQUIRE(vcpus.size() == 2);
  CHECK(vcpus[0].name == "vm/vcpu0");
  CHECK(vcpus[0].stream == "vm/vcpu0");
  CHECK(vcpus[0].cpus == std::vector<CpuId>{CpuId{0}, CpuId{1}});
  CHECK(vcpus[1].name == "vm/vcpu1");
  CHECK(vcpus[1].stream == "s");
  CHECK(vcpus[1].cpus == std::vector<CpuId>{CpuId{1}});
}

TEST_CASE("guest code runs at EL1 unless it says otherwise", "[scenario][guests]") {
  const auto scenario = read(with_vcpus(R"({"run": [{"cycles": 1}, {"el": 0, "cycles": 2}]})"));
  REQUIRE(scenario);
  const auto& body = scenario->guests[0].vcpus[0].body;
  CHECK(std::get<RunItem>(body.at(0).what).context ==
        ExecutionContext{.level = ExceptionLevel::el1});
  CHECK(std::get<RunItem>(body.at(1).what).context ==
        ExecutionContext{.level = ExceptionLevel::el0});
}

TEST_CASE("exits are of three kinds", "[scenario][guests]") {
  const auto scenario = read(with_vcpus(R"({"run": ["exit", "fixup_exit", "exit_to_user"]})"));
  REQUIRE(scenario);
  const auto kind = [&](std::size_t index) {
    return std::get<ExitItem>(scenario->guests[0].vcpus[0].body.at(index).what).kind;
  };
  CHECK(kind(0) == ExitItem::Kind::host);
  CHECK(kind(1) == ExitItem::Kind::fixup);
  CHECK(kind(2) == ExitItem::Kind::user);
}

TEST_CASE("a vCPU has one CPU or a list of them", "[scenario][guests]") {
  CHECK(complains(with_vcpus(R"({"cpu": 0, "cpus": [0], "run": ["exit"]})"),
                  R"(/guests/0/vcpus/0/cpu: found both "cpu" and "cpus")"));
  CHECK(complains(with_vcpus(R"({"cpu": 2, "run": ["exit"]})"),
                  "/guests/0/vcpus/0/cpu: there is no CPU 2"));
  CHECK(complains(with_vcpus(R"({"cpus": [0, 3], "run": ["exit"]})"),
                  "/guests/0/vcpus/0/cpus/1: there is no CPU 3"));
}

TEST_CASE("names of tasks and vCPUs are unique together", "[scenario][guests]") {
  CHECK(complains(with(
                      R"("tasks": [{"name": "vm/vcpu1", "run": [{"cycles": 1}]}],
             "guests": [{"name": "vm", "vcpus": [{"run": ["exit"]}, {"run": ["exit"]}]}])"),
                  R"(/guests/0/name: a task called "vm/vcpu1" exists already)"));
  const std::string twice = with(
      R"("guests": [{"name": "vm", "vcpus": [{"run": ["exit"]}]}, {"name": "vm", "vcpus": [{"run": ["exit"]}]}])");
  CHECK(complains(twice, R"(/guests/1/name: a guest called "vm" exists already)"));
  CHECK(problems(twice).size() == 1);
}

TEST_CASE("something must run", "[scenario][guests]") {
  CHECK(complains(with(R"("tasks": [])"), "/tasks: nothing runs"));
  CHECK(complains(R"({"format": 1, "name": "x"})", "nothing runs"));
  CHECK(problems(with(R"("tasks": 5)")).size() == 1);
}

TEST_CASE("several tasks share a CPU of Linux; cpus is their affinity", "[scenario][guests]") {
  const auto scenario = read(with(
      R"("tasks": [{"name": "a", "run": [{"cycles": 1}]}, {"name": "b", "run": [{"cycles": 1}]}])"));
  REQUIRE(scenario);
  CHECK(scenario->tasks[1].cpus.size() == 2);
}

TEST_CASE("a task migrates within its affinity", "[scenario][guests]") {
  const auto text = [](const std::string& target) {
    return with(R"("tasks": [{"name": "a", "cpus": [1], "run": [{"cycles": 1}, {"migrate": )" +
                target + "}]}]");
  };
  CHECK(problems(text("1")).empty());
  CHECK(complains(text("0"), "/tasks/0/run/1/migrate: the task may not run on CPU 0"));
  CHECK(complains(text("2"), "/tasks/0/run/1/migrate: there is no CPU 2"));
}

TEST_CASE("a parent is a task that stands before its child", "[scenario][guests]") {
  const auto text = [](const std::string& first, const std::string& second) {
    return with(R"("tasks": [{"name": "a")" + first + R"(, "run": [{"cycles": 1}]}, {"name": "b")" +
                second + R"(, "run": [{"cycles": 1}]}])");
  };
  const auto scenario = read(text("", R"(, "parent": "a")"));
  REQUIRE(scenario);
  CHECK(scenario->tasks[1].parent == "a");
  CHECK(complains(text(R"(, "parent": "b")", ""), R"(/tasks/0/parent: no task before this one)"));
  CHECK(complains(text(R"(, "parent": "a")", ""), R"(/tasks/0/parent: no task before this one)"));
}

TEST_CASE("no body goes on for ever at one instant", "[scenario][guests]") {
  const auto task = [](const std::string& run) {
    return with(R"("tasks": [{"name": "a", "repeat": 9223372036854775807, "run": )" + run + "}]");
  };
  CHECK(complains(task(R"(["yield"])"), "/tasks/0/run: nothing in it takes time"));
  CHECK(complains(task(R"([{"cycles": 1}, {"repeat": 9, "run": ["yield", {"migrate": 0}]}])"),
                  "/tasks/0/run/1/run: nothing in it takes time"));
  CHECK_FALSE(complains(task(R"(["yield", {"sleep_ns": 1}])"), "nothing in it takes time"));
}

TEST_CASE("programs that are bound to one CPU take turns, and their lengths add up",
          "[scenario][guests]") {
  // 2,500,000,000,000,000 ns are 2.5 * 10^18 ps; 2^62 ps are 4.6 * 10^18.
  const auto text = [](const std::string& first, const std::string& second) {
    return with(R"("tasks": [{"name": "a", "cpus": )" + first +
                R"(, "run": [{"sleep_ns": 2500000000000000}]}, {"name": "b", "cpus": )" + second +
                R"(, "run": [{"sleep_ns": 2500000000000000}]}])");
  };
  CHECK(complains(text("[0]", "[0]"), "/tasks/1: runs for longer than 2^62 ps (53 days) on cpu0"));
  CHECK(problems(text("[0]", "[1]")).empty());
  CHECK(problems(text("[0, 1]", "[1]")).empty());
}

TEST_CASE("exits without end are longer than 2^62 ps", "[scenario][guests]") {
  CHECK(complains(with_vcpus(R"({"repeat": 9223372036854775, "run": ["exit"]})"),
                  "/guests/0/vcpus/0: runs for longer than 2^62 ps"));
}

TEST_CASE("tasks and vCPUs together are as many as CPUs can be", "[scenario][guests]") {
  std::string vcpus = R"({"run": ["exit"]})";
  for (int i = 1; i < 1024; ++i) {
    vcpus += R"(, {"run": ["exit"]})";
  }
  CHECK(problems(with_vcpus(vcpus)).empty());
  CHECK(complains(with(R"("tasks": [{"name": "a", "run": [{"cycles": 1}]}],
                          "guests": [{"name": "vm", "vcpus": [)" +
                       vcpus + "]}]"),
                  "found 1025 tasks and vCPUs, expected at most 1024"));
}
