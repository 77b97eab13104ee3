// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "models/common/units.h"
#include "models/memory/timed/pipeline.h"
#include "models/memory/timed/slot_set.h"
#include "models/memory/timed/timed_memory.h"

namespace pmusim::memory {

/// One memory and the pipelines of the CPUs on it. CPUs act on memory as it was when the instant
/// began; when all have acted in it, `publish` lets their writes reach memory, in the order of CPU
/// numbers, whatever the order in which the CPUs acted.
///
/// Pipelines count in cycles of their own CPUs, and memory has no clock: what an access costs is
/// in cycles of the CPU that makes it, and when a write becomes visible is an instant.
class SharedMemory {
 public:
  /// @param cpus  at most TimedMemory::kMaxCpus
  SharedMemory(const Latencies& latencies, CounterRandom random, std::span<const unsigned> widths);

  [[nodiscard]] TimedMemory& memory() { return memory_; }

  [[nodiscard]] const TimedMemory& memory() const { return memory_; }

  [[nodiscard]] Pipeline& pipeline(CpuId cpu) { return pipelines_[cpu.value()]; }

  /// Who is to call `publish` when all CPUs have acted in the present instant; told once an
  /// instant at least.
  void on_effects(std::function<void()> ask) { ask_ = std::move(ask); }

  /// The pipeline acts in its cycle `now`.
  void step(CpuId cpu, CycleTime now);

  /// The second phase of an instant. @pre every CPU has acted in it
  void publish();

 private:
  Latencies latencies_;
  TimedMemory memory_;
  std::vector<Pipeline> pipelines_;
  SlotSet acted_;  ///< CPUs with effects in the present instant
  std::array<std::uint64_t, TimedMemory::kMaxCpus> now_{};  ///< of each, its cycle
  std::function<void()> ask_;
};

}  // namespace pmusim::memory
