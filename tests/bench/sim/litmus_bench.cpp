// SPDX-License-Identifier: Apache-2.0
//
// The litmus tests of tests/data: CPU time for reading and exploring each set, beside what herd7
// 7.58 was measured to need for the same tests (`herd_seconds` in expected.jsonl, without its
// start-up; on another run of the same kind of machine). The median of five runs.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/memory/explorer.h"
#include "sim/litmus/file_list.h"
#include "sim/litmus/print.h"
#include "sim/litmus/read_test.h"
#include "sim/scenario/input_file.h"

namespace pmusim {
namespace {

std::string folder_of(const std::string& set) {
  return std::string{PMUSIM_TEST_DATA} + "/litmus/" + set;
}

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// FNV-1a, so that runs can be compared.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
  }
  return hash;
}

/// What herd7 needed for a set, by the file of each test.
double herd_seconds(const std::string& set) {
  const auto text = scenario::read_regular_file(folder_of(set) + "/expected.jsonl", SIZE_MAX);
  double seconds = 0;
  for (std::size_t start = 0; text && start < text->size();) {
    const std::size_t end = std::min(text->find('\n', start), text->size());
    seconds +=
        nlohmann::json::parse(text->substr(start, end - start))["herd_seconds"].get<double>();
    start = end + 1;
  }
  return seconds;
}

struct SetRun {
  double seconds{};
  std::uint64_t explored{};  ///< states of the search
  std::uint64_t outcomes{};  ///< final states
  std::uint64_t checksum{0xCBF2'9CE4'8422'2325};
};

void run_one(const std::string& file, memory::ExploreGoal goal, SetRun& run) {
  const auto test = litmus::read_test_file(file);
  if (!test) {
    return;
  }
  const auto result = memory::explore(test->program, test->shown, test->proposition, goal);
  if (!result || result->end != memory::ExploreEnd::complete) {
    return;
  }
  run.explored += result->explored;
  run.outcomes += result->states.size();
  run.checksum = hash_of(test->name, run.checksum);
  for (const memory::FinalState& state : litmus::ordered(*test, result->states)) {
    run.checksum = hash_of(litmus::state_text(*test, state), run.checksum);
  }
}

/// Every test of a set that herd7 finished.
SetRun run_set(const std::string& set, memory::ExploreGoal goal) {
  SetRun run;
  const double start = cpu_seconds();
  for (const std::string& file : litmus::resolve({folder_of(set)}).files) {
    if (file.find("/RBN3") == std::string::npos) {
      run_one(file, goal, run);
    }
  }
  run.seconds = cpu_seconds() - start;
  return run;
}

SetRun median_of(const std::string& set, memory::ExploreGoal goal) {
  std::array<SetRun, 5> runs{};
  std::ranges::generate(runs, [&] { return run_set(set, goal); });
  std::ranges::sort(runs, {}, &SetRun::seconds);
  return runs[runs.size() / 2];
}

void show(const std::string& set, const char* what, memory::ExploreGoal goal) {
  const SetRun run = median_of(set, goal);
  const double herd = herd_seconds(set);
  fmt::print(
      "{:<10} {:<11} {:8.4f} s of CPU, herd7 {:6.2f} s, 1/{:<5.0f} {:8} states, {:5.2f} M "
      "states/s, "
      "{:6} outcomes  checksum {:016x}\n",
      set,
      what,
      run.seconds,
      herd,
      herd / run.seconds,
      run.explored,
      static_cast<double>(run.explored) / run.seconds / 1e6,
      run.outcomes,
      run.checksum);
}

}  // namespace
}  // namespace pmusim

int main() {
  try {
    for (const char* set : {"generated", "ring"}) {
      pmusim::show(set, "all states", pmusim::memory::ExploreGoal::all_states);
      pmusim::show(set, "verdict", pmusim::memory::ExploreGoal::verdict);
    }
  } catch (const std::exception& error) {  // expected.jsonl is no JSON
    std::fputs(error.what(), stderr);
    return 1;
  }
  return 0;
}
