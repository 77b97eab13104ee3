// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/outcome.h"

#include <algorithm>

namespace pmusim::litmus {
namespace {

using memory::ExploreEnd;
using memory::Proposition;

bool equals(const LitmusTest& test,
            const Proposition::Node& node,
            const memory::FinalState& state) {
  const auto at = std::ranges::find(test.shown, node.what) - test.shown.begin();
  const std::uint64_t difference = state[static_cast<std::size_t>(at)] ^ node.value;
  return node.bits == 64 ? difference == 0
                         : (difference & ((std::uint64_t{1} << node.bits) - 1)) == 0;
}

}  // namespace

std::string_view observation_text(Observation observation) {
  switch (observation) {
    case Observation::never:
      return "Never";
    case Observation::sometimes:
      return "Sometimes";
    case Observation::always:
      return "Always";
  }
  return {};
}

std::string_view observation_text(const Outcome& outcome) {
  return outcome.is_settled() ? observation_text(outcome.observation()) : "Undecided";
}

std::string_view end_text(const Outcome& outcome) {
  if (outcome.sampling) {
    return "sampled";
  }
  switch (outcome.end) {
    case ExploreEnd::complete:
      return "complete";
    case ExploreEnd::bounded:
      return "bounded";
    case ExploreEnd::stopped:
      return "limit";
  }
  return {};
}

bool holds(const LitmusTest& test, const memory::FinalState& state) {
  std::vector<bool> values;  // children stand before their parents
  for (const Proposition::Node& node : test.proposition.nodes) {
    const auto value = [&](std::size_t operand) { return static_cast<bool>(values[operand]); };
    switch (node.kind) {
      case Proposition::Kind::truth:
        values.push_back(true);
        break;
      case Proposition::Kind::falsehood:
        values.push_back(false);
        break;
      case Proposition::Kind::equals:
        values.push_back(equals(test, node, state));
        break;
      case Proposition::Kind::negation:
        values.push_back(!value(node.operands.front()));
        break;
      case Proposition::Kind::conjunction:
        values.push_back(std::ranges::all_of(node.operands, value));
        break;
      case Proposition::Kind::disjunction:
        values.push_back(std::ranges::any_of(node.operands, value));
        break;
    }
  }
  return values.back();
}

bool Outcome::is_cut_short() const {
  return sampling ? sampling->is_stopped || sampling->cut_short > 0 : !is_complete();
}

Observation Outcome::observation() const {
  if (!can_hold()) {
    return Observation::never;
  }
  return can_fail() ? Observation::sometimes : Observation::always;
}

std::optional<bool> Outcome::ok(Quantifier quantifier) const {
  const bool found = quantifier == Quantifier::forall ? can_fail() : can_hold();
  if (!found && !is_complete()) {
    return std::nullopt;
  }
  return found == (quantifier == Quantifier::exists);
}

const memory::Witness* Outcome::witness(Quantifier quantifier) const {
  const std::optional<memory::Witness>& found = quantifier == Quantifier::forall ? fails : holds;
  return found ? &*found : nullptr;
}

}  // namespace pmusim::litmus
