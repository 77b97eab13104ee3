// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/common/clock.h"
#include "models/common/interrupt_port.h"
#include "models/interrupt/delayed_line.h"
#include "models/interrupt/ipi_inbox.h"
#include "models/interrupt/periodic_timer.h"

namespace pmusim {

struct InterruptControllerConfig {
  Clock clock{1000};                          ///< of the CPU it serves
  Cycles pmu_skid{};                          ///< between the PMU's line and the CPU
  std::optional<Picoseconds> timer_period{};  ///< nothing: no timer
};

/// One CPU's interrupts: the PMU's line, inter-processor interrupts, and a timer of its own, in
/// this order of priority.
class InterruptController final : public InterruptPort {
 public:
  explicit InterruptController(const InterruptControllerConfig& config);

  void drive_pmu(CycleTime at, bool level) override { pmu_.drive(at, level); }

  [[nodiscard]] CycleTime first_visible() const override;
  TakenInterrupt take(CycleTime now) override;

  /// An inter-processor interrupt arrives at instant `arrival`.
  ///
  /// @param now  how far the CPU has come on its own clock
  /// @return  the first edge at which the CPU sees it
  CycleTime post_ipi(Picoseconds arrival, CycleTime now);

  /// The first edge after `now` at which another line shows an interrupt if nothing happens until
  /// then, or kNever.
  [[nodiscard]] CycleTime next_visible_after(CycleTime now) const;

  /// The line shows an interrupt at edge `now`.
  [[nodiscard]] bool is_pending(InterruptLine line, CycleTime now) const;

 private:
  [[nodiscard]] CycleTime visible(InterruptLine line) const;

  Clock clock_;
  DelayedLine pmu_;
  IpiInbox ipis_;
  PeriodicTimer timer_;
};

}  // namespace pmusim
