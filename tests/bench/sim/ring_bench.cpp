// SPDX-License-Identifier: Apache-2.0
//
// What exploring perf's ring costs: growth with the records through one slot, and the verdict when
// one order is missing. Prints a row of Markdown for each; ends with 1 if a verdict is wrong.
#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/explore/ring.h"

namespace {

using namespace pmusim;

struct Case {
  std::string what;
  abi::RingShape shape;
  abi::RingOrder order;
  std::string verdict;
};

abi::RingShape one_slot(unsigned records, unsigned record_words) {
  return {.words = record_words, .record_words = record_words, .records = records};
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const unsigned record_words : {1U, 2U}) {
    for (const unsigned records : {2U, 4U, 8U, 16U, 32U}) {
      all.push_back({fmt::format("{} records of {} words, all orders", records, record_words),
                     one_slot(records, record_words),
                     {},
                     "safe"});
    }
  }
  const auto without = [&](char place, const abi::RingOrder& order, const std::string& verdict) {
    all.push_back(
        {fmt::format("8 records of 2 words without {}", place), one_slot(8, 2), order, verdict});
  };
  without('A', {.a = {}}, "overwritten");
  without('B', {.b = {}}, "stale");
  without('C', {.c = {}}, "stale");
  without('D', {.d = {}}, "overwritten");
  return all;
}

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Over the numbers of states, so that a change of what is explored is seen.
std::uint64_t checksum(const explore::RingVerdict& verdict) {
  constexpr std::uint64_t kFactor = 1'000'003;
  return verdict.stale.states * kFactor + verdict.overwritten.states;
}

/// The median of five runs, which must agree.
bool measure(const Case& one) {
  constexpr std::size_t kRuns = 5;
  std::vector<double> seconds;
  std::uint64_t sum = 0;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const double start = cpu_seconds();
    const auto verdict = explore::explore_ring(one.shape, one.order);
    seconds.push_back(cpu_seconds() - start);
    if (!verdict || to_text(word_verdict(*verdict)) != one.verdict ||
        (run > 0 && checksum(*verdict) != sum)) {
      fmt::print(stderr, "{}: not {}, or not the same each time\n", one.what, one.verdict);
      return false;
    }
    sum = checksum(*verdict);
  }
  std::ranges::sort(seconds);
  fmt::print(
      "| {} | {} | {:.1f} ms | {:016x} |\n", one.what, one.verdict, seconds[kRuns / 2] * 1e3, sum);
  return true;
}

}  // namespace

int main() {
  fmt::print("| What | Verdict | CPU time | Checksum |\n| --- | --- | --- | --- |\n");
  bool good = true;
  for (const Case& one : cases()) {
    good = measure(one) && good;
  }
  return good ? 0 : 1;
}
