// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "kernel_model/abi/ring_order.h"
#include "kernel_model/abi/step_text.h"

namespace pmusim::user {

/// Where ring_reader_program leaves what it found: 1 when a word of that kind was older than its
/// record (*stale*), or younger (*overwritten*). Header and payload apart: a data dependency from
/// the size in the header to data_tail protects the header alone.
struct RingFindings {
  static constexpr unsigned kHeaderStale = 12;
  static constexpr unsigned kHeaderOverwritten = 14;
  static constexpr unsigned kPayloadStale = 19;
  static constexpr unsigned kPayloadOverwritten = 20;
};

/// Where ring_reader_loop leaves its counts of records.
struct RingTally {
  static constexpr unsigned kBad = 24;             ///< with a word of another record
  static constexpr unsigned kStale = 25;           ///< with an older word
  static constexpr unsigned kOverwritten = 26;     ///< with a younger word
  static constexpr unsigned kBadHeaders = 27;      ///< whose first word is of another record
  static constexpr unsigned kWrongSequences = 28;  ///< with another word of another record
  static constexpr unsigned kWrongChecksums = 29;  ///< whose checksum is not that of what was read
  static constexpr unsigned kFirstBad = 30;        ///< no count: the first bad record; 0: none

  static constexpr std::array kAll{
      kBad, kStale, kOverwritten, kBadHeaders, kWrongSequences, kWrongChecksums, kFirstBad};
};

/// The reader's side of the perf ring as A64 text, for the records that ring_writer_program writes:
/// for each one load data_head, read the record, store data_tail (perf's perf_mmap__read_init,
/// perf_mmap__read_event and perf_mmap__consume, @linux v6.18 tools/lib/perf/mmap.c). The reader
/// leaves at the first record that data_head does not cover. It checks what it read without a
/// branch, so that checking orders nothing.
///
/// Steps: `look N`, `read N`, `consume N` of record N, counted from 1.
///
/// Registers: X1 data area, X3 &data_head, X5 &data_tail; X9 data_head as read last; what it found
/// as in RingFindings.
/// @param checked  the only record that is checked; without it, all are
/// @pre shape.is_valid()
[[nodiscard]] abi::StepText ring_reader_program(const abi::RingShape& shape,
                                                const abi::RingOrder& order,
                                                std::optional<unsigned> checked = {});

/// The same side for any number of records, as a loop: for runs in time. The orders stand at the
/// same places, with the same instructions. The reader waits for each record instead of leaving,
/// and counts what it found once data_tail is stored, again without a branch.
///
/// Steps: `look`, `read`, `consume`, `tally`, of each record in turn.
///
/// Registers: X1, X3, X5 as above; X21 how many records, at least 1 and less than 2^32; counts as
/// in RingTally.
/// @pre shape.can_loop()
[[nodiscard]] abi::StepText ring_reader_loop(const abi::RingShape& shape,
                                             const abi::RingOrder& order);

}  // namespace pmusim::user
