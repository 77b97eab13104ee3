// SPDX-License-Identifier: Apache-2.0
#pragma once

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
/// @pre shape.is_valid()
[[nodiscard]] abi::StepText ring_reader_program(const abi::RingShape& shape,
                                                const abi::RingOrder& order);

}  // namespace pmusim::user
