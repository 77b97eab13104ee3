// SPDX-License-Identifier: Apache-2.0
//
// Reads scenarios, one a line, and prints for each a line with its number of problems and the text
// of the first one that a schema can know of: about keys, types and ranges, not about names and
// values that refer to each other.
#include <iostream>
#include <string>

#include "sim/scenario/json_document.h"
#include "sim/scenario/scenario_codec.h"

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

/// Rules that JSON schema cannot express; the reader words them in these ways only.
bool is_beyond_a_schema(const Error& problem) {
  const auto says = [&](const char* part) { return problem.what.find(part) != std::string::npos; };
  return says("duplicate key") || says("unknown event") || says("has a stream already") ||
         says("recorded file ") || says("made by the PMU itself") ||
         says("operations a cycle through") || says("expected the smaller one first") ||
         says("all 0, expected a sum") || says("expected an event name") ||
         says("expected the name of a PMU register") || says(" needs ") ||
         says("is neither 0 nor in") || says("events is without ") || says("found both ");
}

void judge(const std::string& line) {
  Problems problems;
  JsonDocument document;
  const NodeId top = document.parse(line, "line", true, JsonLimits::kDepth, problems);
  if (top != kNoNode) {
    ReadContext in{document, problems};
    in.folder = PMUSIM_SCENARIOS;
    written_form::ScenarioFile ignored;
    scenario_codec().read(in, top, ignored);
  }
  const Error* first = nullptr;
  for (const Error& problem : problems.listed()) {
    if (first == nullptr && !is_beyond_a_schema(problem)) {
      first = &problem;
    }
  }
  std::cout << problems.count() << '\t' << (first == nullptr ? "" : to_text(*first)) << '\n';
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    judge(line);
  }
  return 0;
}
