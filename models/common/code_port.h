// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/common/units.h"

namespace pmusim {

/// A program of instructions on the pipeline of a CPU, as the CPU drives it. It does something in
/// some cycles and waits in those between: how long, it says each time.
class CodePort {
 public:
  CodePort() = default;
  CodePort(const CodePort&) = delete;
  CodePort& operator=(const CodePort&) = delete;
  virtual ~CodePort() = default;

  /// The program is to begin at its first instruction, when the CPU acts next.
  virtual void begin() = 0;

  /// The CPU has come to the beginning of its cycle `now`, in which the program does something: it
  /// begins, goes on, or goes on after an interrupt. In the further ones it waits.
  ///
  /// @pre the cycles of the last call have passed, and it is not over
  /// @return  how many cycles pass until it is to be called again, at least 1. If it is 1, what
  /// happens in the cycle is known when that is over: other CPUs act in the same instant.
  virtual Cycles act(CycleTime now) = 0;

  /// It has come to its end with the cycles of the last call.
  [[nodiscard]] virtual bool is_over() const = 0;

  /// It is over, but not at its end: software cannot go on behind it.
  [[nodiscard]] virtual bool has_failed() const = 0;

  /// An interrupt is to be taken: no further instruction is begun. May be said again.
  virtual void drain() = 0;

  /// It stands between two instructions, with nothing in flight, so that an interrupt can be taken
  /// when the cycles of the last call have passed.
  [[nodiscard]] virtual bool is_drained() const = 0;
};

}  // namespace pmusim
