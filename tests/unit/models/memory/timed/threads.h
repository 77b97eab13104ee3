// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/memory/timed/timed_machine.h"

namespace pmusim::memory {

/// Where the words x, y and z lie, each in a line of its own; x2 lies behind x.
inline constexpr std::uint64_t kX = 0x10000;
inline constexpr std::uint64_t kY = 0x10040;
inline constexpr std::uint64_t kZ = 0x10080;

/// Threads of the given texts over x, y, z and x2, which start at 0. X1, X3 and X5 hold their
/// addresses.
[[nodiscard]] ConcurrentProgram threads_of(const std::vector<std::string>& texts);

/// A finished run, as a condition looks at it.
struct FinishedRun {
  const TimedMachine* machine;

  [[nodiscard]] std::uint64_t reg(unsigned thread, unsigned number) const {
    return machine->pipeline(thread).value(isa::x(number));
  }

  /// 0 to 3: x, y, z, x2.
  [[nodiscard]] std::uint64_t word(unsigned location) const {
    return machine->value({Observable::Kind::location, 0, isa::Reg::zero, location});
  }
};

/// In how many of `runs` runs, with as many seeds, `condition` held. @pre every run finishes
[[nodiscard]] unsigned count_runs(const ConcurrentProgram& program,
                                  unsigned runs,
                                  const std::function<bool(const FinishedRun&)>& condition);

}  // namespace pmusim::memory
