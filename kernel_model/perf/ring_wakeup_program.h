// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "kernel_model/abi/step_text.h"

namespace pmusim::kernel {

/// What stands between a side's store and its load.
enum class WakeupOrder : std::uint8_t {
  full_barrier,       ///< DMB ISH
  release_acquire,    ///< STLR, then LDAR
  release_acquirepc,  ///< STLR, then LDAPR
  none,               ///< program order alone
};

inline constexpr std::array kWakeupOrders{WakeupOrder::full_barrier,
                                          WakeupOrder::release_acquire,
                                          WakeupOrder::release_acquirepc,
                                          WakeupOrder::none};

/// `dmb ish`, `stlr+ldar`, `stlr+ldapr`, `none`.
[[nodiscard]] std::string_view to_text(WakeupOrder order);

/// The waker: steps `publish` (data_head := 1) and `look for a sleeper`; or the sleeper: steps `go
/// to sleep` (asleep := 1) and `look at data_head`. Each side announces, then looks; if both see
/// nothing, the reader sleeps on a record. @linux v6.18 kernel/events/core.c perf_poll, and the
/// wait queue between them.
///
/// Registers: X2 the word that the side stores, X4 the word that it looks at; X0 is what it saw.
[[nodiscard]] abi::StepText ring_waker_program(WakeupOrder order);
[[nodiscard]] abi::StepText ring_sleeper_program(WakeupOrder order);

}  // namespace pmusim::kernel
