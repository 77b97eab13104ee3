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
        edge_{is_set<regs::kPmevtyperEl0, "TE">(event_type)} {
    accept();
    if ((control_ & 1U) != 0) {
      amount_mask_ = 0;
      fixed_amount_ = 1;
    }
  }

  /// TC[2:1] against TH: 0 differs, 1 equals, 2 at least, 3 below.
  [[nodiscard]] constexpr bool condition(std::uint32_t amount) const {
    return (amount - limit_ <= width_) != inverted_;
  }

  /// What the counter adds when the condition was `before` in the last cycle evaluated and is `now`
  /// in this one. Edge with TC[1:0] = 0 is reserved; it adds nothing here.
  [[nodiscard]] constexpr std::uint32_t increment(std::uint32_t amount,
                                                  bool before,
                                                  bool now) const {
    return edge_ ? static_cast<std::uint32_t>(is_edge(before, now)) : increment(amount, now);
  }

  /// The same without edges. @pre !counts_edges()
  [[nodiscard]] constexpr std::uint32_t increment(std::uint32_t amount, bool now) const {
    // Without branches: no predictor can guess `now`, and thresholds differ from counter to
    // counter.
    return ((amount & amount_mask_) | fixed_amount_) & (0U - static_cast<std::uint32_t>(now));
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
  /// Every comparison of TC[2:1] is "in a range" or its opposite, which takes no branch either.
  constexpr void accept() {
    const unsigned comparison = control_ >> 1U;
    width_ = comparison >= 2 ? ~std::uint32_t{0} - limit_ : 0;
    inverted_ = comparison == 0 || comparison == 3;
  }

  std::uint32_t limit_{};           ///< the first amount of the range
  std::uint32_t width_{};           ///< its last amount minus its first
  std::uint32_t amount_mask_{~0U};  ///< 0 when each cycle counts as one
  std::uint8_t fixed_amount_{};     ///< 1 when each cycle counts as one
  std::uint8_t control_{};
  bool inverted_{true};  ///< accepts what is outside of the range
  bool edge_{};
};

}  // namespace pmusim
