// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/memory/timed/shared_memory.h"
#include "models/memory/timed/shared_memory_module.h"
#include "models/memory/timed/timed_code.h"
#include "sim/engine/run_result.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

/// The shared memory of a scenario with a pipeline for each CPU, and its programs, ready to run.
class CodeMemory {
 public:
  /// @param scenario  must outlive it
  explicit CodeMemory(const scenario::Scenario& scenario);

  /// Program number `code` of the scenario, for `cpu`. This must outlive it.
  /// @pre the number of the CPU is below scenario::kMaxCodeCpus
  [[nodiscard]] std::unique_ptr<memory::TimedCode> make(std::size_t code, CpuId cpu);

  /// At the end of a run: writes of the last instant reach memory.
  void settle() { shared_.publish(); }

  /// What the locations hold.
  [[nodiscard]] std::vector<LocationResult> locations() const;

 private:
  const scenario::Scenario& scenario_;
  std::vector<memory::MicroProgram> programs_;  ///< by number; refer to those of the scenario
  memory::SharedMemory shared_;
  memory::SharedMemoryModule module_;
};

}  // namespace pmusim::engine
