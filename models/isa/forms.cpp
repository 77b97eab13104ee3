// SPDX-License-Identifier: Apache-2.0
#include "models/isa/forms.h"

#include <algorithm>

#include "models/isa/forms_arithmetic.h"
#include "models/isa/forms_memory.h"
#include "models/isa/forms_moves.h"
#include "models/isa/forms_system.h"

namespace pmusim::isa {
namespace {

template <std::size_t... counts>
constexpr auto joined(const std::array<Form, counts>&... tables) {
  std::array<Form, (counts + ...)> all{};
  auto end = all.begin();
  ((end = std::copy(tables.begin(), tables.end(), end)), ...);
  return all;
}

// Moves stand before the arithmetic that they are made of.
constexpr std::array kForms = joined(kMoveForms,
                                     kAddForms,
                                     kLogicForms,
                                     kBitFieldForms,
                                     kShiftForms,
                                     kSelectForms,
                                     kBranchForms,
                                     kLoadStoreForms,
                                     kOrderedForms,
                                     kAtomicForms,
                                     kSystemForms);

}  // namespace

std::span<const Form> all_forms() {
  return kForms;
}

}  // namespace pmusim::isa
