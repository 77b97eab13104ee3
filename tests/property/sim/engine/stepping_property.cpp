// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <catch2/catch.hpp>
#include <rapidcheck/catch.h>
#include <unistd.h>

#include "tests/property/sim/engine/census.h"
#include "tests/property/sim/engine/features.h"
#include "tests/property/sim/engine/random_scenario.h"
#include "tests/support/draw.h"
#include "tests/unit/sim/engine/forked_run.h"
#include "tests/unit/sim/engine/result_text.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// Scenarios for each case that rapidcheck draws.
constexpr std::uint64_t kScenarios = 5;

/// Each feature occurs in at least one of so many scenarios.
constexpr std::size_t kRarest = 20;

/// The first line in which two texts differ, with both versions.
std::string first_difference(const std::string& a, const std::string& b) {
  std::size_t line = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) {
    line = a[i] == '\n' ? i + 1 : line;
  }
  return a.substr(line, a.find('\n', line) - line) + "\n" +
         b.substr(line, b.find('\n', line) - line);
}

/// A run by spans: its features and the text of its result.
std::pair<std::string, std::string> run_with_features(const scenario::Scenario& scenario) {
  const std::string text = run_and_ask(scenario, {}, [&](const engine::RunResult& result) {
    return features_of(scenario, result) + "\n" + to_text(result);
  });
  RC_LOG(text.substr(0, 200));
  RC_ASSERT(text.size() > kFeatures.size());
  RC_ASSERT(text[kFeatures.size()] == '\n');
  return {text.substr(0, kFeatures.size()), text.substr(kFeatures.size() + 1)};
}

void expect_same(const std::string& by_spans, const std::string& otherwise) {
  RC_LOG(first_difference(by_spans, otherwise));
  RC_ASSERT(by_spans == otherwise);
}

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

/// Waves change no result, and are the same in both modes.
void expect_same_waves(const scenario::Scenario& scenario, const std::string& result) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("pmusim_property_" + std::to_string(::getpid()) + ".vcd");
  const auto waves = [&](engine::StepMode step) {
    expect_same(
        result,
        run_to_text(scenario, {.step = step, .vcd = engine::VcdOptions{.file = file.string()}}));
    return text_of(file);
  };
  const std::string by_spans = waves(engine::StepMode::span);
  const std::string by_cycles = waves(engine::StepMode::cycle);
  std::filesystem::remove(file);
  expect_same(by_spans, by_cycles);
}

void check_one(std::uint64_t seed, Census<kFeatures.size()>& census) {
  const scenario::Scenario scenario = random_scenario(seed);
  const auto [features, by_spans] = run_with_features(scenario);
  expect_same(by_spans, run_to_text(scenario, {.step = engine::StepMode::cycle}));
  if (seed % 4 == 0) {
    const auto step = seed % 8 == 0 ? engine::StepMode::span : engine::StepMode::cycle;
    expect_same(by_spans, run_to_text(scenario, {.step = step, .reverse_build_order = true}));
  }
  if (seed % 10 == 1) {
    expect_same_waves(scenario, by_spans);
  }
  census.add(features);
}

}  // namespace

TEST_CASE("stepping by spans and by cycles gives the same result, in any build order",
          "[engine][property][systemc]") {
  Census census{kFeatures};
  CHECK(holds_for_seeds(
      "same result", kScenarios, [&](std::uint64_t seed) { check_one(seed, census); }));
  census.check(kRarest);
}
