// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/common/units.h"

namespace pmusim {

/// Simulated time since the start, in picoseconds.
using Picoseconds = Quantity<struct PicosecondsTag>;

/// A CPU clock. An instant is computed from its cycle number, never accumulated.
class Clock {
 public:
  /// @param mhz  1 to 1,000,000.
  constexpr explicit Clock(std::uint32_t mhz) : mhz_{mhz} {}

  [[nodiscard]] constexpr std::uint32_t mhz() const { return mhz_; }

  /// The instant at which `cycle` cycles have ended: ceil(cycle * 10^6 / MHz) ps.
  [[nodiscard]] constexpr Picoseconds edge(CycleTime cycle) const {
    const auto scaled = static_cast<Wide>(cycle.count()) * kPicosecondsPerMicrosecond;
    return Picoseconds{static_cast<std::uint64_t>((scaled + mhz_ - 1) / mhz_)};
  }

  /// How many cycles have ended at `t`: the last edge that is not after it.
  [[nodiscard]] constexpr CycleTime cycle_at(Picoseconds t) const {
    return CycleTime{first_edge_after(t).count() - 1};
  }

  /// The first edge strictly after `t`: when something published at `t` can be seen.
  [[nodiscard]] constexpr CycleTime first_edge_after(Picoseconds t) const {
    const auto ticks = static_cast<Wide>(t.count()) * mhz_ / kPicosecondsPerMicrosecond;
    return CycleTime{static_cast<std::uint64_t>(ticks) + 1};
  }

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t kPicosecondsPerMicrosecond = 1'000'000;
  std::uint32_t mhz_;
};

}  // namespace pmusim
