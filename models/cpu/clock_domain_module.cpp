// SPDX-License-Identifier: Apache-2.0
#include "models/cpu/clock_domain_module.h"

#include <algorithm>

#include "models/cpu/kernel_time_module.h"

namespace pmusim {

ClockDomainModule::ClockDomainModule(const sc_core::sc_module_name& name,
                                     Clock clock,
                                     CpuWatch& watch,
                                     WatchKind kind)
    : sc_module{name}, clock_{clock}, watch_{watch}, watches_all_{kind == WatchKind::all} {
  SC_METHOD(on_edge);
  sensitive << edge_;
}

void ClockDomainModule::on_edge() {
  const CycleTime now = next_edge_;
  next_edge_ = kNever;
  if (now > last_edge_) {
    return;
  }
  CycleTime wake = kNever;
  for (Cpu* cpu : cpus_) {
    wake = std::min(wake, cpu->tick(now));
    if (watches_all_ || cpu->state() != Cpu::State::running || cpu->is_over()) {
      watch_.resumed(*cpu);
    }
  }
  watch_.passed();
  wake_at(wake);
}

void ClockDomainModule::wake_at(CycleTime edge) {
  if (edge < next_edge_ && edge <= last_edge_) {
    next_edge_ = edge;
    edge_.notify(until(clock_.edge(edge)));
  }
}

}  // namespace pmusim
