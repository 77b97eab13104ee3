// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exploration/shape.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "models/common/expect.h"
#include "models/memory/exploration.h"

namespace pmusim::test {
namespace {

constexpr std::array<std::string_view, 4> kNames{"x", "y", "z", "p"};
constexpr std::uint64_t kFirst = 0x1000;

std::uint64_t address_of(unsigned location) {
  return kFirst + 0x40ULL * location;
}

unsigned location(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name);
  PMUSIM_EXPECT(found != kNames.end(), "no such location");
  return static_cast<unsigned>(found - kNames.begin());
}

std::uint64_t number(std::string_view text) {
  if (text.starts_with('&')) {
    return address_of(location(text.substr(1)));
  }
  std::uint64_t value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  PMUSIM_EXPECT(error == std::errc{} && end == text.data() + text.size(), "no number");
  return value;
}

struct Word {
  memory::Observable what;
  std::uint64_t value{};
};

/// `1:X3=5` or `x=5`.
Word word(std::string_view text) {
  const std::size_t equals = text.find('=');
  PMUSIM_EXPECT(equals != std::string_view::npos, "a word without =");
  Word result;
  result.value = number(text.substr(equals + 1));
  const std::string_view place = text.substr(0, equals);
  const std::size_t colon = place.find(":X");
  if (colon == std::string_view::npos) {
    result.what.kind = memory::Observable::Kind::location;
    result.what.location = location(place);
  } else {
    result.what.thread = static_cast<unsigned>(number(place.substr(0, colon)));
    result.what.reg = isa::x(static_cast<unsigned>(number(place.substr(colon + 2))));
  }
  return result;
}

std::vector<Word> words(const std::string& text) {
  std::istringstream in{text};
  std::vector<Word> result;
  for (std::string each; in >> each;) {
    result.push_back(word(each));
  }
  return result;
}

memory::Thread thread(std::string text) {
  std::ranges::replace(text, ';', '\n');
  auto program = isa::assemble_text(text, "shape");
  PMUSIM_EXPECT(program.has_value(), program ? "" : program.error().front().what);
  memory::Thread result{.program = std::move(*program), .registers = {}};
  for (unsigned i = 0; i < kNames.size(); ++i) {
    result.registers[2 * i + 1] = address_of(i);
  }
  return result;
}

memory::Proposition all_of(const std::vector<Word>& wanted) {
  memory::Proposition proposition;
  memory::Proposition::Node root;
  root.kind = memory::Proposition::Kind::conjunction;
  for (const Word& each : wanted) {
    memory::Proposition::Node node;
    node.kind = memory::Proposition::Kind::equals;
    node.what = each.what;
    node.value = each.value;
    root.operands.push_back(proposition.nodes.size());
    proposition.nodes.push_back(node);
  }
  proposition.nodes.push_back(root);
  return proposition;
}

}  // namespace

ShapeProgram shape_program(const Shape& shape) {
  ShapeProgram result;
  for (unsigned i = 0; i < kNames.size(); ++i) {
    result.program.locations.push_back({.name = std::string{kNames[i]}, .address = address_of(i)});
  }
  for (const std::string& text : shape.threads) {
    result.program.threads.push_back(thread(text));
  }
  for (const Word& each : words(shape.start)) {
    if (each.what.kind == memory::Observable::Kind::location) {
      result.program.locations[each.what.location].initial = each.value;
    } else {
      result.program.threads[each.what.thread].registers[isa::index(each.what.reg)] = each.value;
    }
  }
  const std::vector<Word> wanted = words(shape.outcome);
  for (const Word& each : wanted) {
    result.observed.push_back(each.what);
  }
  result.outcome = all_of(wanted);
  return result;
}

memory::ExploreResult explored(const Shape& shape, const memory::Reductions& reductions) {
  const ShapeProgram made = shape_program(shape);
  auto result = memory::explore_with(
      made.program, made.observed, made.outcome, memory::ExploreGoal::all_states, {}, reductions);
  PMUSIM_EXPECT(result.has_value(),
                result ? "" : result.error().where + ": " + result.error().what);
  return std::move(*result);
}

bool allows(const Shape& shape) {
  const memory::ExploreResult result = explored(shape);
  PMUSIM_EXPECT(result.end == memory::ExploreEnd::complete, result.reason);
  return result.holds.has_value();
}

}  // namespace pmusim::test
