// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "models/memory/concurrent_program.h"

namespace pmusim::test {

/// The program as a litmus test that shows what is observed. A pair of registers accesses
/// neighbouring locations, which the text does not say.
[[nodiscard]] std::string litmus_text(const memory::ConcurrentProgram& program,
                                      const std::vector<memory::Observable>& observed,
                                      const std::string& name);

/// Final states, one a line.
[[nodiscard]] std::string states_text(const memory::ConcurrentProgram& program,
                                      const std::vector<memory::Observable>& observed,
                                      const std::set<memory::FinalState>& states);

}  // namespace pmusim::test
