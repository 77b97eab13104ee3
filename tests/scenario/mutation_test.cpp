// SPDX-License-Identifier: Apache-2.0
//
// Whatever is done to a scenario, the reader gives a scenario or says what is wrong and where.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/common/random.h"
#include "sim/scenario/input_file.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/read_scenario.h"

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

constexpr std::array<std::string_view, 16> kTokens{"null",
                                                   "true",
                                                   "-1",
                                                   "0",
                                                   "18446744073709551616",
                                                   "9223372036854775808",
                                                   "1e308",
                                                   "0.5",
                                                   "[]",
                                                   "{}",
                                                   "\"\"",
                                                   "\"all\"",
                                                   "[[[[",
                                                   R"("\ud800")",
                                                   ",",
                                                   "\"0xffffffffffffffff\""};

/// Changes texts at random; the n-th change depends on n alone.
class Mutator {
 public:
  explicit Mutator(std::vector<std::string> sources) : sources_{std::move(sources)} {}

  std::string mutant(std::uint64_t number) {
    random_ = CounterRandom{number};
    drawn_ = 0;
    std::string text = sources_[below(sources_.size())];
    for (std::uint64_t left = 1 + below(2); left > 0 && !text.empty(); --left) {
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
    const std::size_t length = 1 + below(40);
    switch (below(14)) {
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
      case 5: {  // a part of another scenario
        const std::string& other = sources_[below(sources_.size())];
        text.replace(at, length, other.substr(below(other.size()), length));
        return;
      }
      case 6:
      case 7:
      case 8:
        replace_digit(text, at);
        return;
      default:
        replace_value(text, at);
    }
  }

  /// Puts a token in the place of the value after the next colon: mostly still JSON.
  void replace_value(std::string& text, std::size_t at) {
    const std::size_t colon = text.find(':', at);
    const std::size_t end = text.find_first_of(",}]", colon == std::string::npos ? at : colon);
    if (colon != std::string::npos && end != std::string::npos) {
      text.replace(colon + 1, end - colon - 1, kTokens[below(kTokens.size())]);
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

}  // namespace

TEST_CASE("changed at random, a scenario is read or its problems have a place",
          "[scenario][slow]") {
  const std::string folder = std::string{PMUSIM_TEST_DATA} + "/scenarios/";
  std::vector<std::string> sources;
  for (const char* name : {"smallest.json", "thresholds.json", "everything.json", "linux.json"}) {
    sources.push_back(read_regular_file(folder + name, JsonLimits::kBytes).value());
  }
  Mutator mutator{sources};
  std::size_t read = 0;
  std::size_t not_json = 0;
  for (std::uint64_t i = 0; i < 2'000; ++i) {
    const std::string text = mutator.mutant(i);
    CAPTURE(i, text);
    const auto scenario = read_scenario_text(text, folder + "mutant.json");
    if (scenario) {
      ++read;
      const std::string resolved = resolved_json(*scenario);
      const auto again = read_scenario_text(resolved, folder + "mutant.json");
      REQUIRE(again);
      REQUIRE(resolved_json(*again) == resolved);
      continue;
    }
    REQUIRE_FALSE(scenario.error().empty());
    for (const Error& problem : scenario.error().listed()) {
      not_json += problem.what.starts_with("not JSON") ? 1U : 0U;
      REQUIRE_FALSE(problem.where.empty());
      REQUIRE_FALSE(problem.what.empty());
      REQUIRE(is_printable(to_text(problem)));
    }
  }
  CHECK(read > 100);        // the changes are not all fatal,
  CHECK(not_json > 300);    // some break the syntax,
  CHECK(not_json < 1'700);  // and some do not
}
