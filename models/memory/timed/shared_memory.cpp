// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/shared_memory.h"

#include "models/common/expect.h"

namespace pmusim::memory {

static_assert(TimedMemory::kMaxCpus <= kWindow, "CPUs are bits of a set");

SharedMemory::SharedMemory(const Latencies& latencies, CounterRandom random, std::size_t cpus)
    : latencies_{latencies} {
  pipelines_.reserve(cpus);
  for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
    pipelines_.emplace_back(static_cast<unsigned>(cpu), memory_, latencies_, random.child(cpu));
  }
}

void SharedMemory::step(CpuId cpu, CycleTime now) {
  Pipeline& pipeline = pipelines_[cpu.value()];
  PMUSIM_EXPECT(!writing_.has(cpu.value()), "an instant ends before a CPU acts again");
  pipeline.step(now.count());
  if (pipeline.has_writes()) {
    writing_.add(cpu.value());
    now_[cpu.value()] = now.count();
    if (ask_) {
      ask_();
    }
  }
}

void SharedMemory::publish() {
  while (!writing_.empty()) {
    const Slot first = writing_.any();  // the lowest bit
    writing_.remove(first);
    pipelines_[first].publish(now_[first]);
  }
}

}  // namespace pmusim::memory
