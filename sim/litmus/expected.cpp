// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/expected.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/common/text.h"
#include "sim/litmus/print.h"
#include "sim/scenario/input_file.h"

namespace pmusim::litmus {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestFile = std::size_t{256} << 20U;

/// The text under `key`; empty when there is none.
std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

bool has_states(const Json& object) {
  const auto found = object.find("states");
  return found != object.end() && found->is_array() &&
         std::ranges::all_of(*found, [](const Json& state) { return state.is_string(); });
}

/// What is wrong with a line; empty when nothing is.
std::string problem_of(const Json& object) {
  static constexpr std::array<std::string_view, 3> kWords{"Never", "Sometimes", "Always"};
  if (object.is_discarded() || !object.is_object()) {
    return "the line is no JSON object";
  }
  if (text_of(object, "name").empty()) {
    return R"("name" is missing or no text)";
  }
  if (!has_states(object)) {
    return R"("states" is missing or no list of texts)";
  }
  const std::string observation = text_of(object, "observation");
  return std::ranges::find(kWords, observation) == kWords.end()
             ? fmt::format(R"("observation" is "{}")", printable(observation))
             : std::string{};
}

Expectation entry_of(const Json& object, const std::string& where) {
  return {where, object["states"].get<std::set<std::string>>(), text_of(object, "observation")};
}

std::string list_of(const std::vector<std::string>& states, const char* title) {
  constexpr std::size_t kListed = 20;
  std::string text = states.empty() ? "" : fmt::format("  {}\n", title);
  for (std::size_t i = 0; i < std::min(states.size(), kListed); ++i) {
    text += fmt::format("    {}\n", printable(states[i], SIZE_MAX));
  }
  return states.size() > kListed ? text + fmt::format("    and {} more\n", states.size() - kListed)
                                 : text;
}

/// More exploration could still show what a run that was cut short has not seen.
bool contradicts(const Outcome& outcome, std::string_view observation) {
  if (outcome.is_complete()) {
    return observation != observation_text(outcome.observation());
  }
  return (observation == observation_text(Observation::never) && outcome.can_hold()) ||
         (observation == observation_text(Observation::always) && outcome.can_fail());
}

}  // namespace

scenario::Checked<Expectations> Expectations::read(const std::string& path) {
  scenario::Problems problems;
  const Result<std::string> text = scenario::read_regular_file(
      path, kLargestFile, {"a file of expected outcomes, a JSON object a line", "split it"});
  if (!text) {
    problems.add(text.error());
    return tl::unexpected{problems};
  }
  Expectations expectations;
  std::size_t number = 0;
  for (std::size_t start = 0; start < text->size();) {
    const std::size_t end = std::min(text->find('\n', start), text->size());
    const std::string_view line = std::string_view{*text}.substr(start, end - start);
    start = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      continue;
    }
    const std::string where = fmt::format("{}:{}", path, number);
    const Json object = Json::parse(line, nullptr, false);
    std::string what = problem_of(object);
    if (what.empty() &&
        !expectations.add(
            text_of(object, "name"), text_of(object, "file"), entry_of(object, where))) {
      what = fmt::format("a second line for the test \"{}\"", printable(text_of(object, "name")));
    }
    if (!what.empty()) {
      problems.add({ErrorCode::invalid_input,
                    where,
                    std::move(what),
                    R"(expected {"name": ..., "states": ["1:X0=0; [x]=1;", ...], )"
                    R"("observation": "Never" | "Sometimes" | "Always"})"});
    }
  }
  return problems.empty() ? scenario::Checked<Expectations>{std::move(expectations)}
                          : tl::unexpected{problems};
}

bool Expectations::add(const std::string& name, const std::string& file, Expectation entry) {
  if (!by_name_.emplace(name, entries_.size()).second) {
    return false;
  }
  if (!file.empty()) {
    by_file_.emplace(file, entries_.size());
  }
  entries_.push_back(std::move(entry));
  return true;
}

const Expectation* Expectations::find(const LitmusTest& test) const {
  if (const auto named = by_name_.find(test.name); named != by_name_.end()) {
    return &entries_[named->second];
  }
  const auto filed = by_file_.find(std::filesystem::path{test.file}.filename().string());
  return filed != by_file_.end() ? &entries_[filed->second] : nullptr;
}

std::string differences(const LitmusTest& test,
                        const Outcome& outcome,
                        const Expectation& expected,
                        bool states) {
  std::set<std::string> found;
  for (const memory::FinalState& state : outcome.states) {
    found.insert(state_text(test, state));
  }
  std::vector<std::string> missing;
  std::vector<std::string> unexpected;
  std::ranges::set_difference(expected.states, found, std::back_inserter(missing));
  std::ranges::set_difference(found, expected.states, std::back_inserter(unexpected));
  std::string text;
  if (contradicts(outcome, expected.observation)) {
    text += fmt::format(
        "  expected {}, found {}\n", expected.observation, observation_text(outcome.observation()));
  }
  if (!states) {
    return text;
  }
  text += outcome.is_complete() ? list_of(missing, "expected, not found:") : "";
  return text +
         list_of(unexpected, outcome.sampling ? "shown, not allowed:" : "found, not expected:");
}

Coverage coverage(const LitmusTest& test, const Outcome& outcome, const Expectation& expected) {
  const auto seen = std::ranges::count_if(outcome.states, [&](const memory::FinalState& state) {
    return expected.states.contains(state_text(test, state));
  });
  return {static_cast<std::size_t>(seen), expected.states.size()};
}

}  // namespace pmusim::litmus
