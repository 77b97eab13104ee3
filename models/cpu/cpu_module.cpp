// SPDX-License-Identifier: Apache-2.0
#include "models/cpu/cpu_module.h"

#include <algorithm>

#include "models/cpu/kernel_time_module.h"

namespace pmusim {

CpuModule::CpuModule(
    const sc_core::sc_module_name& name, Cpu& cpu, Clock clock, CpuWatch& watch, WatchKind kind)
    : sc_module{name},
      cpu_{cpu},
      clock_{clock},
      watch_{watch},
      watches_all_{kind == WatchKind::all} {
  SC_METHOD(on_wake);
  sensitive << wake_;
}

void CpuModule::on_wake() {
  const CycleTime now = clock_.cycle_at(kernel_time());
  if (now > last_edge_) {
    return;
  }
  const CycleTime wake = cpu_.advance(now, std::max(now, std::min(now + run_ahead_, last_edge_)));
  if (watches_all_ || cpu_.state() != Cpu::State::running || cpu_.is_over()) {
    watch_.resumed(cpu_);
  }
  watch_.passed();
  wake_at(wake);
}

void CpuModule::wake_at(CycleTime edge) {
  if (edge <= last_edge_) {
    wake_.notify(until(clock_.edge(edge)));
  }
}

}  // namespace pmusim
