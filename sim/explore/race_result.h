// SPDX-License-Identifier: Apache-2.0
//
// What happened to records that went through the ring in timed runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel_model/abi/ring_order.h"
#include "sim/explore/witness_line.h"

namespace pmusim::explore {

/// Records by what the reader found, over all runs. A record is bad when a word that was read for
/// it is of another record.
struct RaceCounts {
  std::uint64_t bad{};
  std::uint64_t lost{};         ///< of these, with another record's header: never seen as such
  std::uint64_t stale{};        ///< with an older word
  std::uint64_t overwritten{};  ///< with a younger word; a record may have both
  std::uint64_t wrong_sequences{};
  std::uint64_t wrong_checksums{};
  std::uint64_t stuck{};         ///< runs in which both sides waited for each other in the end
  std::uint64_t instructions{};  ///< of both sides
  std::uint64_t cycles{};        ///< of the reader

  /// Bad ones whose header is right.
  [[nodiscard]] std::uint64_t corrupted() const { return bad - lost; }

  RaceCounts& operator+=(const RaceCounts& more);
};

/// An access, as it happened in time.
struct RaceStep {
  std::uint64_t cycle{};
  WitnessLine line;
};

/// How a record became bad.
struct BadRecord {
  std::uint64_t run{};               ///< from 1
  std::uint64_t record{};            ///< from 1
  std::uint64_t cycle{};             ///< in which its first bad word was read
  unsigned word{};                   ///< that word, from 0: the header
  bool is_stale{};                   ///< else overwritten
  std::vector<std::uint64_t> words;  ///< of which record each word was; 0: never written
  std::string places;                ///< whose order would have prevented it: "C", "B and C"
  std::vector<std::string> reasons;  ///< one for each of these
  std::vector<RaceStep> steps;       ///< the accesses that matter, as memory saw them
};

/// What the runs with one choice of orders showed.
struct RaceVerdict {
  std::string name;  ///< `A B - D`, `C ldar`
  abi::RingOrder order;
  RaceCounts counts;
  std::optional<BadRecord> first;  ///< of the first run that has one
};

/// Everything that a scenario with a race asked for.
struct RaceResult {
  std::uint64_t records{};  ///< a run
  std::uint64_t runs{};
  std::uint64_t seed{};
  RaceVerdict given;
  std::vector<RaceVerdict> subsets;
  std::vector<RaceVerdict> replacements;
};

}  // namespace pmusim::explore
