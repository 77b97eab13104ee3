// SPDX-License-Identifier: Apache-2.0
//
// Propositions about registers, as the questions of the protocols need them.
#pragma once

#include <vector>

#include "models/memory/proposition.h"

namespace pmusim::explore {

/// A register of a thread ends with a value.
struct RegisterIs {
  unsigned thread{};
  unsigned number{};
  std::uint64_t value{1};
};

/// All of `all`, and one of `any` unless it is empty.
[[nodiscard]] memory::Proposition holds(const std::vector<RegisterIs>& all,
                                        const std::vector<RegisterIs>& any = {});

}  // namespace pmusim::explore
