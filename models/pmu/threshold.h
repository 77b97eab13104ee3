// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/common/register_table.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim {

/// What an event counter makes of the amount V that its event has in one cycle (FEAT_PMUv3_TH,
/// FEAT_PMUv3_EDGE). Without these features it is the identity.
class Threshold {
 public:
  constexpr Threshold() = default;

  /// @param event_type  PMEVTYPERn_EL0 with unimplemented bits zero.
  constexpr explicit Threshold(RegValue event_type)
      : limit_{static_cast<std::uint32_t>(get<regs::kPmevtyperEl0, "TH">(event_type))},
        control_{static_cast<std::uint8_t>(get<regs::kPmevtyperEl0, "TC">(event_type))},
        edge_{is_set<regs::kPmevtyperEl0, "TE">(event_type)} {}

  /// TC[2:1] against TH: 0 differs, 1 equals, 2 at least, 3 below.
  [[nodiscard]] constexpr bool condition(std::uint32_t amount) const {
    // One bit for each outcome of the comparison: below 1, equal 2, above 4.
    constexpr std::uint8_t kAccepted[4] = {0b101, 0b010, 0b110, 0b001};
    const unsigned outcome =
        static_cast<unsigned>(amount >= limit_) + static_cast<unsigned>(amount > limit_);
    return ((kAccepted[control_ >> 1U] >> outcome) & 1U) != 0;
  }

  /// What the counter adds when the condition was `before` in the last cycle evaluated and is `now`
  /// in this one. Edge with TC[1:0] = 0 is reserved; it adds nothing here.
  [[nodiscard]] constexpr std::uint32_t increment(std::uint32_t amount,
                                                  bool before,
                                                  bool now) const {
    if (edge_) {
      return static_cast<std::uint32_t>(is_edge(before, now));
    }
    // Without a branch on `now`, which no predictor can guess.
    const std::uint32_t counted = (control_ & 1U) != 0 ? 1 : amount;
    return counted & (0U - static_cast<std::uint32_t>(now));
  }

  [[nodiscard]] constexpr bool is_edge(bool before, bool now) const {
    if ((control_ & 1U) != 0) {
      return now && !before;
    }
    return (control_ & 2U) != 0 && now != before;
  }

  /// No increment is above it when no amount is above `greatest`.
  [[nodiscard]] constexpr std::uint32_t greatest_increment(std::uint32_t greatest) const {
    return edge_ || (control_ & 1U) != 0 ? 1 : greatest;
  }

  [[nodiscard]] constexpr bool counts_edges() const { return edge_; }

  [[nodiscard]] constexpr std::uint32_t limit() const { return limit_; }

  [[nodiscard]] constexpr std::uint8_t control() const { return control_; }

  [[nodiscard]] constexpr bool is_identity() const {
    return control_ == 0 && limit_ == 0 && !edge_;
  }

  friend constexpr bool operator==(const Threshold&, const Threshold&) = default;

 private:
  std::uint32_t limit_{};
  std::uint8_t control_{};
  bool edge_{};
};

}  // namespace pmusim
