// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <csignal>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "models/pmu/dense_kernels.h"
#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
using Catch::Contains;
using Catch::EndsWith;
using Json = nlohmann::json;

namespace {

/// Three cycles with event 0x24 once, thrice, never; `last` is what counter 0 should hold in the
/// end.
std::string vectors(const std::string& last) {
  return R"({"format": "pmuv3-vectors-1", "family": "example", "split": "dev", "seed": 1,
 "configs": [{"pmu": "p8", "n": 2, "el2": 1, "el3": 1, "sel2": 0, "rme": 0, "th": 0, "edge": 0, "icntr": 0, "hpmn0": 0, "aa32": 0}],
 "vectors": [{"id": "v0", "cfg": 0,
   "init": {"PMCR_EL0": "0x1", "MDCR_EL2": "0x2", "PMCNTEN": "0x1", "PMEVTYPER0_EL0": "0x24", "PMEVCNTR0_EL0": "0x10"},
   "steps": [["ctx", 1, "NS", 1], ["cyc", [{"0x24": 1}, {"0x24": 3}, {}], [{"E0": "0x11"}, {"E0": ")" +
         last + R"("}, {}]]]}]}
)";
}

}  // namespace

TEST_CASE("vectors ends with a line that scripts read", "[cli][vectors]") {
  Files files;
  const std::string good = files.add("good.json", vectors("0x14"));  // 0x10 + 1 + 3
  const Ran ran = run_pmusim({"vectors", good, good});
  CHECK(ran.err.empty());
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out, EndsWith("\nvectors: 2 passed, 0 failed, 0 skipped\n"));
}

TEST_CASE("vectors says under which profiles and at which SIMD targets it ran", "[cli][vectors]") {
  Files files;
  const std::string good = files.add("good.json", vectors("0x14"));
  const auto first_line = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"vectors", good};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run_pmusim(words);
    CHECK(ran.code == ExitCode::fine);
    return ran.out.substr(0, ran.out.find('\n'));
  };
  std::string targets;
  for (const std::string& target : pmusim::simd_targets()) {
    targets += (targets.empty() ? "" : ", ") + target;
  }
  const std::string end = "; at " + targets + "; cut per cycle and as whole chunks";
  CHECK(first_line({}) == "each under manual and pseudocode" + end);
  CHECK(first_line({"--profile", "pseudocode"}) == "each under pseudocode" + end);
  CHECK(first_line({"--profile", "manual"}) == "each under manual" + end);
}

TEST_CASE("vectors tells what it left aside and goes on", "[cli][vectors]") {
  Files files;
  std::string text = vectors("0x14");
  text.insert(text.find("\"init\""), "\"finl\": {}, ");
  const Ran ran = run_pmusim({"vectors", files.add("more.json", text)});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.err,
             Catch::StartsWith("pmusim: note: ") &&
                 EndsWith("more.json:4:4: /vectors/0/finl: unknown key \"finl\", left aside; did "
                          "you mean \"final\"?\n"));
}

TEST_CASE("vectors that fail are listed and give status 1", "[cli][vectors]") {
  Files files;
  const std::string bad = files.add("bad.json", vectors("0x15"));
  const Ran ran = run_pmusim({"vectors", bad});
  CHECK(ran.code == ExitCode::disagreement);
  CHECK_THAT(ran.out, EndsWith("\nvectors: 0 passed, 1 failed, 0 skipped\n"));
  const Json json = Json::parse(run_pmusim({"vectors", bad, "--json"}).out);
  CHECK(json["failed"] == 1);
  CHECK(json["failures"][0]["id"] == "v0");
  CHECK(json["failures"][0]["step"] == 1);
  CHECK_THAT(json["failures"][0]["what"].get<std::string>(), Catch::StartsWith("E0"));
}

