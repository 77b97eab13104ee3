// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel_model/abi/ring_order.h"
#include "kernel_model/abi/step_text.h"

namespace pmusim::kernel {

/// The kernel's side of the perf ring as A64 text: for each record reserve (perf_output_begin),
/// copy (perf_output_copy) and publish (perf_output_put_handle), @linux v6.18
/// kernel/events/ring_buffer.c. The records stand one after the other, without a loop, so that the
/// text can be explored without a bound; the writer gives up at the first record for which there is
/// no room. Nesting is left out: ring_nesting_program.h has it.
///
/// Steps: `reserve N`, `copy N`, `publish N` of record N, counted from 1. A record that reuses no
/// byte has no `reserve`: whatever data_tail is, there is room.
///
/// Word 0 of record N is its header: type N (bits 31 to 0), misc 0, size in bytes (bits 63 to 48);
/// its other words are N. The whole data area can be filled, unlike the kernel's (which keeps one
/// byte free): then one slot for one record is the smallest ring.
///
/// Registers: X1 data area, X3 &data_head, X5 &data_tail. X0 is the private head. X7 starts at 1
/// and becomes 0 when a record was written although data_tail showed no room, which happens only
/// where the order at A lets stores pass the load of data_tail. Any other order stands together
/// with the branch, as it would in a program; the branch adds nothing to it.
/// @pre shape.is_valid()
[[nodiscard]] abi::StepText ring_writer_program(const abi::RingShape& shape,
                                                const abi::RingOrder& order);

/// The same side for any number of records, as a loop: for runs in time. The orders stand at the
/// same places, with the same instructions, and three things differ.
/// - It waits until there is room, instead of giving up.
/// - It cannot go on without room and have such runs left out afterwards. So where the order at A
///   keeps stores behind the load of data_tail, the branch on it stands before the copy. Where it
///   does not, the copy stands before the branch, and waits for nothing: a record is copied whether
///   there is room or not, and only data_head waits.
/// - The last word of a record has a checksum (RingShape::has_checksum).
///
/// Steps: `reserve`, `copy`, `publish`, of each record in turn.
///
/// Registers: X1, X3, X5 as above; X9 how many records, at least 1 and less than 2^32.
/// @pre shape.can_loop()
[[nodiscard]] abi::StepText ring_writer_loop(const abi::RingShape& shape,
                                             const abi::RingOrder& order);

}  // namespace pmusim::kernel
