// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/read_test.h"

#include <algorithm>
#include <ranges>
#include <tuple>

#include <fmt/format.h>

#include "models/common/text.h"
#include "sim/litmus/access_sizes.h"
#include "sim/litmus/code_table.h"
#include "sim/litmus/endless_loop.h"
#include "sim/litmus/initial_state.h"
#include "sim/scenario/input_file.h"
#include "sim/scenario/nearest.h"

namespace pmusim::litmus {
namespace {

using memory::Observable;

/// Addresses of locations. Far from the small numbers that tests count with, since a value that is
/// an address prints as its name; below 2^31, so that 32 bits keep it.
constexpr std::uint64_t kDataBase = 0x5EED'0000;
constexpr std::uint64_t kDataStride = 64;

/// Locations of one test, at most: what the explorer takes.
constexpr std::size_t kMostLocations = 256;

/// The parts of a test, each read by itself.
struct Parts {
  std::string name;
  InitialState init;
  std::vector<ThreadCode> code;
  Condition condition;
  std::vector<unsigned> sizes;  ///< of the locations
};

void check_name(SourceText& source,
                const InitialState& init,
                std::string_view name,
                std::size_t offset) {
  if (init.by_name.contains(name)) {
    return;
  }
  const auto known = init.by_name | std::views::keys;
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string hint = scenario::suggestion(name, names);
  source.problem(offset,
                 fmt::format("there is no location {}", printable(name)),
                 hint.empty() ? "name it in the initial state" : hint);
}

void check_names(SourceText& source, const InitialState& init, const Condition& condition) {
  const auto check_place = [&](const Place& place) {
    if (!place.is_register) {
      check_name(source, init, place.name, place.offset);
    }
  };
  std::ranges::for_each(condition.shown, check_place);
  for (const WrittenNode& node : condition.nodes) {
    if (node.kind == memory::Proposition::Kind::equals) {
      check_place(node.place);
      if (!node.value.address_of.empty()) {
        check_name(source, init, node.value.address_of, node.value.offset);
      }
    }
  }
}

void check_count(SourceText& source, const InitialState& init) {
  if (init.locations.size() > kMostLocations) {
    source.problem(init.locations[kMostLocations].place.offset,
                   ErrorCode::not_modelled,
                   fmt::format("{} locations", init.locations.size()),
                   fmt::format("a test has at most {}", kMostLocations));
  }
}

void check_ends(SourceText& source, const std::vector<ThreadCode>& code) {
  for (std::size_t thread = 0; thread < code.size(); ++thread) {
    if (const std::optional<std::size_t> loop = endless_loop(code[thread].program)) {
      source.problem(
          code[thread].offsets[*loop],
          fmt::format("P{} never ends: no way leads from here to the end of its code", thread),
          "let a branch leave the loop");
    }
  }
}

/// Reads every part, whatever is wrong with the others, so that all problems are listed at once.
std::optional<Parts> read_parts(SourceText& source) {
  std::optional<Sections> sections = split(source);
  if (!sections) {
    return std::nullopt;
  }
  Parts parts;
  parts.name = std::move(sections->name);
  parts.code = read_code(source, sections->code);
  const auto threads = static_cast<unsigned>(parts.code.size());
  parts.init = read_initial_state(source, sections->init, threads);
  if (sections->condition.from < sections->condition.to) {
    std::optional<Condition> condition = read_condition(source, sections->condition, threads);
    if (condition) {
      parts.condition = std::move(*condition);
    }
  }
  check_names(source, parts.init, parts.condition);
  check_count(source, parts.init);
  check_ends(source, parts.code);
  parts.sizes = location_sizes(source, parts.init, parts.code);
  return source.problems().empty() ? std::optional{std::move(parts)} : std::nullopt;
}

std::uint64_t number_of(const Value& value, const InitialState& init) {
  return value.address_of.empty() ? value.number
                                  : kDataBase + kDataStride * init.by_name.at(value.address_of);
}

Observable observable(const Place& place, const InitialState& init) {
  if (place.is_register) {
    return {Observable::Kind::reg, place.thread, place.reg, 0};
  }
  return {Observable::Kind::location,
          0,
          isa::Reg::zero,
          static_cast<unsigned>(init.by_name.at(place.name))};
}

void add_locations(LitmusTest& test, const Parts& parts) {
  for (std::size_t i = 0; i < parts.sizes.size(); ++i) {
    const InitialState::Entry& entry = parts.init.locations[i];
    test.program.locations.push_back({std::string{entry.place.name},
                                      kDataBase + kDataStride * i,
                                      parts.sizes[i],
                                      number_of(entry.value, parts.init)});
    test.location_types.push_back(entry.type);
  }
}

void add_threads(LitmusTest& test, const Parts& parts, const SourceText& source) {
  for (const ThreadCode& code : parts.code) {
    test.program.threads.push_back({code.program, {}});
    std::vector<std::string>& places = test.places.emplace_back();
    for (const std::size_t offset : code.offsets) {
      places.push_back(source.where(offset));
    }
  }
  for (const InitialState::Entry& entry : parts.init.registers) {
    memory::Thread& thread = test.program.threads[entry.place.thread];
    thread.registers[isa::index(entry.place.reg)] = number_of(entry.value, parts.init);
    if (entry.has_type) {
      test.register_types.emplace(observable(entry.place, parts.init), entry.type);
    }
  }
}

void add_condition(LitmusTest& test, const Parts& parts) {
  test.quantifier = parts.condition.quantifier;
  for (const WrittenNode& node : parts.condition.nodes) {
    memory::Proposition::Node& made = test.proposition.nodes.emplace_back();
    made.kind = node.kind;
    made.operands = node.operands;
    if (node.kind == memory::Proposition::Kind::equals) {
      made.what = observable(node.place, parts.init);
      made.value = number_of(node.value, parts.init);
      made.bits = test.type_of(made.what).bits;
      test.shown.push_back(made.what);
    }
  }
  for (const Place& place : parts.condition.shown) {
    test.shown.push_back(observable(place, parts.init));
  }
}

/// herd7's order: registers by thread and number, then locations by name.
void sort_shown(LitmusTest& test) {
  const auto key = [&](const Observable& what) {
    const bool is_location = what.kind == Observable::Kind::location;
    const std::string_view name =
        is_location ? std::string_view{test.program.locations[what.location].name} : "";
    return std::tuple{is_location, what.thread, what.reg, name};
  };
  std::ranges::sort(test.shown, {}, key);
  const auto repeated = std::ranges::unique(test.shown);
  test.shown.erase(repeated.begin(), repeated.end());
}

}  // namespace

scenario::Checked<LitmusTest> read_test(std::string text, const std::string& name) {
  SourceText source{std::move(text), printable(name, kLongestShownPath)};
  source.check_characters();
  const std::optional<Parts> parts = source.problems().empty() ? read_parts(source) : std::nullopt;
  if (!parts) {
    return tl::unexpected{source.problems()};
  }
  LitmusTest test;
  test.name = parts->name;
  test.file = source.file();
  add_locations(test, *parts);
  add_threads(test, *parts, source);
  add_condition(test, *parts);
  sort_shown(test);
  return test;
}

scenario::Checked<LitmusTest> read_test_file(const std::string& path) {
  Result<std::string> text = scenario::read_regular_file(
      path, kLargestTest, {"a litmus test", "a litmus test is a few lines"});
  if (!text) {
    scenario::Problems problems;
    problems.add(text.error());
    return tl::unexpected{problems};
  }
  return read_test(std::move(*text), path);
}

}  // namespace pmusim::litmus
