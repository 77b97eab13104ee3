// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kernel_model/abi/ring_order.h"
#include "models/memory/concurrent_program.h"

namespace pmusim::explore {

/// The two sides of the ring as loops, over memory that is laid out as perf's: the data area on
/// pages of its own, data_head and data_tail side by side in the control page
/// (perf_event_mmap_page, @linux v6.18 include/uapi/linux/perf_event.h).
struct RaceProgram {
  static constexpr unsigned kWriter = 0;
  static constexpr unsigned kReader = 1;
  static constexpr std::uint64_t kData = 0x1'0000;
  static constexpr std::uint64_t kHead = 0x2'0400;
  static constexpr std::uint64_t kTail = 0x2'0408;

  abi::RingShape shape;
  memory::ConcurrentProgram program;
  std::array<std::vector<std::string>, 2> steps;  ///< of each side, by instruction

  /// Where word `word` of record `record` (from 1) lies.
  [[nodiscard]] std::uint64_t address(std::uint64_t record, unsigned word) const {
    const auto turn = static_cast<unsigned>((record - 1) % shape.period());
    return kData + shape.offset(turn + 1, word);
  }
};

/// @pre shape.can_loop(); records is at least 1 and less than 2^32
[[nodiscard]] RaceProgram race_program(const abi::RingShape& shape,
                                       const abi::RingOrder& order,
                                       std::uint64_t records);

}  // namespace pmusim::explore
