// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <catch2/catch.hpp>

#include "sim/cli/sweep_progress.h"
#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim;
using namespace pmusim::cli;
using Catch::Contains;

namespace {

/// One CPU that runs cycles at EL0 or EL1 while perf counts them at EL0.
constexpr const char* kScenario = R"({
  "format": 1, "name": "user",
  "platform": {"cpus": [{}]},
  "tasks": [{"name": "app", "run": [{"el": 0, "cycles": 100}]}],
  "perf": [{"events": [{"name": "cycles", "event": "cycles:u"}]}],
  "expect": [{"that": "/events/cycles/count", "equals": 100}]
})";

class SweepFiles {
 public:
  [[nodiscard]] Ran sweep(std::vector<std::string> options) const {
    options.insert(options.begin(),
                   {"sweep", scenario_, "--out", files_.path("out"), "--jobs", "2"});
    return run_pmusim(options);
  }

  [[nodiscard]] std::string csv() const { return content_of(files_.path("out/sweep.csv")); }

  [[nodiscard]] bool has_results() const {
    return std::filesystem::exists(files_.path("out/sweep.csv"));
  }

 private:
  Files files_;
  std::string scenario_ = files_.add("user.json", kScenario);
};

}  // namespace

TEST_CASE("a sweep records the counts of events at each point", "[cli][sweep]") {
  const SweepFiles files;
  const Ran ran = files.sweep({"--param", "/tasks/app/run/0/cycles=50:150:50"});
  CHECK(ran.code == ExitCode::fine);
  CHECK(ran.out.empty());
  CHECK_THAT(ran.err, Contains("user: 3 points, 2 with failed expectations"));
  CHECK(files.csv() ==
        "point,/tasks/app/run/0/cycles,expectations,/events/cycles/count,problem\n"
        "0,50,failed,50,\n1,100,ok,100,\n2,150,failed,150,\n");
}

TEST_CASE("a measure that is named records other values of the result instead of counts",
          "[cli][sweep]") {
  const SweepFiles files;
  const Ran ran = files.sweep({"--param",
                               "/tasks/app/run/0/el=0,1",
                               "--measure",
                               "/cpus/cpu0/cycles",
                               "--measure",
                               "/events/cycles/count"});
  CHECK(ran.code == ExitCode::fine);
  CHECK(files.csv() ==
        "point,/tasks/app/run/0/el,expectations,/cpus/cpu0/cycles,/events/cycles/count,problem\n"
        "0,0,ok,100,100,\n1,1,failed,100,0,\n");
}

TEST_CASE("a measure that no point has is an error with the nearest name", "[cli][sweep]") {
  const SweepFiles files;
  const Ran ran = files.sweep({"--param", "/seed=1,2", "--measure", "/events/cycle/count"});
  CHECK(ran.code == ExitCode::usage);
  CHECK_THAT(ran.err, Contains("did you mean \"cycles\"?"));
  CHECK_THAT(ran.err, Contains("--measure /events/cycle/count: no point has a plain value there"));
  const SweepFiles others;
  CHECK_THAT(others.sweep({"--param", "/seed=1,2", "--measure", "/events"}).err,
             Contains("a list or object is no plain value"));
}

TEST_CASE("a point whose scenario is wrong is recorded, and the others run", "[cli][sweep]") {
  const SweepFiles files;
  const Ran ran = files.sweep({"--param", "/tasks/app/run/0/el=9,1,0"});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.err, Contains("pmusim: point 0: --param /tasks/app/run/0/el=9"));
  CHECK_THAT(files.csv(), Contains("\n1,1,failed,0,\n2,0,ok,100,\n"));
}

TEST_CASE("a point whose run broke off never passes, whatever its expectations, and says why",
          "[cli][sweep]") {
  Files files;
  // A tick lasts 1,000 cycles at 10 MHz, so a guest whose entry takes as long never executes.
  const std::string expectation =
      GENERATE(R"(, "expect": [{"that": "/events/guest/leaked", "equals": 0}])", "");
  const std::string scenario = files.add("storm.json",
                                         R"({
    "format": 1, "name": "storm",
    "platform": {"cpus": [{"frequency_mhz": 10}]},
    "kernel": {"vhe": false, "tick_hz": 10000},
    "guests": [{"name": "vm", "vcpus": [{"run": [{"cycles": 100}]}]}],
    "perf": [{"events": [{"name": "guest", "event": "cycles:G"}]}])" +
                                             expectation + "}");
  const std::vector<std::string> command{"sweep",
                                         scenario,
                                         "--param",
                                         "/kernel/kvm/entry_after_switch_cycles=4,1000",
                                         "--out",
                                         files.path("out")};
  const std::string good = expectation.empty() ? "unchecked" : "ok";
  // The second call finds both points in the journal.
  for (int call = 0; call < 2; ++call) {
    const Ran ran = run_pmusim(command);
    CHECK(ran.code == ExitCode::disagreement);
    CHECK_THAT(ran.err, Contains("storm: 2 points, 1 broken off"));
    const std::string csv = content_of(files.path("out/sweep.csv"));
    CHECK_THAT(csv, Contains("\n0,4," + good + ",100,0,0,\n"));
    CHECK_THAT(csv, Contains("\n1,1000,broken,0,0,0,vm/vcpu0: given up after"));
    CHECK_THAT(content_of(files.path("out/sweep.svg")), Contains("1 without a result"));
  }
}

