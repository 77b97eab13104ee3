// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "models/common/random.h"

namespace pmusim::memory {

/// How long things take, in cycles of the CPU. The base numbers are chosen, of the order of those
/// that vendors publish for their cores; none is architectural. What chance adds is what makes one
/// run differ from the next.
struct Latencies {
  std::uint32_t operation{1};  ///< arithmetic, and a branch from its operand to its decision
  std::uint32_t hit{4};        ///< a load whose line the CPU holds
  std::uint32_t remote{40};    ///< the line was written by another CPU since
  std::uint32_t first{100};    ///< nobody holds the line
  std::uint32_t drain{2};  ///< from a store that may become visible to a visible one; its line held
  std::uint32_t refetch{8};  ///< from a misprediction, or an ordering violation, to the next fetch

  /// Of 256 accesses, how many are delayed further; by how much at most, as a power of two. The
  /// delay is 2^u, u uniform: short ones are frequent, long ones happen.
  std::uint32_t delayed_of_256{0};
  std::uint32_t delay_exponent{0};

  /// Of 256 store-exclusives that could succeed, how many fail all the same.
  std::uint32_t spurious_of_256{0};

  /// A CPU starts up to so many cycles late.
  std::uint32_t start_skew{0};

  /// For looking for outcomes, not for times: all distances small, delays of any length.
  [[nodiscard]] static constexpr Latencies wild() {
    return {.operation = 1,
            .hit = 1,
            .remote = 4,
            .first = 6,
            .drain = 1,
            .refetch = 2,
            .delayed_of_256 = 112,
            .delay_exponent = 7,
            .spurious_of_256 = 24,
            .start_skew = 32};
  }
};

/// The chance of one CPU: numbers in a row, from a seed.
class Chance {
 public:
  explicit Chance(CounterRandom random) : random_{random} {}

  [[nodiscard]] std::uint64_t next() { return random_.at(drawn_++); }

  /// True `of_256` times in 256.
  [[nodiscard]] bool happens(std::uint32_t of_256) {
    return of_256 != 0 && (next() & 0xffU) < of_256;
  }

  /// The additional delay of one access.
  [[nodiscard]] std::uint32_t delay(const Latencies& latencies) {
    if (latencies.delayed_of_256 == 0) {
      return 0;
    }
    const std::uint64_t drawn = next();
    if ((drawn & 0xffU) >= latencies.delayed_of_256) {
      return 0;
    }
    const std::uint64_t exponent = (drawn >> 8U & 0xffffU) % (latencies.delay_exponent + 1);
    const std::uint64_t range = std::uint64_t{1} << exponent;
    return static_cast<std::uint32_t>(range + (drawn >> 24U) % range);
  }

 private:
  CounterRandom random_;
  std::uint64_t drawn_{};
};

}  // namespace pmusim::memory
