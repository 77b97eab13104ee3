// SPDX-License-Identifier: Apache-2.0
//
// A process can elaborate SystemC once, so each test case runs at most one scenario in this
// process; several at once run in workers.
#include <algorithm>
#include <array>
#include <csignal>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "sim/cli/run_scenario.h"
#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
using Catch::Contains;
using Json = nlohmann::json;

TEST_CASE("run prints a table and says that the expectation holds", "[cli][run][systemc]") {
  Files files;
  const Ran ran = run_pmusim({"run", files.add("s.json", thousand_cycles("1005"))});
  CHECK(ran.err.empty());
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out,
             Contains("thousand") && Contains("1,005") && Contains("Expectations: 1 of 1 hold"));
}

TEST_CASE("run gives status 1 when an expectation does not hold", "[cli][run][systemc]") {
  Files files;
  const Ran ran = run_pmusim({"run", files.add("s.json", thousand_cycles("1004"))});
  CHECK(ran.code == ExitCode::disagreement);
  CHECK_THAT(ran.out,
             Contains("FAILED /cpus/cpu0/counters/PMCCNTR_EL0/value: want 1004, got 1005"));
}

TEST_CASE("run --json prints one document and --out writes the same", "[cli][run][systemc]") {
  Files files;
  const Ran ran = run_pmusim({"run",
                              files.add("s.json", thousand_cycles("1005")),
                              "--json",
                              "--out",
                              files.path("out"),
                              "--csv",
                              files.path("csv"),
                              "--seed",
                              "3"});
  CHECK(ran.code == ExitCode::fine);
  const Json json = Json::parse(ran.out);
  CHECK(json["scenario"] == "thousand");
  CHECK(json["seed"] == 3);
  CHECK(json["complete"] == true);
  CHECK(json["expectations"][0]["ok"] == true);
  CHECK(content_of(files.path("out/result.json")) == ran.out);
  CHECK_THAT(content_of(files.path("csv/counters.csv")), Contains("cpu0,PMCCNTR_EL0,"));
  CHECK_THAT(ran.err, Contains("wrote " + files.path("out/result.json")));
}

TEST_CASE("run in steps of a cycle gives the same", "[cli][run][systemc]") {
  Files files;
  CHECK(run_pmusim({"run", files.add("s.json", thousand_cycles("1005")), "--step", "cycle"}).code ==
        ExitCode::fine);
}

TEST_CASE("pictures that the recording's limit cut off are never drawn in silence", "[cli][run]") {
  Files files;
  // Each cycle has a context of its own, and a million spans are kept.
  const std::string file = files.add("long.json", R"({
    "format": 1, "name": "long", "platform": {"cpus": [{}]},
    "tasks": [{"name": "app", "run": [{"el": 0, "cycles": 1}, {"el": 1, "cycles": 1}],
               "repeat": 500001}]})");
  const Ran ran = run_pmusim({"run", file, "--perfetto", files.path("run.pftrace")});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.err,
             Contains("the recording reached its limit: 2 spans are left out of the trace\n"));
  CHECK_THAT(content_of(files.path("run.pftrace")), Contains("not the whole run"));
}

TEST_CASE("run reports a file that cannot be written and still prints the result",
          "[cli][run][systemc]") {
  Files files;
  const std::string in_the_way = files.add("file", "");
  const Ran ran =
      run_pmusim({"run", files.add("s.json", thousand_cycles("1005")), "--out", in_the_way});
  CHECK(ran.code == ExitCode::io);
  CHECK_THAT(ran.out, Contains("1,005"));
  CHECK_THAT(ran.err, Contains(in_the_way) && !Contains("wrote"));
}

TEST_CASE("run draws a page and a trace and changes no result", "[cli][run][systemc]") {
  Files files;
  const std::string file = files.add("s.json", thousand_cycles("1005"));
  const Ran ran = run_pmusim(
      {"run", file, "--html", files.path("new/run.html"), "--perfetto", files.path("run.pftrace")});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out, Contains("1,005"));
  CHECK_THAT(ran.err,
             Contains("wrote " + files.path("new/run.html")) &&
                 Contains("wrote " + files.path("run.pftrace")));
  CHECK_THAT(content_of(files.path("new/run.html")), Contains(R"("scenario":"thousand")"));
  CHECK_THAT(content_of(files.path("run.pftrace")), Contains("cpu0 ("));
}

