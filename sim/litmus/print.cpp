// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/print.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pmusim::litmus {
namespace {

using memory::Observable;
using memory::Proposition;

/// The location at exactly this address.
const memory::Location* location_at(const LitmusTest& test, std::uint64_t address) {
  const auto found = std::ranges::find(test.program.locations, address, &memory::Location::address);
  return found != test.program.locations.end() ? &*found : nullptr;
}

/// How herd7 compares values: numbers before addresses, those by name.
struct Rank {
  std::string_view address_of;
  std::int64_t number{};

  friend auto operator<=>(const Rank&, const Rank&) = default;
};

Rank rank_of(const LitmusTest& test, std::uint64_t value) {
  const memory::Location* const location = location_at(test, value);
  return location != nullptr ? Rank{location->name, 0} : Rank{{}, static_cast<std::int64_t>(value)};
}

std::string comparison_text(const LitmusTest& test, const Proposition::Node& node) {
  const memory::Location* const location = location_at(test, node.value);
  const std::string value = location != nullptr
                                ? location->name
                                : fmt::format("{}", static_cast<std::int64_t>(node.value));
  return place_text(test, node.what) + "=" + value;
}

std::string node_text(const LitmusTest& test, std::size_t index);

/// Operands of /\ or \/. Only a disjunction within a conjunction needs parentheses: /\ binds
/// closer.
std::string joined_text(const LitmusTest& test, const Proposition::Node& node) {
  const bool is_conjunction = node.kind == Proposition::Kind::conjunction;
  std::vector<std::string> operands;
  for (const std::size_t operand : node.operands) {
    const bool is_disjunction =
        test.proposition.nodes[operand].kind == Proposition::Kind::disjunction;
    const std::string inner = node_text(test, operand);
    operands.push_back(is_conjunction && is_disjunction ? fmt::format("({})", inner) : inner);
  }
  return fmt::format("{}", fmt::join(operands, is_conjunction ? " /\\ " : " \\/ "));
}

// As deep as the reader allows parentheses.
// NOLINTNEXTLINE(misc-no-recursion)
std::string node_text(const LitmusTest& test, std::size_t index) {
  const Proposition::Node& node = test.proposition.nodes[index];
  switch (node.kind) {
    case Proposition::Kind::truth:
      return "true";
    case Proposition::Kind::falsehood:
      return "false";
    case Proposition::Kind::equals:
      return comparison_text(test, node);
    case Proposition::Kind::negation:
      return fmt::format("not ({})", node_text(test, node.operands.front()));
    case Proposition::Kind::conjunction:
    case Proposition::Kind::disjunction:
      return joined_text(test, node);
  }
  return {};
}

std::string_view quantifier_text(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return "exists";
    case Quantifier::not_exists:
      return "~exists";
    case Quantifier::forall:
      return "forall";
  }
  return {};
}

}  // namespace

std::string_view kind_text(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return "Allowed";
    case Quantifier::not_exists:
      return "Forbidden";
    case Quantifier::forall:
      return "Required";
  }
  return {};
}

std::string place_text(const LitmusTest& test, const Observable& what) {
  return what.kind == Observable::Kind::location
             ? fmt::format("[{}]", test.program.locations[what.location].name)
             : fmt::format("{}:X{}", what.thread, isa::index(what.reg));
}

std::string value_text(const LitmusTest& test, const Observable& what, std::uint64_t value) {
  const memory::Location* const location = location_at(test, value);
  return location != nullptr ? location->name : decimal(value, test.type_of(what));
}

std::string state_text(const LitmusTest& test, const memory::FinalState& state) {
  std::vector<std::string> entries;
  entries.reserve(test.shown.size());
  for (std::size_t i = 0; i < test.shown.size(); ++i) {
    entries.push_back(fmt::format(
        "{}={};", place_text(test, test.shown[i]), value_text(test, test.shown[i], state[i])));
  }
  return fmt::format("{}", fmt::join(entries, " "));
}

std::vector<memory::FinalState> ordered(const LitmusTest& test,
                                        const std::set<memory::FinalState>& states) {
  std::vector<memory::FinalState> list(states.begin(), states.end());
  std::ranges::sort(list, [&](const memory::FinalState& a, const memory::FinalState& b) {
    return std::ranges::lexicographical_compare(
        a,
        b,
        {},
        [&](std::uint64_t value) { return rank_of(test, value); },
        [&](std::uint64_t value) { return rank_of(test, value); });
  });
  return list;
}

std::string condition_text(const LitmusTest& test) {
  return fmt::format("{} ({})",
                     quantifier_text(test.quantifier),
                     node_text(test, test.proposition.nodes.size() - 1));
}

}  // namespace pmusim::litmus
