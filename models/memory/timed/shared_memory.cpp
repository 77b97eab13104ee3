// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/shared_memory.h"

#include "models/common/expect.h"

namespace pmusim::memory {

static_assert(TimedMemory::kMaxCpus <= kWindow, "CPUs are bits of a set");

SharedMemory::SharedMemory(const Latencies& latencies,
                           CounterRandom random,
                           std::span<const unsigned> widths)
    : latencies_{latencies} {
  pipelines_.reserve(widths.size());
  for (std::size_t cpu = 0; cpu < widths.size(); ++cpu) {
    pipelines_.emplace_back(
        static_cast<unsigned>(cpu), memory_, latencies_, random.child(cpu), widths[cpu]);
  }
}

void SharedMemory::step(CpuId cpu, CycleTime now) {
  Pipeline& pipeline = pipelines_[cpu.value()];
  PMUSIM_EXPECT(!acted_.has(cpu.value()), "an instant ends before a CPU acts again");
  pipeline.step(now.count());
  if (pipeline.has_effects()) {
    acted_.add(cpu.value());
    now_[cpu.value()] = now.count();
    if (ask_) {
      ask_();
    }
  }
}

void SharedMemory::publish() {
  for (SlotSet all = acted_; !all.empty(); all.remove(all.any())) {
    pipelines_[all.any()].settle_lines();
  }
  for (; !acted_.empty(); acted_.remove(acted_.any())) {  // the lowest number first
    pipelines_[acted_.any()].publish(now_[acted_.any()]);
  }
}

}  // namespace pmusim::memory
