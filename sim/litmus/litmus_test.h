// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/memory/concurrent_program.h"
#include "models/memory/proposition.h"
#include "sim/litmus/condition.h"
#include "sim/litmus/value_type.h"

namespace pmusim::litmus {

/// A litmus test, ready to be run.
struct LitmusTest {
  std::string name;
  std::string file;
  memory::ConcurrentProgram program;
  std::vector<ValueType> location_types;                   ///< as declared, one for each location
  std::map<memory::Observable, ValueType> register_types;  ///< of the registers that have one
  Quantifier quantifier{Quantifier::exists};
  memory::Proposition proposition;
  /// What a final state shows: the places of the condition and of `locations`, registers by thread
  /// and number, then locations by name.
  std::vector<memory::Observable> shown;
  /// "file:line:column" of each instruction of each thread.
  std::vector<std::vector<std::string>> places;

  [[nodiscard]] ValueType type_of(const memory::Observable& what) const;
};

}  // namespace pmusim::litmus
