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

namespace pmusim::explore {

/// One line of a witness: an access in the order in which accesses became visible.
struct WitnessLine {
  std::string side;         ///< who: `kernel`, `NMI`, `reader`
  std::string step;         ///< in which step of its program: `publish 1`
  std::string instruction;  ///< `STR X0, [X3]`
  std::string effect;       ///< `data_head = 8`, `reads data[0]: header of record 2`
  std::string overtakes;    ///< the step of an older access of this side that comes later; empty:
                            ///< in program order
};

using WitnessLines = std::vector<WitnessLine>;

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

/// `safe`, `stale`, `overwritten`, or `stale, overwritten`; a `?` follows what is not known.
[[nodiscard]] std::string to_text(const WordVerdict& verdict);

[[nodiscard]] inline WordVerdict word_verdict(const RingVerdict& verdict) {
  return {verdict.stale.answer, verdict.overwritten.answer};
}

}  // namespace pmusim::explore
