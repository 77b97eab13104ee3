// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/isa/program.h"

namespace pmusim::memory {

/// A named word of shared memory: 4 or 8 bytes, aligned. All accesses to it have its size.
struct Location {
  std::string name;
  std::uint64_t address{};
  unsigned size{8};
  std::uint64_t initial{};
};

/// One thread: its program and the values that X0 to X30 start with; flags, SP start at 0. The
/// thread ends when it runs past its last instruction.
struct Thread {
  isa::Program program;
  std::array<std::uint64_t, 31> registers{};
};

/// Threads over shared memory: what a litmus test or a protocol scenario is made of.
struct ConcurrentProgram {
  std::vector<Location> locations;
  std::vector<Thread> threads;
};

/// Something whose final value is asked for: a register of a thread or a location.
struct Observable {
  enum class Kind : std::uint8_t { reg, location };
  Kind kind{Kind::reg};
  unsigned thread{};             ///< of a register
  isa::Reg reg{isa::Reg::zero};  ///< of a register
  unsigned location{};           ///< index into `locations`

  friend auto operator<=>(const Observable&, const Observable&) = default;
};

/// Final values, in the order of the observables that were asked for.
using FinalState = std::vector<std::uint64_t>;

}  // namespace pmusim::memory
