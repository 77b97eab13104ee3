// SPDX-License-Identifier: Apache-2.0
//
// perf's ring on the timed pipelines: 64-byte records through eight slots, 20 runs of half a
// million. With every order in place no record may be bad; without one some must be. Prints a row
// of Markdown for each; ends with 1 if a count is wrong. `--quick`: 500 records a run.
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/explore/race.h"
#include "tests/bench/support/quick_option.h"

namespace {

using namespace pmusim;

constexpr abi::RingShape kEightSlots{.words = 64, .record_words = 8};
constexpr std::uint64_t kRuns = 20;
constexpr std::string_view kUsage =
    "Usage: ring_race_bench [--quick]\n"
    "\n"
    "Sends records through perf's ring on the timed pipelines and prints a table in Markdown.\n"
    "Status 1: records are bad with every order, or none is without one.\n"
    "\n"
    "  --quick   500 records a run\n";

struct Case {
  std::string what;
  abi::RingOrder order;
  std::uint64_t records{};  ///< a run
  bool is_safe{};
};

std::vector<Case> cases(bool quick) {
  const std::uint64_t records = quick ? 500 : 500'000;
  const std::uint64_t few = quick ? 500 : 10'000;
  return {{"all orders", {}, records, true},
          {"as perf on arm64: C ldar, D stlr",
           {.c = {.acquire = true}, .d = {.release = true}},
           few,
           true},
          {"without A", {.a = {}}, few, false},
          {"without B", {.b = {}}, few, false},
          {"without C", {.c = {}}, few, false},
          {"without D", {.d = {}}, few, false}};
}

double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

bool measure(const Case& one) {
  const std::atomic<bool> go_on{false};
  const double start = cpu_seconds();
  const explore::RaceVerdict verdict = explore::race_ring(
      kEightSlots, one.order, {.records = one.records, .runs = kRuns, .latencies = {}}, 1, go_on);
  const double seconds = cpu_seconds() - start;
  const explore::RaceCounts& counts = verdict.counts;
  const auto records = static_cast<double>(one.records * kRuns);
  fmt::print("| {} | {:.0f} | {} | {:.0f} | {:.1f} M | {} cycles |\n",
             one.what,
             records,
             counts.bad,
             records / seconds,
             static_cast<double>(counts.instructions) / seconds * 1e-6,
             counts.cycles);
  const bool is_right = (counts.bad == 0) == one.is_safe && counts.stuck == 0;
  if (!is_right) {
    fmt::print(stderr, "{}: {} bad records, {} runs stuck\n", one.what, counts.bad, counts.stuck);
  }
  return is_right;
}

}  // namespace

int main(int argc, char** argv) {
  const auto [quick, status] = bench::read_quick_option(kUsage, {argv + 1, argv + argc});
  if (status) {
    return *status;
  }
  fmt::print(
      "| What | Records | Bad | Records a second | Instructions a second | Checksum |\n"
      "| --- | --- | --- | --- | --- | --- |\n");
  bool good = true;
  for (const Case& one : cases(quick)) {
    good = measure(one) && good;
  }
  return good ? 0 : 1;
}
