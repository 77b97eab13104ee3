// SPDX-License-Identifier: Apache-2.0
//
// What exploring perf's ring costs: growth with the records through one slot, the verdict when one
// order is missing, and an NMI within a write.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/explore/nesting.h"
#include "sim/explore/ring.h"
#include "tests/bench/support/measured_run.h"
#include "tests/bench/support/quick_option.h"
#include "tests/bench/support/table.h"

namespace pmusim::bench {
namespace {

/// What an exploration found.
struct Found {
  std::string verdict;
  std::uint64_t states{};  ///< over all numbers of states, so that another way of exploring is seen
};

struct Case {
  std::string what;
  std::string verdict;
  std::optional<double> target;  ///< seconds
  std::function<std::optional<Found>()> explore;
};

Case ring(const std::string& what,
          const std::string& verdict,
          std::optional<double> target,
          const abi::RingShape& shape,
          const abi::RingOrder& order = {}) {
  return {what, verdict, target, [=]() -> std::optional<Found> {
            const auto found = explore::explore_ring(shape, order);
            if (!found) {
              return std::nullopt;
            }
            Checksum states;
            states.add(found->stale.states);
            states.add(found->overwritten.states);
            return Found{to_text(word_verdict(*found)), states.value()};
          }};
}

Case nesting(unsigned record_words) {
  const abi::RingShape shape{.words = 2 * record_words, .record_words = record_words, .records = 2};
  return {fmt::format("records of {} words, an NMI at each place of a write", record_words),
          "safe",
          1.0,
          [=]() -> std::optional<Found> {
            const auto found = explore::explore_nesting(shape, {});
            if (!found) {
              return std::nullopt;
            }
            Checksum states;
            for (const explore::NestingPoint& point : found->points) {
              states.add(point.goes_back.states);
              states.add(point.unwritten.states);
            }
            return Found{to_text(*found), states.value()};
          }};
}

abi::RingShape one_slot(unsigned records, unsigned record_words) {
  return {.words = record_words, .record_words = record_words, .records = records};
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const unsigned record_words : {1U, 2U}) {
    for (const unsigned records : {2U, 4U, 8U, 16U, 32U}) {
      all.push_back(ring(fmt::format("{} records of {} words, all orders", records, record_words),
                         "safe",
                         1.0,
                         one_slot(records, record_words)));
    }
  }
  const auto without = [&](abi::RingPlace place, char letter, const std::string& verdict) {
    for (const bool by_instruction : {false, true}) {
      abi::RingOrder order;
      if (by_instruction) {
        order.c = {.acquire = true};
        order.d = {.release = true};
      }
      order.at(place) = {};
      all.push_back(ring(fmt::format("8 records of 2 words without {}{}",
                                     letter,
                                     by_instruction ? ", the reader with LDAR and STLR" : ""),
                         verdict,
                         5.0,
                         one_slot(8, 2),
                         order));
    }
  };
  without(abi::RingPlace::a, 'A', "overwritten");
  without(abi::RingPlace::b, 'B', "stale");
  without(abi::RingPlace::c, 'C', "stale");
  without(abi::RingPlace::d, 'D', "overwritten");
  all.push_back(nesting(1));
  all.push_back(nesting(3));
  return all;
}

/// The median time of some runs, which must agree.
void measure(const Case& one, unsigned rounds, Table& table) {
  std::vector<double> seconds;
  std::optional<std::uint64_t> states;
  bool ok = true;
  for (unsigned round = 0; round < rounds; ++round) {
    const double start = cpu_seconds();
    const std::optional<Found> found = one.explore();
    seconds.push_back(cpu_seconds() - start);
    ok = ok && found && found->verdict == one.verdict &&
         found->states == states.value_or(found->states);
    states = found ? found->states : 0;
  }
  std::ranges::nth_element(seconds, seconds.begin() + rounds / 2);
  const double median = seconds[rounds / 2];
  Row row{.what = one.what + ": " + one.verdict,
          .measured = digits(median * 1e3) + " ms of CPU time",
          .reference = {},
          .checksum = states.value_or(0),
          .ok = ok};
  if (one.target) {
    row.target = Target{fmt::format("at most {:.0f} s", *one.target), median <= *one.target};
  }
  table.add(row);
}

constexpr std::string_view kUsage =
    "Usage: ring_bench [--quick]\n"
    "\n"
    "Explores perf's ring and prints a table in Markdown: medians of five runs.\n"
    "Status 1: a verdict is not the expected one, or runs differ.\n"
    "\n"
    "  --quick   two runs: compares verdicts and states, and prints no times\n";

int run(const std::vector<std::string_view>& arguments) {
  const auto [quick, status] = read_quick_option(kUsage, arguments);
  if (status) {
    return *status;
  }
  Table table{quick};
  table.start();
  for (const Case& one : cases()) {
    measure(one, quick ? 2 : 5, table);
  }
  return table.all_ok() ? 0 : 1;
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
