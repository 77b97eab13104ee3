// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/activity/activity_port.h"
#include "models/common/sysreg.h"
#include "models/pmu/pmu_config.h"
#include "models/pmu/pmu_state.h"
#include "models/pmu/span_counter.h"
#include "models/pmu/write_effect.h"

namespace pmusim {

/// One PMU: counts what a CPU does, holds the registers, and drives the interrupt line. Knows no
/// SystemC: time comes in as committed cycles, effects go out as the line and the registers.
class PmuCore final : public SysRegPort, public ActivityPort {
 public:
  explicit PmuCore(PmuConfig config, WriteEffect effect = {});

  // System registers. A write becomes visible to reads at once and takes effect on counting as the
  // write effect says.
  [[nodiscard]] SysRegRead read(SysReg reg, const ExecutionContext& who) const override;
  AccessOutcome write(SysReg reg, RegValue value, const ExecutionContext& who) override;

  // Time.
  void begin(const ExecutionContext& context,
             ActivitySource& activity,
             std::uint64_t from) override;
  [[nodiscard]] Cycles plan(Cycles limit) override;
  void commit(Cycles elapsed) override;
  [[nodiscard]] bool interrupt_level() const override;
  void synchronize_context() override;

  /// Register writes have been made that have not taken effect yet.
  [[nodiscard]] bool has_pending_writes() const { return !pending_.empty(); }

  /// Runs `cycles` of the span, whatever happens in them; for tests and vectors.
  void advance(Cycles cycles);

  // Inspection and set-up, without checks or cost.
  [[nodiscard]] const PmuConfig& config() const { return config_; }

  [[nodiscard]] const PmuState& state() const { return state_; }

  [[nodiscard]] RegValue raw(PmuRegister reg) const { return pmusim::raw(config_, state_, reg); }

  void set_raw(PmuRegister reg, RegValue value);
  /// Replaces the whole state.
  void restore(const PmuState& state);

  /// Applies a change to the state from outside the CPU, such as the memory-mapped view, between
  /// two cycles.
  template <class Change>
  void change(Change&& apply) {
    apply(state_);
    counter_.state_changed();
  }

  /// Commits only one cycle-changing flag at a time, so that the cycle of every overflow can be
  /// observed. Costs time; changes no result.
  void observe_every_flag(bool on);

  /// In how many cycles each counter counted, and why not in the others.
  [[nodiscard]] const CountingLog& counting_log();

 private:
  PmuConfig config_;
  PmuState state_;
  PendingWrites pending_;
  SpanCounter counter_;
};

}  // namespace pmusim
