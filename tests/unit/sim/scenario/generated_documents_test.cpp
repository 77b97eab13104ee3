// SPDX-License-Identifier: Apache-2.0
//
// Committed files that are generated from the tables of the format.
#include <cstdlib>
#include <fstream>

#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

void check_committed(const std::string& name, const std::string& generated) {
  const std::string path = std::string{PMUSIM_SOURCE_DIR} + "/" + name;
  if (std::getenv("PMUSIM_ACCEPT") != nullptr) {
    std::ofstream{path, std::ios::binary} << generated;
  }
  INFO(name << " is not what the tables of sim/scenario give. If the change is meant: "
               "PMUSIM_ACCEPT=1 ctest -R "
               "'generated from the tables'");
  CHECK(content_of(path) == generated);
}

}  // namespace

TEST_CASE("the committed schema is the one generated from the tables", "[scenario][schema]") {
  check_committed("configs/scenario.schema.json", schema_json());
}

TEST_CASE("the committed manual is the one generated from the tables", "[scenario][manual]") {
  check_committed("docs/scenario.md", scenario_manual());
}

TEST_CASE("the examples in the manual are scenarios", "[scenario][manual]") {
  const std::string manual = scenario_manual();
  const std::string fence = "```json\n";
  std::size_t examples = 0;
  for (std::size_t at = manual.find(fence); at != std::string::npos; at = manual.find(fence, at)) {
    at += fence.size();
    CHECK(problems(manual.substr(at, manual.find("```", at) - at)).empty());
    ++examples;
  }
  CHECK(examples == 5);
}

TEST_CASE("every link of the manual leads to one of its sections", "[scenario][manual]") {
  const std::string manual = scenario_manual();
  std::size_t links = 0;
  for (std::size_t at = manual.find("](#"); at != std::string::npos;
       at = manual.find("](#", at + 1)) {
    std::string heading = manual.substr(at + 3, manual.find(')', at) - at - 3);
    std::ranges::replace(heading, '-', ' ');
    CAPTURE(heading);
    CHECK(manual.find("\n## " + heading + "\n") != std::string::npos);
    ++links;
  }
  CHECK(links > 20);
}
