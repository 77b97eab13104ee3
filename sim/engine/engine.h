// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "kernel_model/kvm/kvm_config.h"
#include "kernel_model/pmuv3/rule_mutations.h"
#include "models/common/problems.h"
#include "sim/engine/run_result.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

/// How the simulation advances. Both give the same result, byte for byte.
enum class StepMode : std::uint8_t {
  span,   ///< a CPU is woken when something happens to it
  cycle,  ///< every CPU is stepped in every cycle of its clock
};

/// Waves of a run, as a VCD file.
struct VcdOptions {
  std::string file;
  std::uint64_t from_ns{0};
  std::optional<std::uint64_t> to_ns{};  ///< exclusive; nothing: to the end
};

/// How far a run has come.
struct Progress {
  std::uint64_t simulated_ps{};
  std::uint64_t core_cycles{};  ///< executed by all CPUs together
};

struct RunOptions {
  StepMode step{StepMode::span};
  /// When it becomes true the run ends soon, with a partial result. Polled; may be set in a signal
  /// handler.
  const std::atomic<bool>* stop{};
  std::optional<VcdOptions> vcd{};
  /// Called now and then on the simulating thread, at most about ten times a second.
  std::function<void(const Progress&)> progress{};
  /// With the modelled Linux: called for every window when it ends, on the simulating thread.
  /// Windows of one CPU come in the order of their ends; those of different CPUs in any order.
  std::function<void(const WindowResult&)> window{};
  /// Keeps what happened when, for pictures; changes nothing else of the result.
  bool record_timeline{false};
  /// Builds and activates the CPUs in descending order; changes no result, which a test checks.
  bool reverse_build_order{false};
  /// Rules of the kernel model that are broken on purpose, for tests of tests.
  kernel::RuleMutations mutations{};
  kernel::KvmMutations kvm_mutations{};
};

/// Builds the platform of `scenario`, sets its PMUs up, and runs it to its end.
///
/// SystemC has one global context: one call a process. A caller with several scenarios forks.
///
/// @error invalid_input  an event does not fit the PMU, or recorded files are wrong: every fault
/// @error not_modelled   more events than counters: multiplexing
/// @error io             the VCD file cannot be written, or a recorded file cannot be read
[[nodiscard]] Checked<RunResult> run(const scenario::Scenario& scenario,
                                     const RunOptions& options = {});

}  // namespace pmusim::engine
