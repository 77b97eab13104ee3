// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/activity/distribution.h"
#include "models/activity/event_stream.h"
#include "models/common/random.h"
#include "models/common/result.h"
#include "models/common/units.h"

namespace pmusim {

/// A core that sends up to `slots` operations to execution in a cycle.
struct PipelineParameters {
  std::uint32_t slots{8};      ///< 1 to 255
  Distribution dispatch;       ///< operations sent in a cycle, 0 to slots
  double frontend_share{0.5};  ///< share of the cycles whose empty slots are the frontend's
  double retire_share{1.0};    ///< probability that an operation that was sent retires
  double operations_per_instruction{1.0};  ///< mean, at least 1
};

/// The random draws of one pipeline, from which its streams are made.
class PipelineDraws;

/// Events that agree with each other in every cycle, all from one draw of `dispatch`.
///
/// With d operations sent in a cycle, and one cause (frontend or backend) for all its empty slots:
///   OP_SPEC = d;  STALL_SLOT = slots - d = STALL_SLOT_FRONTEND + STALL_SLOT_BACKEND;
///   STALL = (d == 0) = STALL_FRONTEND + STALL_BACKEND;
///   INST_RETIRED <= OP_RETIRED <= OP_SPEC.
/// Cheap to copy; the tables are shared.
/// @arch Arm ARM DDI 0487, "PMU events and event numbers", STALL_SLOT and OP_SPEC
class PipelineModel {
 public:
  /// @error invalid_input  a parameter out of its range, or a dispatch above `slots`.
  static Result<PipelineModel> create(const PipelineParameters& parameters);

  /// The events that a pipeline produces, in ascending order.
  [[nodiscard]] static std::span<const EventId> events();

  /// @param random  names the run: streams with equal `random` are equal.
  [[nodiscard]] std::shared_ptr<PipelineDraws> draws(CounterRandom random) const;

  /// One stream for each of events(), in that order. All streams of the same draws work on one
  /// thread. Several sets of them cost little more than one as long as their readers stay within
  /// three blocks (kBlockCycles) of each other.
  [[nodiscard]] static std::vector<std::unique_ptr<EventStream>> streams(
      const std::shared_ptr<PipelineDraws>& draws);

  struct Tables;

 private:
  explicit PipelineModel(std::shared_ptr<const Tables> tables) : tables_{std::move(tables)} {}

  std::shared_ptr<const Tables> tables_;
};

}  // namespace pmusim
