// SPDX-License-Identifier: Apache-2.0
//
// Text as herd7 7.58 prints it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/litmus/litmus_test.h"

namespace pmusim::litmus {

/// "Allowed", "Forbidden" or "Required".
[[nodiscard]] std::string_view kind_text(Quantifier quantifier);

/// "1:X3" or "[x]".
[[nodiscard]] std::string place_text(const LitmusTest& test, const memory::Observable& what);

/// A final value: the name of the location whose address it is, else a decimal cut to the type.
[[nodiscard]] std::string value_text(const LitmusTest& test,
                                     const memory::Observable& what,
                                     std::uint64_t value);

/// "1:X3=0; [x]=2;": the values of `test.shown`.
[[nodiscard]] std::string state_text(const LitmusTest& test, const memory::FinalState& state);

/// The states in the order of herd7: value by value, numbers as signed ones, then addresses by
/// name.
[[nodiscard]] std::vector<memory::FinalState> ordered(const LitmusTest& test,
                                                      const std::set<memory::FinalState>& states);

/// "exists (1:X0=1 /\ not ([x]=2))".
[[nodiscard]] std::string condition_text(const LitmusTest& test);

}  // namespace pmusim::litmus
