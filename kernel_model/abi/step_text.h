// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel_model/abi/ring_order.h"

namespace pmusim::abi {

/// A64 text whose instructions belong to named steps, so that what an instruction did can be told
/// by the step: `publish 2` says more than `STR X0, [X3]`.
class StepText {
 public:
  /// Names the instructions that follow.
  void step(std::string name) { step_ = std::move(name); }

  /// One instruction.
  void line(std::string_view instruction);

  /// The instruction of a fence, if it has one.
  void fence(RingFence fence);

  /// The instruction that follows is called `name`; the text may end with labels.
  void label(std::string_view name);

  /// Adds a text with its steps, each called `prefix` and its own name.
  void append(const StepText& other, std::string_view prefix);

  [[nodiscard]] const std::string& text() const { return text_; }

  /// The step of each instruction, in order.
  [[nodiscard]] const std::vector<std::string>& steps() const { return steps_; }

 private:
  std::string text_;
  std::string step_;
  std::vector<std::string> steps_;
};

}  // namespace pmusim::abi
