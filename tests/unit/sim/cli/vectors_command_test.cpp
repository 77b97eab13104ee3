// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
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
  CHECK(ran.out == "vectors: 2 passed, 0 failed, 0 skipped\n");
  CHECK(run_pmusim({"vectors", good, "--profile", "pseudocode"}).code == ExitCode::fine);
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
  CHECK_THAT(ran.err, Catch::Contains("none.json"));
  CHECK_THAT(ran.out, EndsWith("vectors: 1 passed, 0 failed, 0 skipped\n"));
  CHECK(run_pmusim({"vectors", good, "--profile", "other"}).code == ExitCode::usage);
}