TEST_CASE("the notes of a run stand beside its values", "[cli][sweep]") {
  Files files;
  const std::string scenario = files.add("waits.json", R"({
    "format": 1, "name": "waits",
    "platform": {"cpus": [{}]},
    "tasks": [{"name": "app", "run": [{"el": 0, "cycles": 100}, "wait"]}],
    "perf": [{"events": [{"name": "cycles", "event": "cycles:u"}]}]
  })");
  const Ran ran = run_pmusim({"sweep", scenario, "--param", "/seed=1", "--out", files.path("out")});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(content_of(files.path("out/sweep.csv")),
             Contains("0,1,unchecked,101,cpu0: waits for an interrupt that never comes"));
}

TEST_CASE("what --set and --seed give holds at every point", "[cli][sweep]") {
  const SweepFiles files;
  const Ran ran = files.sweep({"--param",
                               "/seed=1,2",
                               "--set",
                               "/tasks/app/run/0/cycles=7",
                               "--measure",
                               "/cpus/cpu0/cycles"});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(files.csv(), Contains("\n0,1,failed,7,\n"));
}

TEST_CASE("what is wrong at every point is found before anything runs", "[cli][sweep]") {
  const SweepFiles files;
  const auto refusal = [&](const std::vector<std::string>& options, ExitCode code) {
    const Ran ran = files.sweep(options);
    CHECK(ran.code == code);
    CHECK_FALSE(files.has_results());
    return ran.err;
  };
  using enum ExitCode;
  CHECK_THAT(refusal({"--param", "/tasks/app/runs/0/el=0,1"}, wrong_input),
             Contains("unknown key \"runs\"; did you mean \"run\"?"));
  CHECK_THAT(refusal({"--param", "/tasks/appp/run=0,1"}, wrong_input),
             Contains("none called \"appp\""));
  CHECK_THAT(refusal({"--param", "/format/x=0,1"}, wrong_input),
             Contains("has nothing called \"x\""));
  CHECK_THAT(refusal({"--param", "/seed=1,2", "--set", "/tasks/0/run/0/el=8"}, wrong_input),
             Contains("el"));
  CHECK_THAT(refusal({}, usage), Contains("no --param"));
  CHECK_THAT(refusal({"--param", "/seed=3:1:1"}, usage), Contains("the range is empty"));
  CHECK_THAT(refusal({"--param", "/seed=1", "--param", "/seed=2"}, usage), Contains("given twice"));
  CHECK_THAT(refusal({"--param", "/seed=1,2", "--seed", "3"}, usage),
             Contains("--seed 3: --param varies this value"));
  CHECK_THAT(refusal({"--param", "/seed=1,2", "--set", "/seed=3"}, usage),
             Contains("--set /seed=3"));
  CHECK_THAT(refusal({"--param", "/seed=1,2", "--shard", "3/2"}, usage), Contains("--shard 3/2"));
  CHECK_THAT(refusal({"--param", "/seed=1,2", "--measure", "x"}, usage),
             Contains("expected a JSON pointer"));
  CHECK_THAT(refusal({"--param", "/seed=1,2", "--measure", "/a", "--measure", "/a"}, usage),
             Contains("given twice"));
  const Ran none = run_pmusim({"sweep", "x.json", "--param", "/seed=1", "--jobs", "0"});
  CHECK(none.code == usage);
  CHECK_THAT(none.err, Contains("--jobs 0: without a worker nothing gets done"));
  const Ran missing = run_pmusim({"sweep", "/no/such.json", "--param", "/seed=1"});
  CHECK(missing.code == wrong_input);
}

