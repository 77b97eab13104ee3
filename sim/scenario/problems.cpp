// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/problems.h"

#include <algorithm>
#include <utility>

namespace pmusim::scenario {

void Problems::add(Error problem, std::uint64_t place) {
  ++found_;
  if (listed_.size() < kListed) {
    const auto next = std::ranges::upper_bound(places_, place);
    listed_.insert(listed_.begin() + (next - places_.begin()), std::move(problem));
    places_.insert(next, place);
  }
}

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
