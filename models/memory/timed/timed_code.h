// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "models/activity/activity_source.h"
#include "models/common/code_port.h"
#include "models/memory/timed/micro_op.h"
#include "models/memory/timed/shared_memory.h"

namespace pmusim::memory {

/// A program as a step of software on one CPU, and what it does, cycle by cycle, as an activity:
/// the events of `kPipelineEvents`.
///
/// As an activity it is known up to the cycle in which it acts next, and is asked for no more; the
/// cycle in which it acts, when that is over.
class TimedCode final : public CodePort, public ActivitySource {
 public:
  /// @param shared, program  must outlive it
  /// @param longest          cycles after which a run is given up
  TimedCode(SharedMemory& shared,
            CpuId cpu,
            const MicroProgram& program,
            const std::array<std::uint64_t, 31>& registers,
            Cycles longest);

  void begin() override;
  Cycles act(CycleTime now) override;

  [[nodiscard]] bool is_over() const override;

  [[nodiscard]] bool has_failed() const override { return failure().has_value(); }

  void drain() override;

  [[nodiscard]] bool is_drained() const override { return !is_in_flight_; }

  [[nodiscard]] StreamView view(EventId event, std::uint64_t from, std::uint64_t wanted) override;

  /// Why the last run did not come to its end: "LDR X0,[X1]: an access outside ...". Nothing: it
  /// did.
  [[nodiscard]] std::optional<std::string> failure() const;

 private:
  [[nodiscard]] bool has_run_too_long() const { return cycles_ > longest_; }

  SharedMemory& shared_;
  Pipeline& pipeline_;
  CpuId cpu_;
  const MicroProgram& program_;
  Pipeline::Place first_;  ///< where it begins
  Cycles longest_;

  Pipeline::Place place_;  ///< where it goes on, unless it is in flight
  std::optional<PipelineFault> fault_;
  bool is_in_flight_{};
  Cycles cycles_;              ///< of this run
  PipelineCounts before_;      ///< the cycle of the last call
  std::uint64_t acted_{};      ///< the cycle of the last call, of all that it ever executed
  std::uint64_t acts_next_{};  ///< what is known ends here
};

}  // namespace pmusim::memory
