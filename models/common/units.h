// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace pmusim {

/// A count of one unit: adds and compares with itself only.
template <class Tag, class Rep = std::uint64_t>
class Quantity {
 public:
  constexpr Quantity() = default;

  constexpr explicit Quantity(Rep count) : count_{count} {}

  [[nodiscard]] constexpr Rep count() const { return count_; }

  friend constexpr auto operator<=>(Quantity, Quantity) = default;

  friend constexpr Quantity operator+(Quantity a, Quantity b) {
    return Quantity{a.count_ + b.count_};
  }

  friend constexpr Quantity operator-(Quantity a, Quantity b) {
    return Quantity{a.count_ - b.count_};
  }

  constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }

  constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }

 private:
  Rep count_{};
};

/// A name: compares and hashes, but has no arithmetic.
template <class Tag, class Rep = std::uint64_t>
class Id {
 public:
  constexpr Id() = default;

  constexpr explicit Id(Rep value) : value_{value} {}

  [[nodiscard]] constexpr Rep value() const { return value_; }

  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  Rep value_{};
};

/// A length of time in cycles of one clock.
using Cycles = Quantity<struct CyclesTag>;

/// An instant on one clock: how many cycles have ended before it. Instants subtract to a length.
class CycleTime {
 public:
  constexpr CycleTime() = default;

  constexpr explicit CycleTime(std::uint64_t cycles_since_start) : cycles_{cycles_since_start} {}

  [[nodiscard]] constexpr std::uint64_t count() const { return cycles_; }

  friend constexpr auto operator<=>(CycleTime, CycleTime) = default;

  friend constexpr CycleTime operator+(CycleTime t, Cycles d) {
    return CycleTime{t.cycles_ + d.count()};
  }

  friend constexpr Cycles operator-(CycleTime a, CycleTime b) {
    return Cycles{a.cycles_ - b.cycles_};
  }

 private:
  std::uint64_t cycles_{};
};

using EventCount = Quantity<struct EventCountTag>;
using EventId = Id<struct EventIdTag, std::uint16_t>;
using CpuId = Id<struct CpuIdTag, std::uint16_t>;

/// The image of a register, 64 bits whatever the register's own width.
using RegValue = std::uint64_t;

}  // namespace pmusim

template <class Tag, class Rep>
struct std::hash<pmusim::Id<Tag, Rep>> {
  std::size_t operator()(pmusim::Id<Tag, Rep> id) const noexcept {
    return std::hash<Rep>{}(id.value());
  }
};
