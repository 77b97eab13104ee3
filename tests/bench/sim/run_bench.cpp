// SPDX-License-Identifier: Apache-2.0
//
// Whole simulations: a scenario through the engine, with SystemC, CPUs, interrupts and results.
// Each run is a process of its own; the figure is CPU time from the call of the engine to its
// return, the median of several runs.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/sim/figures.h"

namespace pmusim::bench {
namespace {

struct Group {
  std::string_view name;
  std::string_view purpose;
  void (*add)(Figures& figures);
};

constexpr std::array kGroups{
    Group{"bare", "the bare loop that others are compared with", bare_figures},
    Group{"dense", "recorded counts, spans of 100 to 10,000 cycles", dense_figures},
    Group{"streams", "random, constant, periodic and run-length streams", stream_figures},
    Group{"interrupts", "overflow interrupts", interrupt_figures},
    Group{"cycle", "--step cycle", cycle_figures},
    Group{"waves", "waves off and on", wave_figures},
    Group{"scaling", "64 CPUs", scaling_figures},
    Group{"guests", "the modelled Linux with guests and ground truth", guest_figures},
    Group{
        "tasks", "the modelled Linux with many tasks that have events of their own", task_figures},
};

void print_usage(std::FILE* file) {
  fmt::print(
      file,
      "Usage: run_bench [--quick] [GROUP...]\n\n"
      "Measures whole simulations and prints a table in Markdown; without a GROUP all.\n"
      "Status 1: some run counted differently from others, or from its reference.\n\n"
      "  --quick      small simulations, twice each: checks the counts, measures nothing\n\n");
  for (const Group& group : kGroups) {
    fmt::print(file, "  {:<12} {}\n", group.name, group.purpose);
  }
}

int run(const std::vector<std::string_view>& arguments) {
  Figures figures;
  std::vector<Group> wanted;
  for (const std::string_view argument : arguments) {
    const auto* const group = std::ranges::find(kGroups, argument, &Group::name);
    if (argument == "--help" || argument == "-h") {
      print_usage(stdout);
      return 0;
    }
    if (argument == "--quick") {
      figures = {.table = Table{true}, .rounds = 2, .shrink = 2000};
    } else if (group != kGroups.end()) {
      wanted.push_back(*group);
    } else {
      fmt::print(stderr, "run_bench: no group or option {}\n\n", argument);
      print_usage(stderr);
      return 2;
    }
  }
  if (wanted.empty()) {
    wanted.assign(kGroups.begin(), kGroups.end());
  }
  figures.table.start();
  for (const Group& group : wanted) {
    group.add(figures);
  }
  return figures.table.all_ok() ? 0 : 1;
}

}  // namespace
}  // namespace pmusim::bench

// The SystemC library wants it to exist, whoever owns main().
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

int main(int argc, char** argv) {
  return pmusim::bench::run({argv + 1, argv + argc});
}
