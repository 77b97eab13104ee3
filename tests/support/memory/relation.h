// SPDX-License-Identifier: Apache-2.0
//
// Relational algebra over the events of one execution, in the notation of axiomatic memory models:
// `[S]` is the identity on a set, `a ; b` composition, `r+` transitive closure.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pmusim::test {

/// Events of one execution are numbered from 0; there are at most this many.
inline constexpr std::size_t kMaxEvents = 128;

/// A set of events.
class EventSet {
 public:
  void add(std::size_t event) { words_[event / 64] |= bit(event); }

  [[nodiscard]] bool has(std::size_t event) const { return (words_[event / 64] & bit(event)) != 0; }

  [[nodiscard]] bool empty() const { return words_ == std::array<std::uint64_t, 2>{}; }

  EventSet& operator|=(const EventSet& other) {
    words_[0] |= other.words_[0];
    words_[1] |= other.words_[1];
    return *this;
  }

  friend EventSet operator|(EventSet a, const EventSet& b) { return a |= b; }

  friend EventSet operator&(const EventSet& a, const EventSet& b) {
    return EventSet{{a.words_[0] & b.words_[0], a.words_[1] & b.words_[1]}};
  }

  friend EventSet operator-(const EventSet& a, const EventSet& b) {
    return EventSet{{a.words_[0] & ~b.words_[0], a.words_[1] & ~b.words_[1]}};
  }

  friend bool operator==(const EventSet&, const EventSet&) = default;

  /// Calls `visit` with each event, in rising order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1) {
        visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

  EventSet() = default;

 private:
  explicit EventSet(std::array<std::uint64_t, 2> words) : words_{words} {}

  static std::uint64_t bit(std::size_t event) { return std::uint64_t{1} << (event % 64); }

  std::array<std::uint64_t, 2> words_{};
};

/// A relation between the events of one execution.
class Relation {
 public:
  explicit Relation(std::size_t events) : rows_(events) {}

  [[nodiscard]] std::size_t events() const { return rows_.size(); }

  void add(std::size_t from, std::size_t to) { rows_[from].add(to); }

  [[nodiscard]] bool has(std::size_t from, std::size_t to) const { return rows_[from].has(to); }

  /// What `from` is related to.
  [[nodiscard]] const EventSet& after(std::size_t from) const { return rows_[from]; }

  friend Relation operator|(Relation a, const Relation& b);
  friend Relation operator&(Relation a, const Relation& b);
  friend Relation operator-(Relation a, const Relation& b);

  /// `[set] ; r`
  [[nodiscard]] Relation from(const EventSet& set) const;

  /// `r ; [set]`
  [[nodiscard]] Relation to(const EventSet& set) const;

  /// `r ; next`
  [[nodiscard]] Relation then(const Relation& next) const;

  /// `r ; [set] ; r`: with something of `set` between.
  [[nodiscard]] Relation across(const EventSet& set) const { return to(set).then(*this); }

  /// `r+`
  [[nodiscard]] Relation plus() const;

  /// `r?`: r or the identity.
  [[nodiscard]] Relation optional() const;

  /// The events that something is related to.
  [[nodiscard]] EventSet range() const;

  /// Whether every pair of this relation is in `other`.
  [[nodiscard]] bool within(const Relation& other) const;

  [[nodiscard]] bool acyclic() const;

 private:
  std::vector<EventSet> rows_;
};

}  // namespace pmusim::test
