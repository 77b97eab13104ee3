// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/problems.h"

namespace pmusim::scenario {

std::string to_text(const Error& problem) {
  std::string line = problem.where;
  line += line.empty() ? "" : ": ";
  line += problem.what;
  if (!problem.hint.empty()) {
    line += "; " + problem.hint;
  }
  return line;
}

std::string to_text(const Problems& problems, const std::string& file) {
  const std::size_t count = problems.count();
  std::string text =
      file + ": " + std::to_string(count) + (count == 1 ? " problem\n" : " problems\n");
  for (const Error& problem : problems.listed()) {
    text += "  " + to_text(problem) + "\n";
  }
  if (count > problems.listed().size()) {
    text += "  and " + std::to_string(count - problems.listed().size()) + " more\n";
  }
  return text;
}

}  // namespace pmusim::scenario
