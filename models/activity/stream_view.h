// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pmusim {

/// One run of equal amounts in a run-length stream.
struct Run {
  std::uint32_t cycles;  ///< at least 1
  std::uint32_t amount;  ///< occurrences in each of them
};

/// The amounts of one event in consecutive cycles, in the form in which its source has them;
/// nothing is copied. The data stays valid until the source is asked for the same event again.
struct StreamView {
  enum class Kind : std::uint8_t {
    constant,  ///< `amount` in every cycle
    pulses,    ///< `amount` in cycle i when (phase + i) mod period == 0, else 0
    runs,      ///< run-length: `data` points to a Run, of which `skip` cycles are already past
    dense8,    ///< `data` points to one std::uint8_t a cycle
    dense16,   ///< the same with std::uint16_t
    dense32,   ///< the same with std::uint32_t
  };

  Kind kind{Kind::constant};
  std::uint32_t greatest{};  ///< no amount in the view is above it
  std::uint64_t cycles{};    ///< how many cycles the view covers, at least 1
  std::uint32_t amount{};    ///< constant, pulses
  std::uint32_t skip{};      ///< runs
  std::uint64_t period{};    ///< pulses: at least 1
  std::uint64_t phase{};     ///< pulses: below period
  const void* data{};        ///< runs, dense
};

}  // namespace pmusim
