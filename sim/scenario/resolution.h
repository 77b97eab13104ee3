// SPDX-License-Identifier: Apache-2.0
//
// From the written form to the Scenario that the engine runs, with every check that looks at more
// than one value. The parts run in the order in which they are declared.
#pragma once

#include "sim/scenario/codec.h"
#include "sim/scenario/scenario_file.h"

namespace pmusim::scenario {

/// What the parts share. Problems go to `in`; parts that rest on something wrong are left out, so
/// that one mistake gives one message.
struct Resolution {
  ReadContext& in;
  const written_form::ScenarioFile& file;
  Scenario& out;
  bool cpus_are_known{};      ///< numbers and types of CPUs can be relied on
  bool model_is_known{true};  ///< whether there is a modelled Linux can be relied on
};

/// CPUs with their types and registers, and the mode of the kernel.
void resolve_platform(Resolution& r);

/// Whether Linux is modelled, its parameters, and what it leaves no room for.
void resolve_kernel(Resolution& r);

/// Shared memory, and the programs on it.
void resolve_memory(Resolution& r);

/// Activities, tasks, vCPUs and handlers.
void resolve_programs(Resolution& r);

/// A protocol, which leaves no room for anything that runs.
/// @param protocol  that of the file
void resolve_protocol(Resolution& r, const written_form::Protocol& protocol);

/// Events to count: each alone, unique names, and counters for all that must count together.
void resolve_perf(Resolution& r);

/// Notes that `what`, which stands at `at`, is of the modelled Linux only.
void refuse_without_linux(Resolution& r, NodeId at, const std::string& what);

/// The CPUs of a set that stands at `cpus` inside `owner`.
[[nodiscard]] std::vector<CpuId> resolve_cpus(Resolution& r,
                                              const written_form::CpuSet& set,
                                              NodeId owner);

}  // namespace pmusim::scenario
