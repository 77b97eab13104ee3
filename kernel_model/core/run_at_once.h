// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "models/common/software.h"
#include "models/common/sysreg.h"

namespace pmusim::kernel {

/// Runs kernel code to its end in no time: its register accesses reach `port`, all other steps pass
/// without effect. For what happens before the first cycle and after the last.
inline void run_at_once(Software software, SysRegPort& port) {
  SoftwareThread thread;
  thread.start(std::move(software));
  while (const Step* step = thread.next()) {
    StepResult result;
    if (const auto* msr = std::get_if<step::Msr>(step)) {
      result.outcome = port.write(msr->reg, msr->value, msr->context);
    } else if (const auto* mrs = std::get_if<step::Mrs>(step)) {
      const SysRegRead read = port.read(mrs->reg, mrs->context);
      result.outcome = read.outcome;
      result.value = read.value;
    }
    thread.complete(result);
  }
}

}  // namespace pmusim::kernel
