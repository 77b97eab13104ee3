// SPDX-License-Identifier: Apache-2.0
//
// Whatever is done to a litmus file, it runs, or what is wrong is said, and where.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/common/random.h"
#include "sim/litmus/file_list.h"
#include "sim/litmus/print.h"
#include "sim/litmus/read_test.h"
#include "sim/litmus/run.h"
#include "sim/scenario/input_file.h"
#include "tests/support/litmus_text.h"

using namespace pmusim;
using namespace pmusim::litmus;

namespace {

constexpr std::array<std::string_view, 30> kTokens{
    "|",         ";",    "}",       "{",  "(*", "*)",   "\"",    "exists", "~",
    "forall",    "/\\",  "\\/",     "(",  ")",  "not ", "[",     "]",      "=",
    "0:X",       "9:X1", "X31",     "W0", "-1", "#-1",  "0x1FF", "L0:",    "18446744073709551616",
    "uint64_t ", "//",   "\xC3\xA4"};

/// Changes texts at random; the n-th change depends on n alone.
class Mutator {
 public:
  explicit Mutator(std::vector<std::string> sources) : sources_{std::move(sources)} {}

  std::string mutant(std::uint64_t number) {
    random_ = CounterRandom{number};
    drawn_ = 0;
    std::string text = sources_[below(sources_.size())];
    for (std::uint64_t left = 1 + below(3); left > 0 && !text.empty(); --left) {
      change(text);
    }
    return text;
  }

 private:
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(random_.at(drawn_++) % bound);
  }

  void change(std::string& text) {
    const std::size_t at = below(text.size());
    const std::size_t length = 1 + below(20);
    const std::string& other = sources_[below(sources_.size())];
    switch (below(10)) {
      case 0:  // another byte, of any value
        text[at] = static_cast<char>(below(256));
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        text.insert(at, text.substr(below(text.size()), length));
        return;
      case 3:
        text.resize(at);
        return;
      case 4:
        text.insert(at, kTokens[below(kTokens.size())]);
        return;
      case 5:
        text.replace(at, length, other.substr(below(other.size()), length));
        return;
      case 6:
        text[at] = other[below(other.size())];
        return;
      case 7:
        text.replace(at, 1 + below(3), kTokens[below(kTokens.size())]);
        return;
      default:
        replace_digit(text, at);
    }
  }

  void replace_digit(std::string& text, std::size_t at) {
    const std::size_t digit = text.find_first_of("0123456789", at);
    if (digit != std::string::npos) {
      text[digit] = "0123456789"[below(10)];
    }
  }

  std::vector<std::string> sources_;
  CounterRandom random_{0};
  std::uint64_t drawn_{};
};

bool is_printable(const std::string& text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c >= 0x20 && c < 0x7F; });
}

void check_problems(const scenario::Problems& problems) {
  REQUIRE_FALSE(problems.empty());
  for (const Error& problem : problems.listed()) {
    CAPTURE(problem.where, problem.what, problem.hint);
    REQUIRE(problem.where.starts_with("mutant:"));
    REQUIRE_FALSE(problem.what.empty());
    REQUIRE(is_printable(scenario::to_text(problem)));
  }
}

/// Whether the explorer takes the test; if not, it says where and why.
bool runs(const LitmusTest& test) {
  RunOptions options;
  options.limits.states = 1'000;
  const Result<Outcome> outcome = run(test, options);
  if (!outcome) {
    REQUIRE(outcome.error().where.starts_with("mutant"));
    REQUIRE(is_printable(scenario::to_text(outcome.error())));
  }
  return outcome.has_value();
}

}  // namespace

TEST_CASE("changed at random, a litmus test runs or its problems have a place",
          "[litmus][property]") {
  const std::string folder = std::string{PMUSIM_TEST_DATA} + "/litmus";
  std::vector<std::string> sources;
  for (const std::string& file : resolve({folder}).files) {
    sources.push_back(scenario::read_regular_file(file, kLargestTest).value());
  }
  Mutator mutator{std::move(sources)};
  constexpr std::uint64_t kMutants = 20'000;
  std::size_t read = 0;
  std::size_t ran = 0;
  for (std::uint64_t i = 0; i < kMutants; ++i) {
    const std::string text = mutator.mutant(i);
    CAPTURE(i, text);
    const auto test = read_test(text, "mutant");
    if (!test) {
      check_problems(test.error());
      continue;
    }
    ++read;
    const std::string written = litmus_text(*test);
    CAPTURE(written);
    const auto again = read_test(written, "again");
    REQUIRE(again);
    REQUIRE(litmus_text(*again) == written);
    REQUIRE(condition_text(*again) == condition_text(*test));
    ran += runs(*test) ? 1U : 0U;
  }
  CHECK(read > kMutants / 20);  // the changes are not all fatal,
  CHECK(read < kMutants / 2);   // and some are;
  CHECK(ran > read / 2);        // of those that are read most run,
  CHECK(ran < read);            // and some do not
}