TEST_CASE("run gives status 4 when a picture cannot be written", "[cli][run][systemc]") {
  Files files;
  const std::string in_the_way = files.add("file", "");
  const Ran ran = run_pmusim({"run",
                              files.add("s.json", thousand_cycles("1005")),
                              "--html",
                              in_the_way + "/run.html",
                              "--perfetto",
                              files.path("run.pftrace")});
  CHECK(ran.code == ExitCode::io);
  CHECK_THAT(ran.out, Contains("1,005"));
  CHECK_THAT(ran.err,
             Contains(in_the_way + "/run.html: cannot write") &&
                 Contains("wrote " + files.path("run.pftrace")));
}

TEST_CASE("several scenarios run in order, each in a process and a folder of its own",
          "[cli][run][systemc]") {
  Files files;
  const std::string good = files.add("good.json", thousand_cycles("1005"));
  const std::string bad = files.add("bad.json", thousand_cycles("7"));
  const Ran ran = run_pmusim({"run", good, bad, good, "--json", "--out", files.path("out")});
  CHECK(ran.code == ExitCode::disagreement);
  const Json json = Json::parse(ran.out);
  REQUIRE(json.size() == 3);
  CHECK(json[0]["expectations"][0]["ok"] == true);
  CHECK(json[1]["expectations"][0]["ok"] == false);
  CHECK(Json::parse(content_of(files.path("out/bad/result.json"))) == json[1]);
  CHECK(Json::parse(content_of(files.path("out/good_2/result.json"))) == json[2]);
}

TEST_CASE("nothing runs when one scenario of several is wrong", "[cli][run]") {
  Files files;
  const std::string good = files.add("good.json", thousand_cycles("1005"));
  const Ran ran = run_pmusim({"run", good, files.add("bad.json", "{}"), files.path("none.json")});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK(ran.out.empty());
  CHECK_THAT(ran.err, Contains("bad.json") && Contains("none.json"));
}

TEST_CASE("a signal ends a run early with a partial result", "[cli][run][systemc]") {
  Files files;
  const std::string file = files.add("s.json", thousand_cycles("1005"));
  // Enough cycles for an hour; the alarm comes after a second, when the run is under way.
  std::signal(SIGALRM, [](int) { std::raise(SIGTERM); });
  ::alarm(1);
  const Ran ran = run_pmusim({"run",
                              file,
                              "--step",
                              "cycle",
                              "--json",
                              "--set",
                              "/tasks/0/run/0/cycles=1000000000000",
                              "--out",
                              files.path("out")});
  CHECK(ran.code == ExitCode::interrupted);
  CHECK(Json::parse(ran.out)["complete"] == false);
  CHECK(Json::parse(ran.out)["expectations"].empty());
  CHECK(content_of(files.path("out/result.json")) == ran.out);
}

TEST_CASE("run refuses options that contradict each other", "[cli][run][usage]") {
  Files files;
  const std::string file = files.add("s.json", thousand_cycles("1005"));
  const auto usage_error = [](const std::vector<std::string>& texts, const char* message) {
    const Ran ran = run_pmusim(texts);
    CHECK(ran.code == ExitCode::usage);
    CHECK_THAT(ran.err, Contains(message));
  };
  usage_error({"run", file, "--vcd-from", "1"}, "need --vcd FILE");
  usage_error({"run", file, "--vcd-to", "1"}, "need --vcd FILE");
  usage_error({"run", file, "--vcd", "w.vcd", "--vcd-from", "5", "--vcd-to", "5"},
              "--vcd-to must be later");
  usage_error({"run", file, "--vcd", "w.vcd", "--vcd-to", "0"}, "--vcd-to must be later");
  usage_error({"run", file, file, "--vcd", "w.vcd"}, "one scenario at a time");
  usage_error({"run", file, file, "--html", "x.html"}, "--html takes one scenario at a time");
  usage_error({"run", file, file, "--perfetto", "x"}, "run the scenarios one by one");
  usage_error({"run", file, "--html", "x", "--perfetto=x"},
              "--html and --perfetto name the same file");
  usage_error({"run", file, "--step", "leap"}, "\"leap\" is not one of span, cycle");
  usage_error({"run", file, "--seed", "-1"}, "");
  usage_error({"run", file, "--seed=-1"}, "not a whole number");
}

