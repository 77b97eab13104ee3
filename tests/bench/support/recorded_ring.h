// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pmusim::bench {

inline constexpr std::size_t kStreams = 6;
inline constexpr std::size_t kRingCycles = 65'536;
inline constexpr std::uint32_t kGreatest = 8;  ///< amount in a cycle

/// The reference workload: random counts 0..8 for six events, and Exception levels that change
/// every 20 to 420 cycles, both from one xorshift generator with a fixed seed.
struct RecordedRing {
  std::array<std::vector<std::uint8_t>, kStreams> amounts;
  std::vector<std::uint8_t> levels;
};

[[nodiscard]] RecordedRing make_recorded_ring();

/// The filter and threshold of one of the six reference counters.
struct ReferenceCounter {
  std::uint8_t levels;   ///< bit n: counts at ELn
  std::uint8_t control;  ///< TC
  std::uint8_t limit;    ///< TH
};

/// What a counter adds for one cycle with that many occurrences, if it counts there at all.
[[nodiscard]] constexpr std::uint32_t increment_of(const ReferenceCounter& counter,
                                                   std::uint32_t amount) {
  bool passes = false;
  switch (counter.control >> 1U) {
    case 0:
      passes = amount != counter.limit;
      break;
    case 1:
      passes = amount == counter.limit;
      break;
    case 2:
      passes = amount >= counter.limit;
      break;
    default:
      passes = amount < counter.limit;
  }
  if (!passes) {
    return 0;
  }
  return (counter.control & 1U) != 0 ? 1 : amount;
}

[[nodiscard]] constexpr bool counts_at(const ReferenceCounter& counter, unsigned level) {
  return (counter.levels >> level & 1U) != 0;
}

inline constexpr std::array<ReferenceCounter, kStreams> kReferenceCounters{
    {{0xf, 0, 0}, {0xf, 4, 3}, {0xf, 5, 1}, {0x1, 0, 0}, {0xf, 3, 0}, {0x2, 7, 2}}};

/// Adds what one counter counts in `amounts`: a loop of AVX2 intrinsics and nothing else, the limit
/// for any simulator on this machine. With `levels` each cycle is filtered by its Exception level;
/// without, all count. Falls back to plain C++ where AVX2 is missing.
[[nodiscard]] std::uint64_t bare_loop(std::span<const std::uint8_t> amounts,
                                      std::span<const std::uint8_t> levels,
                                      const ReferenceCounter& counter);

/// Which code bare_loop() runs: "AVX2" or "scalar".
[[nodiscard]] std::string_view bare_loop_target();

}  // namespace pmusim::bench
