// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/common/clock.h"
#include "models/cpu/cpu.h"
#include "models/cpu/cpu_watch.h"

namespace pmusim {

/// The process of one CPU: resumes it whenever it asks to be, and when an interrupt is posted.
class CpuModule final : public sc_core::sc_module {
 public:
  CpuModule(
      const sc_core::sc_module_name& name, Cpu& cpu, Clock clock, CpuWatch& watch, WatchKind kind);

  /// How far the CPU may run ahead of simulated time; zero at first.
  void allow_run_ahead(Cycles cycles) { run_ahead_ = cycles; }

  /// The CPU never executes beyond this edge.
  void stop_at(CycleTime edge) { last_edge_ = edge; }

  /// Resumes at `edge` at the latest: the CPU sees something then. @pre edge is in the future.
  void wake_at(CycleTime edge);

 private:
  SC_HAS_PROCESS(CpuModule);

  void on_wake();

  Cpu& cpu_;
  Clock clock_;
  CpuWatch& watch_;
  bool watches_all_;
  Cycles run_ahead_;
  CycleTime last_edge_{kNever};
  /// One pending notification: of two, SystemC keeps the earlier one, which is what is wanted.
  sc_core::sc_event wake_{"wake"};
};

}  // namespace pmusim