TEST_CASE("two pointers to one value are refused however they name it", "[cli][sweep]") {
  const SweepFiles files;
  const auto refused = [&](const std::vector<std::string>& options, const std::string& message) {
    const Ran ran = files.sweep(options);
    CHECK(ran.code == ExitCode::usage);
    CHECK_THAT(ran.err, Contains(message));
    CHECK_FALSE(files.has_results());
  };
  const std::string by_name = "/tasks/app/run/0/cycles";
  const std::string by_number = "/tasks/0/run/0/cycles";
  const std::string by_zeros = "/tasks/00/run/000/cycles";
  for (const auto& [first, second] : {std::pair{by_name, by_number},
                                      std::pair{by_number, by_zeros},
                                      std::pair{by_zeros, by_name}}) {
    refused({"--param", first + "=1,2", "--param", second + "=3,4"},
            "--param " + second + ": --param " + first + " gives the same value, " + by_number);
    refused({"--param", first + "=1,2", "--set", second + "=3"},
            "--param " + first + ": --set " + second + "=3 gives the same value, " + by_number);
  }
  // Of one element, but not one value.
  CHECK(files.sweep({"--set", "/tasks/0/run/0/el=0", "--param", by_name + "=100"}).code ==
        ExitCode::fine);
}

TEST_CASE("a scenario without events needs a measure", "[cli][sweep]") {
  Files files;
  const std::string scenario = files.add("thousand.json", thousand_cycles("1005"));
  const std::vector<std::string> sweep{
      "sweep", scenario, "--out", files.path("out"), "--param", "/seed=1,2"};
  const Ran refused = run_pmusim(sweep);
  CHECK(refused.code == ExitCode::wrong_input);
  CHECK_THAT(refused.err, Contains("--measure /result/pointer"));
  std::vector<std::string> with_measure = sweep;
  with_measure.insert(with_measure.end(), {"--measure", "/cpus/cpu0/cycles"});
  CHECK(run_pmusim(with_measure).code == ExitCode::fine);
}

TEST_CASE("a shard says how to go on, and writes no documents", "[cli][sweep]") {
  const SweepFiles files;
  const Ran ran = files.sweep({"--param", "/seed=1:5:1", "--shard", "2/2"});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.err, Contains("2 points") && Contains("sweep.2-of-2.journal is complete"));
  CHECK_FALSE(files.has_results());
}

TEST_CASE("the progress of a sweep appears after a second and is wiped", "[cli][sweep][progress]") {
  using namespace std::chrono_literals;
  std::ostringstream terminal;
  const SweepProgress::Clock::time_point start{};
  {
    SweepProgress progress{terminal, "x", 10, 100, start};
    progress.show(20, start + 999ms);
    CHECK(terminal.str().empty());
    progress.show(30, start + 2s);
    CHECK_THAT(terminal.str(),
               Contains("x [#######-----------------] 30 of 100 points, 10 a second, 7 s left"));
    const std::string shown = terminal.str();
    progress.show(31, start + 2050ms);  // too soon
    CHECK(terminal.str() == shown);
    progress.show(100, start + 9s);
    CHECK_THAT(terminal.str(), Contains("[########################] 100 of 100"));
  }
  CHECK_THAT(terminal.str(), Catch::EndsWith("\r\033[K"));
}

TEST_CASE("points of another recording are not taken for those of this one, wherever it is started",
          "[cli][sweep]") {
  Files files;  // none of them lies in the working folder
  const std::string scenario = files.add("played.json", R"({
    "format": 1, "name": "played",
    "activities": {"run": {"events": {"INST_RETIRED": {"file": "run.csv"}}}},
    "platform": {"cpus": [{}]},
    "tasks": [{"name": "app", "run": [{"el": 0, "cycles": 2, "activity": "run"}]}],
    "perf": [{"events": [{"name": "instructions", "event": "instructions:u"}]}]
  })");
  const std::string parameter =
      GENERATE("/seed=1,2", "/activities/run/events/INST_RETIRED/file=short.csv,run.csv");
  const auto sweep = [&] {
    return run_pmusim({"sweep", scenario, "--param", parameter, "--out", files.path("out")});
  };
  files.add("short.csv", "INST_RETIRED\n9\n");
  files.add("run.csv", "INST_RETIRED\n1\n2\n");
  CHECK(sweep().code == ExitCode::fine);
  CHECK_THAT(content_of(files.path("out/sweep.csv")), Contains(",unchecked,3,"));

  files.add("run.csv", "INST_RETIRED\n1\n4\n");
  const Ran changed = sweep();
  CHECK(changed.code == ExitCode::usage);
  CHECK_THAT(changed.err, Contains("--restart"));
  files.add("run.csv", "INST_RETIRED\n1\n2\n");
  CHECK(sweep().code == ExitCode::fine);
}
