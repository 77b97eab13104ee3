// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/common/context.h"
#include "models/pmu/pmu_state.h"

namespace pmusim {

/// When a register write takes effect on counting, on flags and on the interrupt line. The
/// architecture requires it only after a context synchronisation event, so each of these is a legal
/// implementation.
struct WriteEffect {
  enum class Mode : std::uint8_t { immediate, at_context_sync, after_cycles };
  Mode mode{Mode::immediate};
  Cycles cycles{};  ///< after_cycles: at least 1; a context synchronisation event comes first if it
                    ///< is earlier
};

/// Writes that software has made and that have not taken effect yet, in program order.
class PendingWrites {
 public:
  struct Write {
    PmuRegister reg;
    RegValue value{};
    ExecutionContext who;
    std::uint64_t due{};  ///< takes effect after this many committed cycles
  };

  explicit PendingWrites(WriteEffect effect) : effect_{effect} {}

  [[nodiscard]] bool empty() const { return writes_.empty(); }

  /// True when a write takes effect as it is made.
  [[nodiscard]] bool is_immediate() const { return effect_.mode == WriteEffect::Mode::immediate; }

  void add(PmuRegister reg, RegValue value, const ExecutionContext& who, std::uint64_t now);

  /// The number of committed cycles at which the next write takes effect by itself, or nothing.
  [[nodiscard]] std::optional<std::uint64_t> next_due() const {
    if (writes_.empty() || effect_.mode != WriteEffect::Mode::after_cycles) {
      return std::nullopt;
    }
    return writes_.front().due;  // in program order all delays are equal
  }

  /// As many writes as can wait; a machine has no endless buffer either.
  [[nodiscard]] bool is_full() const { return writes_.size() >= kMostWaiting; }

  /// Makes the writes due at or before `now` in `state`. @return whether there were any.
  bool apply_due(const PmuConfig& config, PmuState& state, std::uint64_t now);

  /// Makes all writes: a context synchronisation event.
  void apply_all(const PmuConfig& config, PmuState& state);

  /// `state` as software sees it: with every pending write made.
  [[nodiscard]] PmuState seen_by_software(const PmuConfig& config, const PmuState& state) const;

 private:
  static constexpr std::size_t kMostWaiting = 1024;

  WriteEffect effect_;
  std::vector<Write> writes_;
};

}  // namespace pmusim
