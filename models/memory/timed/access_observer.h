// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pmusim::memory {

/// A load or store of an instruction that retired, and when it happened.
struct RetiredAccess {
  std::uint64_t at{};           ///< the cycle in which a load took its value, or a store became
                                ///< visible; within a cycle, loads come before stores
  std::uint32_t instruction{};  ///< index into the program
  bool is_write{};
  std::uint64_t address{};
  std::uint64_t value{};  ///< taken or stored
};

/// Is told of accesses as their instructions retire, so of each CPU in the order of its program;
/// wrong paths are not told. Of an atomic its read; of a store-exclusive nothing.
class AccessObserver {
 public:
  AccessObserver() = default;
  AccessObserver(const AccessObserver&) = delete;
  AccessObserver& operator=(const AccessObserver&) = delete;
  virtual ~AccessObserver() = default;

  virtual void on_access(unsigned cpu, const RetiredAccess& access) = 0;
};

}  // namespace pmusim::memory