TEST_CASE("vectors reports files that are none and runs the others", "[cli][vectors]") {
  Files files;
  const std::string good = files.add("good.json", vectors("0x14"));
  const Ran ran = run_pmusim({"vectors", files.add("none.json", "{}"), good});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.err, Contains("none.json"));
  CHECK_THAT(ran.out, EndsWith("vectors: 1 passed, 0 failed, 0 skipped\n"));
  CHECK(run_pmusim({"vectors", good, "--profile", "other"}).code == ExitCode::usage);
}

TEST_CASE("vectors runs the items beside a malformed one, counts only what ran and gives status 3",
          "[cli][vectors]") {
  Files files;
  std::string text = vectors("0x14");
  const std::size_t list = text.find("\"vectors\": [") + 12;
  text.insert(list,
              "\n  {\"id\": \"bad\", \"cfg\": 0, \"steps\": [[\"dbg\", 0], [\"cyc\", "
              "[{\"0x99999999999\": -1}], [{}]]]},\n  ");
  const std::string file = files.add("some.json", text);
  const Ran ran = run_pmusim({"vectors", file});
  CHECK(ran.code == ExitCode::wrong_input);
  CHECK_THAT(ran.out, EndsWith("\nvectors: 1 passed, 0 failed, 0 skipped\n"));
  CHECK_THAT(ran.err,
             Catch::StartsWith(file + ": 2 problems\n") &&
                 Contains("some.json:4:59: /vectors/0/steps/1/1/0/0x99999999999: bad, step 1: "
                          "found \"0x99999999999\", expected an event number from \"0x0\" to "
                          "\"0xffff\"\n") &&
                 Contains("found -1, expected occurrences in one cycle") &&
                 EndsWith("pmusim: 1 item was not run\n"));
  const Json json = Json::parse(run_pmusim({"vectors", file, "--json"}).out);
  CHECK(json.size() == 4);
  CHECK(json["passed"] == 1);
  CHECK(json["failed"] == 0);
}

TEST_CASE("vectors says of a missing file and of a syntax error what scenarios are told",
          "[cli][vectors]") {
  Files files;
  const Ran missing = run_pmusim({"vectors", files.path("missing.json")});
  CHECK(missing.code == ExitCode::wrong_input);
  CHECK_THAT(missing.err, Contains("missing.json: cannot be opened: No such file or directory"));
  const Ran syntax = run_pmusim({"vectors", files.add("bad.json", "{\n  \"format\": x}")});
  CHECK(syntax.code == ExitCode::wrong_input);
  CHECK_THAT(syntax.err, Contains("bad.json:2:13: not JSON") && !Contains("exception"));
}

TEST_CASE("vectors stops at a signal and prints the counts so far", "[cli][vectors]") {
  Files files;
  std::string text = vectors("0x14");
  const std::size_t item = text.rfind("}]}") + 1;
  for (int i = 0; i < 2000; ++i) {  // minutes of work: an overflow in each cycle
    text.insert(item,
                R"(,{"id": "long", "cfg": 0, "init": {"PMCR_EL0": "0x1", "PMCNTEN": "0x1", )"
                R"("PMINTEN": "0x1", "MDCR_EL2": "0x2", "PMEVTYPER0_EL0": "0x24"}, "steps": )"
                R"([["ctx", 1, "NS", 1], ["run", 9000000, {"0x24": 4294967295}, {}]]})");
  }
  const std::string file = files.add("long.json", text);
  struct sigaction before{};
  ::sigaction(SIGINT, nullptr, &before);
  std::atomic<bool> is_over{false};
  std::thread signal{[&] {
    struct sigaction now = before;
    while (!is_over && now.sa_handler == before.sa_handler) {  // not caught by the command yet
      ::sigaction(SIGINT, nullptr, &now);
    }
    if (!is_over) {
      std::raise(SIGINT);
    }
  }};
  const Ran ran = run_pmusim({"vectors", file});
  is_over = true;
  signal.join();
  CHECK(ran.code == ExitCode::interrupted);
  CHECK_THAT(ran.out, EndsWith(" failed, 0 skipped\n"));
  CHECK_THAT(ran.err, Contains("pmusim: interrupted"));
}
