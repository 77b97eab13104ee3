// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/abi/step_text.h"

namespace pmusim::abi {

void StepText::line(std::string_view instruction) {
  text_ += instruction;
  text_ += '\n';
  steps_.push_back(step_);
}

void StepText::fence(RingFence fence) {
  if (const std::string_view text = instruction(fence); !text.empty()) {
    line(text);
  }
}

void StepText::label(std::string_view name) {
  text_ += name;
  text_ += ":\n";
}

void StepText::append(const StepText& other, std::string_view prefix) {
  text_ += other.text_;
  for (const std::string& step : other.steps_) {
    steps_.push_back(std::string{prefix} + step);
  }
}

}  // namespace pmusim::abi
