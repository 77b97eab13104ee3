// SPDX-License-Identifier: Apache-2.0
#include "models/memory/unread.h"

#include "models/memory/operations.h"

namespace pmusim::memory {

BitSet unread_loads(const Window& window) {
  const ThreadProgram& program = window.program();
  BitSet unread;
  for (unsigned number = 0; number < window.accesses().size(); ++number) {
    const Access& access = window.accesses()[number];
    const unsigned index = window.slots()[access.slot].index;
    if (!is_plain_load(program.instruction(index).op) || !access.is_enabled() ||
        !program.ignores_read(index, access.part)) {
      continue;
    }
    const BitSet same = window.accesses_to(static_cast<unsigned>(access.location));
    if ((same & window.pending() & BitSet::below(number)).within(unread)) {
      unread.add(number);
    }
  }
  return unread;
}

}  // namespace pmusim::memory
