// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/memory/window.h"

namespace pmusim::memory {

/// One instruction on its way through the window.
struct Window::Fetch {
  const isa::Instruction& instruction;
  const isa::Dataflow& flow;
  unsigned slot{};
  Note note;
  Slot result;
};

/// What this run was told about a slot; adds the bit of the decision to `bits` if it was told.
template <class Member>
Member Window::decided(unsigned slot, Member Decision::* what, DecisionSet& bits) const {
  for (std::size_t i = 0; i < decisions_.size(); ++i) {
    if (decisions_[i].slot == slot && decisions_[i].*what != Member{}) {
      bits |= DecisionSet{1} << i;
      return decisions_[i].*what;
    }
  }
  return Member{};
}

}  // namespace pmusim::memory
