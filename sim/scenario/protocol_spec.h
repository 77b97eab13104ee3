// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernel_model/abi/ring_order.h"

namespace pmusim::scenario {

/// What the explorer may spend on one question.
struct ProtocolLimits {
  std::uint64_t seconds{60};
  std::uint64_t states{50'000'000};
  std::uint64_t megabytes{2048};
};

inline constexpr std::size_t kRingPlaces = 4;

/// How long things take in a race, in cycles; as memory::Latencies.
struct RaceLatencies {
  std::uint32_t hit{4};              ///< a load whose line the CPU holds
  std::uint32_t remote{40};          ///< another CPU has the line
  std::uint32_t first{100};          ///< nobody has it
  std::uint32_t drain{2};            ///< a store whose line the CPU holds
  std::uint32_t delayed_of_256{64};  ///< how many of 256 accesses take longer
  std::uint32_t delay_exponent{8};   ///< by less than 2^(this + 1)
  std::uint32_t start_skew{64};      ///< a side starts less than so much later
};

/// Timed runs of the ring.
struct RaceSpec {
  std::uint64_t records{1000};  ///< a run
  std::uint64_t runs{1};
  RaceLatencies latencies;
};

/// A protocol whose every interleaving is explored, instead of a platform that runs.
struct ProtocolSpec {
  abi::RingShape ring;
  abi::RingOrder order;
  bool subsets{};  ///< with each of the 16 subsets of the four orders
  /// By place: with this order there, and the others as `order` says.
  std::array<std::vector<abi::PlaceOrder>, kRingPlaces> replacements;
  bool nesting{};  ///< an NMI's record at each instruction of another one
  bool wakeup{};   ///< a reader that goes to sleep while a record is published
  ProtocolLimits limits;
  std::optional<RaceSpec> race;  ///< the ring runs in time instead of being explored
};

}  // namespace pmusim::scenario
