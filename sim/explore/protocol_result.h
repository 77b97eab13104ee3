// SPDX-License-Identifier: Apache-2.0
//
// What the exploration of a protocol found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel_model/abi/ring_order.h"
#include "models/memory/explorer.h"
#include "sim/explore/race_result.h"
#include "sim/explore/witness_line.h"

namespace pmusim::explore {

/// Whether something bad can happen.
enum class Answer : std::uint8_t {
  no,       ///< in no execution: all were seen
  yes,      ///< in some execution: there is a witness
  unknown,  ///< not in those that were seen before a limit
};

/// One question to the explorer and what came of it.
struct Finding {
  Answer answer{Answer::unknown};
  std::optional<WitnessLines> witness;                   ///< with `yes`
  memory::ExploreEnd end{memory::ExploreEnd::complete};  ///< of an answer that is unknown
  std::string reason;                                    ///< which limit or bound, if unknown
  std::uint64_t states{};                                ///< distinct states visited
};

/// What can happen to the first words of records, or to the others.
struct WordVerdict {
  Answer stale{Answer::no};
  Answer overwritten{Answer::no};
};

/// What one choice of orders is worth.
struct RingVerdict {
  std::string name;  ///< `A B - D`, `C ldar`
  abi::RingOrder order;
  Finding stale;        ///< the reader takes a word older than its record
  Finding overwritten;  ///< the reader takes a word of a younger record
  WordVerdict header;
  std::optional<WordVerdict> payload;  ///< when records have more than a header
};

/// What an NMI's record does at one place of another record's write.
struct NestingPoint {
  std::string name;           ///< number of the instruction and its step: `12 copy`
  std::string instruction;    ///< before which it comes; empty: after the last
  Finding goes_back;          ///< a second look at data_head finds less
  Finding unwritten;          ///< data_head covers a word that was not written
  std::uint64_t after_nmi{};  ///< data_head as the NMI leaves it
  std::uint64_t at_end{};     ///< data_head when both records are written
  std::uint64_t reserved{};   ///< rb.head then: what data_head must be
};

[[nodiscard]] Answer is_bad(const NestingPoint& point);

struct NestingVerdict {
  std::vector<NestingPoint> points;
};

/// `safe`, or what is wrong somewhere: `goes back`, `unwritten`, `left behind`; a `?` as above.
[[nodiscard]] std::string to_text(const NestingVerdict& verdict);

/// A reader that goes to sleep while a record is published.
struct WakeupVerdict {
  std::string name;    ///< `dmb ish, stlr+ldar`
  std::string kernel;  ///< what stands between the store of data_head and the look for a sleeper
  std::string reader;  ///< what stands between going to sleep and the look at data_head
  Finding missed;      ///< neither sees the other
};

/// `forbidden`, `allowed`, or `unknown`: that a wake-up is missed.
[[nodiscard]] std::string_view to_text(const WakeupVerdict& verdict);

/// Everything that a scenario with a protocol asked for.
struct ProtocolResult {
  std::string scenario;
  bool complete{true};  ///< false: it was interrupted, and what follows was not explored
  abi::RingShape ring;
  std::optional<RaceResult> race;  ///< then the ring was not explored: no verdicts on it
  RingVerdict given;               ///< with the orders of the scenario
  std::vector<RingVerdict> subsets;
  std::vector<RingVerdict> replacements;
  std::optional<NestingVerdict> nesting;
  std::vector<WakeupVerdict> wakeup;
};

/// The worst end of all explorations whose question stayed open.
[[nodiscard]] memory::ExploreEnd end_of(const ProtocolResult& result);

/// `complete`, `bounded`, `stopped`.
[[nodiscard]] std::string_view to_text(memory::ExploreEnd end);

/// `safe`, `stale`, `overwritten`, or `stale, overwritten`; a `?` follows what is not known.
[[nodiscard]] std::string to_text(const WordVerdict& verdict);

[[nodiscard]] inline WordVerdict word_verdict(const RingVerdict& verdict) {
  return {verdict.stale.answer, verdict.overwritten.answer};
}

}  // namespace pmusim::explore
