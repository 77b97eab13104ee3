// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "models/common/clock.h"
#include "models/cpu/cpu.h"
#include "models/cpu/cpu_watch.h"

namespace pmusim {

/// The process of all CPUs with one clock: steps each of them in every cycle, in the order given. A
/// cycle in which all of them sleep is passed over.
class ClockDomainModule final : public sc_core::sc_module {
 public:
  ClockDomainModule(const sc_core::sc_module_name& name,
                    Clock clock,
                    CpuWatch& watch,
                    WatchKind kind);

  void add(Cpu& cpu) { cpus_.push_back(&cpu); }

  /// No CPU executes beyond this edge.
  void stop_at(CycleTime edge) { last_edge_ = edge; }

  /// Resumes at `edge` at the latest: a CPU sees something then. @pre edge is in the future.
  void wake_at(CycleTime edge);

 private:
  SC_HAS_PROCESS(ClockDomainModule);

  void on_edge();

  Clock clock_;
  CpuWatch& watch_;
  bool watches_all_;
  std::vector<Cpu*> cpus_;
  CycleTime next_edge_{0};  ///< for which `edge_` is notified, or kNever
  CycleTime last_edge_{kNever};
  sc_core::sc_event edge_{"edge"};
};

}  // namespace pmusim
