// SPDX-License-Identifier: Apache-2.0
//
// One CPU with one guest, and the 32 events that differ in their exclude bits.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/engine/engine.h"
#include "sim/scenario/scenario.h"

namespace pmusim::test {

/// How many times the guest is entered from user space.
inline constexpr std::uint64_t kRounds = 3;

/// A context of the guest's truth table, and how often a run of `guest_machine` passes through it.
struct TruthContext {
  std::string_view name;
  std::uint64_t visits{};
};

/// The contexts of the table for a host kernel at EL2 (VHE) or at EL1.
[[nodiscard]] std::vector<TruthContext> contexts(bool vhe);

/// A run that passes through every context, each visit of `longer` prolonged by `extra` cycles.
[[nodiscard]] scenario::Scenario guest_machine(bool vhe,
                                               std::string_view longer,
                                               std::uint64_t extra);

/// The exclude bits of event number `index`, 0 to 31.
[[nodiscard]] scenario::ExcludeBits exclude_bits(unsigned index);

/// The counts of the 32 events, or an empty list if the run failed.
[[nodiscard]] std::vector<std::uint64_t> counts_of(const scenario::Scenario& scenario,
                                                   const engine::RunOptions& options);

/// Rows of the table: counted or not, by event and name of the context.
using TruthRows = std::map<std::pair<unsigned, std::string>, bool>;

/// What the machine counts, found out by prolonging one context after the other: an event counts a
/// context if its count grows by all cycles, and does not if it stays. Anything in between is told
/// apart from both.
struct MeasuredRows {
  TruthRows rows;
  std::vector<std::string> oddities;
};

[[nodiscard]] MeasuredRows measure(bool vhe, const engine::RunOptions& options);

}  // namespace pmusim::test
