// SPDX-License-Identifier: Apache-2.0
#include "models/memory/question.h"

#include <algorithm>

#include <fmt/format.h>

namespace pmusim::memory {
namespace {

std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

bool exists(const Observable& what, const ConcurrentProgram& program) {
  return what.kind == Observable::Kind::location ? what.location < program.locations.size()
                                                 : what.thread < program.threads.size();
}

/// Whether each node is an operand of at most one node, a later one, and each negation has one.
bool is_tree(const Proposition& proposition) {
  std::vector<unsigned> uses(proposition.nodes.size());
  for (std::size_t i = 0; i < proposition.nodes.size(); ++i) {
    const bool is_negation = proposition.nodes[i].kind == Proposition::Kind::negation;
    if (is_negation && proposition.nodes[i].operands.size() != 1) {
      return false;
    }
    for (const std::size_t operand : proposition.nodes[i].operands) {
      if (operand >= i || ++uses[operand] > 1) {
        return false;
      }
    }
  }
  return !uses.empty();
}

}  // namespace

Result<Question> Question::of(Proposition proposition, const ConcurrentProgram& program) {
  if (!is_tree(proposition)) {
    return fail(
        ErrorCode::invalid_input, "proposition", "the nodes are no tree with its root last");
  }
  for (const Proposition::Node& node : proposition.nodes) {
    if (node.kind == Proposition::Kind::equals && !exists(node.what, program)) {
      return fail(ErrorCode::invalid_input,
                  "proposition",
                  "it asks for a thread or location that the program does not have");
    }
  }
  return Question{std::move(proposition)};
}

Question::Rest Question::whole() {
  Knowledge knowledge(proposition_.nodes.size(), open);
  judge(knowledge, [](const auto&) { return std::nullopt; });
  return rests_.insert(knowledge).first;
}

Question::Rest Question::after(Rest rest, unsigned thread, isa::Reg reg, std::uint64_t value) {
  Knowledge knowledge(rests_[rest].begin(), rests_[rest].end());
  judge(knowledge, [&](const Observable& what) {
    const bool is_known =
        what.kind == Observable::Kind::reg && what.thread == thread && what.reg == reg;
    return is_known ? std::optional{value} : std::nullopt;
  });
  return rests_.insert(knowledge).first;
}

Truth Question::answer(Rest rest) const {
  const std::uint8_t root = rests_[rest].back();
  return root == open ? Truth{} : Truth{root == yes};
}

Truth Question::answer(Rest rest, const Values& values) const {
  Knowledge knowledge(rests_[rest].begin(), rests_[rest].end());
  judge(knowledge, values);
  return knowledge.back() == open ? Truth{} : Truth{knowledge.back() == yes};
}

/// Fills in what `values` tells, operands before what they are operands of; then hides what stands
/// below a node that is known.
void Question::judge(Knowledge& knowledge, const Values& values) const {
  for (std::size_t i = 0; i < knowledge.size(); ++i) {
    if (knowledge[i] != open) {
      continue;
    }
    if (const Truth truth = judge_node(proposition_.nodes[i], knowledge, values);
        truth.has_value()) {
      knowledge[i] = *truth ? yes : no;
    }
  }
  for (std::size_t i = knowledge.size(); i-- > 0;) {
    if (knowledge[i] != open) {
      for (const std::size_t operand : proposition_.nodes[i].operands) {
        knowledge[operand] = hidden;
      }
    }
  }
}

Truth Question::judge_node(const Proposition::Node& node,
                           const Knowledge& knowledge,
                           const Values& values) {
  using Kind = Proposition::Kind;
  const auto is = [&](Known known) {
    return [&knowledge, known](std::size_t operand) { return knowledge[operand] == known; };
  };
  switch (node.kind) {
    case Kind::truth:
      return true;
    case Kind::falsehood:
      return false;
    case Kind::equals: {
      const std::optional<std::uint64_t> value = values(node.what);
      return value ? Truth{low_bits(*value, node.bits) == low_bits(node.value, node.bits)}
                   : Truth{};
    }
    case Kind::negation: {
      const std::uint8_t known = knowledge[node.operands.front()];
      return known == open ? Truth{} : Truth{known == no};
    }
    case Kind::conjunction:
    case Kind::disjunction:
      break;
  }
  // One operand that is false decides a conjunction, one that is true a disjunction.
  const bool decisive = node.kind == Kind::disjunction;
  if (std::ranges::any_of(node.operands, is(decisive ? yes : no))) {
    return decisive;
  }
  return std::ranges::any_of(node.operands, is(open)) ? Truth{} : Truth{!decisive};
}

}  // namespace pmusim::memory
