// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace pmusim::memory {

/// A place in the window of instructions in flight.
using Slot = unsigned;
inline constexpr unsigned kWindow = 64;

/// A set of places, one bit each.
class SlotSet {
 public:
  constexpr SlotSet() = default;

  constexpr explicit SlotSet(std::uint64_t bits) : bits_{bits} {}

  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }

  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }

  [[nodiscard]] constexpr bool has(Slot slot) const { return (bits_ >> slot & 1U) != 0; }

  constexpr void add(Slot slot) { bits_ |= std::uint64_t{1} << slot; }

  constexpr void remove(Slot slot) { bits_ &= ~(std::uint64_t{1} << slot); }

  /// One of a set that is not empty.
  [[nodiscard]] constexpr Slot any() const { return static_cast<Slot>(std::countr_zero(bits_)); }

  friend constexpr SlotSet operator&(SlotSet a, SlotSet b) { return SlotSet{a.bits_ & b.bits_}; }

  friend constexpr SlotSet operator|(SlotSet a, SlotSet b) { return SlotSet{a.bits_ | b.bits_}; }

  friend constexpr SlotSet operator-(SlotSet a, SlotSet b) { return SlotSet{a.bits_ & ~b.bits_}; }

  friend constexpr bool operator==(SlotSet, SlotSet) = default;

 private:
  std::uint64_t bits_{};
};

/// The window is a ring: the oldest instruction stands at `head`, the next one gets `tail`.
class Ring {
 public:
  [[nodiscard]] constexpr unsigned size() const { return size_; }

  [[nodiscard]] constexpr unsigned free() const { return kWindow - size_; }

  [[nodiscard]] constexpr Slot head() const { return head_; }

  constexpr Slot push() { return (head_ + size_++) % kWindow; }

  constexpr void pop_oldest() {
    head_ = (head_ + 1) % kWindow;
    --size_;
  }

  /// Drops the youngest ones, so that `count` remain.
  constexpr void keep(unsigned count) { size_ = count; }

  /// How many in the window are older than `slot`.
  [[nodiscard]] constexpr unsigned age_rank(Slot slot) const { return (slot - head_) % kWindow; }

  [[nodiscard]] constexpr Slot at_rank(unsigned rank) const { return (head_ + rank) % kWindow; }

  [[nodiscard]] constexpr SlotSet older(Slot slot) const {
    const std::uint64_t ranks = (std::uint64_t{1} << age_rank(slot)) - 1;
    return SlotSet{std::rotl(ranks, static_cast<int>(head_))};
  }

  [[nodiscard]] constexpr SlotSet younger(Slot slot) const {
    SlotSet self;
    self.add(slot);
    return all() - older(slot) - self;
  }

  [[nodiscard]] constexpr SlotSet all() const {
    const std::uint64_t ranks =
        size_ == kWindow ? ~std::uint64_t{0} : (std::uint64_t{1} << size_) - 1;
    return SlotSet{std::rotl(ranks, static_cast<int>(head_))};
  }

  /// The oldest, or the youngest, of a set that is not empty.
  [[nodiscard]] constexpr Slot oldest(SlotSet set) const {
    return at_rank(
        static_cast<unsigned>(std::countr_zero(std::rotr(set.bits(), static_cast<int>(head_)))));
  }

  [[nodiscard]] constexpr Slot youngest(SlotSet set) const {
    return at_rank(63U - static_cast<unsigned>(
                             std::countl_zero(std::rotr(set.bits(), static_cast<int>(head_)))));
  }

 private:
  Slot head_{};
  unsigned size_{};
};

/// Calls `visit(slot)` for each of a set, the oldest first. `visit` may change the set meant, not
/// the copy walked.
template <class Visit>
constexpr void each_by_age(const Ring& ring, SlotSet set, Visit&& visit) {
  while (!set.empty()) {
    const Slot slot = ring.oldest(set);
    set.remove(slot);
    visit(slot);
  }
}

}  // namespace pmusim::memory
