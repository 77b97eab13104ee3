// SPDX-License-Identifier: Apache-2.0
//
// The scenario format: one table for each kind of object.
#pragma once

#include "sim/scenario/object_codec.h"
#include "sim/scenario/scenario_file.h"

namespace pmusim::scenario {

inline constexpr std::uint64_t kMaxCpus = 1024;
inline constexpr std::size_t kMaxTasks = 1024;      ///< and vCPUs, together: as many as CPUs
inline constexpr std::uint64_t kMaxRingWords = 64;  ///< of a protocol
inline constexpr std::size_t kLongestName = 256;    ///< characters

/// Names or numbers of events: "STALL_SLOT" in any letter case, "0x3f", "r3f".
[[nodiscard]] std::optional<EventId> parse_event_name(std::string_view text);
[[nodiscard]] std::string event_name(EventId event);
/// A hint for a misspelt event.
[[nodiscard]] std::string suggest_event(std::string_view text);

/// A hint for a misspelt PMU register.
[[nodiscard]] std::string suggest_register(std::string_view text);

/// The greatest amount that a distribution gives.
[[nodiscard]] std::uint64_t greatest_of(const Distribution& in);

/// The configuration that a written PMU stands for: defaults filled in, single readings put over
/// the profile.
[[nodiscard]] PmuConfig config_of(const written_form::Pmu& pmu);

[[nodiscard]] CodecOf<written_form::CpuSet> cpu_set_codec();
[[nodiscard]] CodecOf<Distribution> distribution_codec();
[[nodiscard]] CodecOf<ActivitySpec> activity_codec();
[[nodiscard]] CodecOf<std::vector<written_form::Item>> program_codec(std::size_t least);
[[nodiscard]] CodecOf<written_form::ActivityUse> activity_use_codec();
[[nodiscard]] CodecOf<written_form::Memory> memory_codec();
[[nodiscard]] CodecOf<written_form::Code> code_codec();
[[nodiscard]] CodecOf<written_form::Task> task_codec();
[[nodiscard]] CodecOf<written_form::Guest> guest_codec();
[[nodiscard]] CodecOf<written_form::Handler> handler_codec();
[[nodiscard]] CodecOf<written_form::Platform> platform_codec();
[[nodiscard]] CodecOf<written_form::CpuGroup> cpu_group_codec();
[[nodiscard]] CodecOf<written_form::Kernel> kernel_codec();
[[nodiscard]] CodecOf<written_form::Perf> perf_codec();
[[nodiscard]] CodecOf<written_form::Protocol> protocol_codec();
[[nodiscard]] CodecOf<Expectation> expectation_codec();

/// The whole scenario.
[[nodiscard]] const ObjectCodec<written_form::ScenarioFile>& scenario_codec();

/// The keys that a scenario with a protocol may have: its resolved form.
[[nodiscard]] const ObjectCodec<written_form::ScenarioFile>& protocol_scenario_codec();

}  // namespace pmusim::scenario
