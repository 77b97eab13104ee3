// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "models/activity/activity_port.h"
#include "models/common/interrupt_port.h"
#include "models/common/sysreg.h"

namespace pmusim::test {

/// A register that lowers the fake PMU's line when written.
inline constexpr SysReg kAcknowledge{3, 3, 9, 12, 3};
/// Any other register.
inline constexpr SysReg kOther{3, 3, 9, 12, 0};
/// A register whose access is refused.
inline constexpr SysReg kForbidden{3, 6, 1, 3, 1};

/// Stands for a PMU: writes down each cycle, and raises its line after the cycles that a test
/// names.
class FakePmu final : public ActivityPort, public SysRegPort {
 public:
  struct Cycle {
    ExecutionContext context;
    const ActivitySource* activity{};
    std::uint64_t position{};

    friend bool operator==(const Cycle&, const Cycle&) = default;
  };

  struct Write {
    std::uint64_t after_cycles{};
    RegValue value{};

    friend bool operator==(const Write&, const Write&) = default;
  };

  /// The line rises at the end of these cycles (0 is the first one committed).
  std::set<std::uint64_t> raises;
  /// And falls at the end of these.
  std::set<std::uint64_t> falls;

  std::vector<Cycle> cycles;
  std::vector<Write> writes;
  std::vector<std::uint64_t> synchronisations;  ///< after how many cycles each
  std::uint64_t begins{};
  std::uint64_t plans{};

  void begin(const ExecutionContext& context,
             ActivitySource& activity,
             std::uint64_t from) override {
    open_ = {context, &activity, from};
    ++begins;
  }

  [[nodiscard]] Cycles plan(Cycles limit) override {
    ++plans;
    const std::uint64_t first = cycles.size();
    for (std::uint64_t ahead = 0; ahead < limit.count(); ++ahead) {
      if (raises.contains(first + ahead) || falls.contains(first + ahead)) {
        return Cycles{ahead + 1};
      }
    }
    return limit;
  }

  void commit(Cycles elapsed) override {
    for (std::uint64_t i = 0; i < elapsed.count(); ++i) {
      level_ = (level_ || raises.contains(cycles.size())) && !falls.contains(cycles.size());
      cycles.push_back(open_);
      ++open_.position;
    }
  }

  [[nodiscard]] bool interrupt_level() const override { return level_; }

  void synchronize_context() override { synchronisations.push_back(cycles.size()); }

  [[nodiscard]] SysRegRead read(SysReg reg, const ExecutionContext& /*who*/) const override {
    if (reg == kForbidden) {
      return {.outcome = AccessOutcome::trap_to_el3};
    }
    return {.outcome = AccessOutcome::done, .value = cycles.size()};
  }

  AccessOutcome write(SysReg reg, RegValue value, const ExecutionContext& /*who*/) override {
    if (reg == kForbidden) {
      return AccessOutcome::trap_to_el3;
    }
    writes.push_back({cycles.size(), value});
    level_ = level_ && reg != kAcknowledge;
    return AccessOutcome::done;
  }

 private:
  Cycle open_;
  bool level_{};
};

/// Writes down the IPIs sent.
class FakeIpis final : public IpiPort {
 public:
  struct Sent {
    CycleTime at;
    CpuId target;

    friend bool operator==(const Sent&, const Sent&) = default;
  };

  std::vector<Sent> sent;

  void send(CpuId /*sender*/, CycleTime at, CpuId target) override { sent.push_back({at, target}); }
};

}  // namespace pmusim::test