namespace {

/// 400 round trips of a host-only event on each of two CPUs: 1,600 windows of the guest switch.
std::string two_guests() {
  return R"({"format": 1, "name": "guests", "purpose": "many windows",
    "platform": {"cpus": [{"count": 2}]}, "kernel": {"vhe": false},
    "guests": [{"name": "vm", "vcpus": [
      {"cpu": 0, "repeat": 400, "run": [{"cycles": 700}, "exit_to_user"]},
      {"cpu": 1, "repeat": 400, "run": [{"cycles": 900}, "exit_to_user"]}]}],
    "perf": [{"events": ["cycles:H"]}]})";
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

}  // namespace

TEST_CASE("run --out writes all windows, more than the result lists", "[cli][run][systemc]") {
  Files files;
  const std::string scenario = files.add("s.json", two_guests());
  const Ran ran = run_pmusim(
      {"run", scenario, "--json", "--out", files.path("out"), "--csv", files.path("csv")});
  CHECK(ran.code == ExitCode::fine);
  const Json windows = Json::parse(ran.out)["windows"];
  std::size_t all = 0;
  for (const Json& cause : windows["by_cause"]) {
    all += cause["windows"].get<std::size_t>();
  }
  CHECK(all > 1600);
  CHECK(windows["first"].size() == 1000);
  const std::string text = content_of(files.path("out/windows.csv"));
  CHECK(lines_of(text) == all + 1);
  CHECK(content_of(files.path("csv/windows.csv")) == text);
  CHECK_THAT(ran.err, Contains("wrote " + files.path("out/windows.csv")));
}

TEST_CASE("the windows of the result are those that begin first, whatever their CPU",
          "[cli][run][systemc]") {
  Files files;
  const std::vector<std::uint64_t> mhz{1000, 1700};
  const std::vector<std::string> events{"z", "a"};  // of equal windows z goes first
  const std::string scenario = files.add("s.json", R"({"format": 1, "name": "two clocks",
    "platform": {"cpus": [{"frequency_mhz": 1000}, {"frequency_mhz": 1700}]},
    "kernel": {"vhe": false},
    "guests": [{"name": "vm", "vcpus": [
      {"cpu": 0, "repeat": 400, "run": [{"cycles": 700}, "exit_to_user"]},
      {"cpu": 1, "repeat": 400, "run": [{"cycles": 900}, "exit_to_user"]}]}],
    "perf": [{"events": [{"name": "z", "event": "cycles:H"},
                         {"name": "a", "event": "instructions:H"}]}]})");
  const Ran ran = run_pmusim({"run", scenario, "--json", "--out", files.path("out")});
  REQUIRE(ran.code == ExitCode::fine);

  using Begin = std::array<std::uint64_t, 3>;  // ps, CPU, event
  const auto begin = [&](const std::string& event, std::uint64_t cpu, std::uint64_t cycle) {
    const std::uint64_t ps = (cycle * 1'000'000 + mhz[cpu] - 1) / mhz[cpu];
    return Begin{ps, cpu, event == events[0] ? 0U : 1U};
  };
  std::vector<Begin> all;
  std::istringstream rows{content_of(files.path("out/windows.csv"))};
  for (std::string row; std::getline(rows, row);) {
    std::vector<std::string> cells;
    std::istringstream line{row};
    for (std::string cell; std::getline(line, cell, ',');) {
      cells.push_back(cell);
    }
    if (cells[0] != "event") {
      all.push_back(begin(cells[0], cells[1] == "cpu0" ? 0 : 1, std::stoull(cells[5])));
    }
  }
  std::ranges::sort(all);
  REQUIRE(all.size() > 1000);
  all.resize(1000);
  std::vector<Begin> listed;
  const Json result = Json::parse(ran.out);
  for (const Json& window : result["windows"]["first"]) {
    listed.push_back(begin(window["event"], window["cpu"], window["first_cycle"]));
  }
  CHECK(listed == all);
}

