// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
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
};

}  // namespace pmusim::scenario
