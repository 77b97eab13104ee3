// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "models/common/result.h"
#include "models/memory/concurrent_program.h"
#include "models/memory/proposition.h"
#include "models/memory/tuple_set.h"

namespace pmusim::memory {

/// True, false, or not known yet.
using Truth = std::optional<bool>;

/// A proposition of which parts become known: what is left of it is a *rest*. Equal rests have one
/// number, so that states which differ only in values that no longer matter are one state.
class Question {
 public:
  using Rest = std::uint32_t;

  /// The final value of an observable, if it is known.
  using Values = std::function<std::optional<std::uint64_t>(const Observable& what)>;

  /// @error invalid_input  a proposition that is no tree, or asks for what the program has not.
  [[nodiscard]] static Result<Question> of(Proposition proposition,
                                           const ConcurrentProgram& program);

  /// The whole question.
  [[nodiscard]] Rest whole();

  /// What is left of `rest` when a register has its final value.
  [[nodiscard]] Rest after(Rest rest, unsigned thread, isa::Reg reg, std::uint64_t value);

  /// The answer, if it is known.
  [[nodiscard]] Truth answer(Rest rest) const;

  /// The answer with what `values` knows as well.
  [[nodiscard]] Truth answer(Rest rest, const Values& values) const;

  [[nodiscard]] const Proposition& proposition() const { return proposition_; }

 private:
  /// Of a node: not known; known; or of no interest, since a node above is known.
  enum Known : std::uint8_t { open, yes, no, hidden };

  explicit Question(Proposition proposition)
      : proposition_{std::move(proposition)}, rests_{proposition_.nodes.size()} {}

  using Knowledge = std::vector<std::uint8_t>;  // of `Known`, by node

  void judge(Knowledge& knowledge, const Values& values) const;
  [[nodiscard]] static Truth judge_node(const Proposition::Node& node,
                                        const Knowledge& knowledge,
                                        const Values& values);

  Proposition proposition_;
  TupleSet<std::uint8_t> rests_;
};

}  // namespace pmusim::memory