TEST_CASE("the file of all windows is the same in steps of a cycle", "[cli][run][systemc]") {
  Files files;
  const std::string scenario = files.add("s.json", two_guests());
  // Two scenarios at once run in processes of their own.
  CHECK(run_pmusim({"run", scenario, scenario, "--out", files.path("span")}).code ==
        ExitCode::fine);
  CHECK(run_pmusim({"run", scenario, scenario, "--out", files.path("cycle"), "--step", "cycle"})
            .code == ExitCode::fine);
  CHECK(content_of(files.path("span/s/windows.csv")) ==
        content_of(files.path("cycle/s/windows.csv")));
  CHECK(lines_of(content_of(files.path("span/s/windows.csv"))) > 1600);
}

TEST_CASE("no output of a run is another one's file, or the scenario, however it is written",
          "[cli][run][systemc]") {
  namespace fs = std::filesystem;
  Files files;
  const std::string scenario = files.add("s.json", two_guests());
  const std::string out = files.path("out");
  const std::string csv = files.path("csv");
  const std::vector<std::string> run{"run", scenario, "--out", out, "--csv", csv + "/"};
  CHECK(run_pmusim(run).code == ExitCode::fine);
  std::vector<std::string> written{scenario, files.path("none/../s.json")};
  for (const std::string& folder : {out, csv}) {
    for (const auto& entry : fs::directory_iterator{folder}) {
      written.push_back(entry.path().string());
      written.push_back(folder + "/./" + entry.path().filename().string());
    }
  }
  CHECK(written.size() == 2 + 2 * (2 + 5));
  fs::create_directory_symlink(out, files.path("link"));
  written.push_back(files.path("link/result.json"));
  const auto refused = [&](std::vector<std::string> options) {
    options.insert(options.begin(), run.begin(), run.end());
    const Ran ran = run_pmusim(options);
    CAPTURE(options.back());
    CHECK(ran.code == ExitCode::usage);
    CHECK_THAT(ran.err, Contains("name the same file"));
  };
  for (const std::string option : {"--html", "--perfetto", "--vcd"}) {
    for (const std::string& file : written) {
      refused({option, file});
    }
  }
  refused({"--html", files.path("x"), "--vcd", files.path("y/../x")});
}

TEST_CASE("the folder of --out and --csv may be one, in two ways of writing", "[cli][run]") {
  Files files;
  const std::string scenario = files.add("s.json", two_guests());
  const Ran ran =
      run_pmusim({"run", scenario, "--out", files.path("out"), "--csv", files.path("x/../out/")});
  CHECK(ran.code == ExitCode::fine);
  CHECK(lines_of(content_of(files.path("out/windows.csv"))) > 1600);
}

TEST_CASE("each of several scenarios has a folder of its own, whatever they are called",
          "[cli][run]") {
  Files files;
  const std::string twice = files.add("x.json", thousand_cycles("1005"));
  const std::string other = files.add("x_2.json", thousand_cycles("1005"));
  CHECK(run_pmusim({"run", twice, twice, other, other, "--out", files.path("out")}).code ==
        ExitCode::fine);
  for (const char* folder : {"x", "x_2", "x_2_2", "x_2_3"}) {
    CHECK(std::filesystem::exists(files.path("out") + "/" + folder + "/result.json"));
  }
}

TEST_CASE("bare CPUs have no file of windows", "[cli][run][systemc]") {
  Files files;
  const Ran ran =
      run_pmusim({"run", files.add("s.json", thousand_cycles("1005")), "--out", files.path("out")});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.err, !Contains("windows.csv"));
}

TEST_CASE("a result that contradicts itself, or broke off, is a disagreement", "[cli][run]") {
  pmusim::engine::RunResult result;
  CHECK(verdict(result, {}) == ExitCode::fine);
  result.contradicts_itself = true;
  CHECK(verdict(result, {}) == ExitCode::disagreement);
  result.contradicts_itself = false;
  result.gave_up = true;
  CHECK(verdict(result, {}) == ExitCode::disagreement);
  result.complete = false;
  CHECK(verdict(result, {}) == ExitCode::interrupted);
}
