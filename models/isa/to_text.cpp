// SPDX-License-Identifier: Apache-2.0
#include "models/common/expect.h"
#include "models/isa/forms.h"
#include "models/isa/forms_system.h"
#include "models/isa/program.h"

namespace pmusim::isa {
namespace {

const Form* preferred_form(const Instruction& instruction) {
  for (const Form& form : all_forms()) {
    if (form.like.op == instruction.op &&
        (form.is_preferred == nullptr || form.is_preferred(instruction)) &&
        insert(form, instruction)) {
      return &form;
    }
  }
  return nullptr;
}

}  // namespace

std::string text_in_form(const Form& form, const Instruction& instruction, SysRegNames names) {
  std::string mnemonic{form.mnemonic};
  if (form.mnemonic == kConditionalBranch) {
    mnemonic = "B." + std::string{name_of(instruction.condition)};
  }
  OperandPrinter out{names};
  std::string_view separator = " ";
  for (const Slot& slot : form.slots) {
    if (slot.notation != nullptr) {
      out.text(separator);
      slot.notation->print(instruction, out);
      separator = ",";
    }
  }
  return mnemonic + out.result();
}

std::string to_text(const Instruction& instruction, SysRegNames names) {
  const Form* const form = preferred_form(instruction);
  PMUSIM_EXPECT(form != nullptr, "only instructions that have a word have a text");
  return text_in_form(*form, instruction, names);
}

}  // namespace pmusim::isa
