// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "kernel_model/abi/ring_order.h"
#include "kernel_model/abi/step_text.h"

namespace pmusim::kernel {

/// Forms of perf_output_put_handle that look as good as the kernel's, and are wrong. For tests.
struct NestingForm {
  bool inner_publishes{};   ///< every handle stores data_head, not only the outermost
  bool unnests_first{};     ///< rb.nest := 0 stands before the store of data_head
  bool leaves_unchecked{};  ///< no second look at rb.head after rb.nest := 0
};

/// The write of record 1 by the kernel as A64 text, and that of record 2 by an NMI that comes
/// once, before the instruction `nmi_before` of the first (counted from 0; its length: after the
/// last). @linux v6.18 kernel/events/ring_buffer.c: perf_output_get_handle, __perf_output_begin,
/// perf_output_put_handle.
///
/// The NMI has registers of its own, since its entry saves those of what it interrupts; flags are
/// not used. Its entry and its return are context synchronisations and stand here as ISB (Arm ARM
/// DDI 0487, "Context synchronization event"); nothing else orders the two writes.
///
/// The kernel's two loops, around the exchange of rb.head and from the second look at rb.head back
/// to publishing, stand here twice instead: one NMI disturbs each of them once at most, and a text
/// without loops is explored without a bound.
///
/// Words of records are those of ring_writer_program. The data area is `shape.words`; a record does
/// not wrap, so that two must fit. The ring's `nest` and `head` are memory of this CPU.
///
/// Steps, of the NMI with `NMI ` before them: `get`, `reserve`, `copy`, `put`, `publish`, `unnest`,
/// `recheck`; the NMI also `arrives`, `looks at data_head` and `returns`.
///
/// Registers: X1 data area, X2 &rb.head, X3 &data_head, X4 &rb.nest, X5 &data_tail. X29 is what the
/// NMI read of data_head at its end, X30 is 1 when it came: second passes belong to a write that
/// was disturbed before. X28 is 1 when two passes were not enough.
/// @pre 2 * shape.record_words <= shape.words
[[nodiscard]] abi::StepText ring_nesting_program(const abi::RingShape& shape,
                                                 const abi::RingOrder& order,
                                                 std::optional<std::size_t> nmi_before,
                                                 const NestingForm& form = {});

}  // namespace pmusim::kernel
