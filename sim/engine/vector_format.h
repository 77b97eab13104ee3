// SPDX-License-Identifier: Apache-2.0
//
// The format `pmuv3-vectors-1` as C++ values. They are read once and hold nothing malformed, so
// whatever runs them has no errors of the file to deal with.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/common/context.h"
#include "models/common/sysreg.h"
#include "models/pmu/pmu_config.h"
#include "models/pmu/pmu_registers.h"
#include "sim/engine/listed_activity.h"
#include "sim/engine/vector_reader.h"

namespace pmusim::engine {

/// A value that a vector keeps track of: E0 to E30 by the number of the counter, CC and IC by their
/// bits, and four more.
enum class Tracked : std::uint8_t {
  e0 = 0,
  cc = kCycleCounter,
  ic = kInstructionCounter,
  ov = kInstructionCounter + 1,   ///< overflow flags
  en = kInstructionCounter + 2,   ///< count enables
  ie = kInstructionCounter + 3,   ///< interrupt enables
  irq = kInstructionCounter + 4,  ///< the interrupt level
};
inline constexpr std::size_t kTrackedValues = static_cast<std::size_t>(Tracked::irq) + 1;

[[nodiscard]] std::string name_of(Tracked key);

/// The tracked values that this PMU has, E0 first.
[[nodiscard]] std::vector<Tracked> tracked_of(const PmuConfig& config);

/// By Tracked. What the PMU does not have is 0.
using TrackedValues = std::array<std::uint64_t, kTrackedValues>;

struct Change {
  Tracked key{};
  std::uint64_t value{};
};

/// What a step changes, and no more.
using Changes = std::vector<Change>;

/// What a step expects, and what it expects instead of a model of the manual profile.
template <class T>
struct Expectation {
  T usual{};
  std::optional<T> manual{};

  [[nodiscard]] const T& under(PmuProfile profile) const {
    return profile == PmuProfile::manual && manual ? *manual : usual;
  }
};

/// A register that is set without access checks.
struct RawRegister {
  PmuRegister reg;
  RegValue value{};
};

struct ContextStep {
  ExecutionContext context;  ///< without Debug state, which stays as it is
};

struct DebugStep {
  bool halted{};
};

struct CyclesStep {
  std::vector<CycleEvents> cycles;
  Expectation<std::vector<Changes>> changes;  ///< one for each cycle
};

struct ChunkStep {
  std::vector<CycleEvents> cycles;
  Expectation<Changes> changes;
};

struct RunStep {
  CycleEvents events;  ///< of each cycle
  std::uint64_t cycles{};
  Expectation<Changes> changes;
};

struct WarmStep {
  std::vector<CycleEvents> cycles;
};

struct WriteResult {
  AccessOutcome outcome{};
  Changes changes;
};

struct WriteStep {
  PmuRegister reg;
  RegValue value{};
  Expectation<WriteResult> result;
};

struct ReadResult {
  AccessOutcome outcome{};
  RegValue value{};  ///< of a read that is done
};

struct ReadStep {
  PmuRegister reg;
  Expectation<ReadResult> result;
};

struct PokeStep {
  std::vector<RawRegister> raw;  ///< one, or none if the model does not have the register
  Expectation<Changes> changes;
};

using VectorStep = std::variant<ContextStep,
                                DebugStep,
                                CyclesStep,
                                ChunkStep,
                                RunStep,
                                WarmStep,
                                WriteStep,
                                ReadStep,
                                PokeStep>;

struct Vector {
  std::vector<RawRegister> init;
  Changes exp0;
  std::vector<VectorStep> steps;
  std::vector<RawRegister> final_values;
};

/// A feature set of the file; the readings are those of the default.
[[nodiscard]] PmuConfig read_config(VectorReader& in, NodeId at);

/// [el, state, eel2, tge] from element `first` of the list on; tge may be missing.
[[nodiscard]] ExecutionContext read_context(VectorReader& in,
                                            const std::vector<NodeId>& parts,
                                            std::size_t first);

/// The register of that name, which accesses need. Any of them when there is none.
[[nodiscard]] PmuRegister read_register(VectorReader& in, NodeId at);

/// The member `at`, or the element `at` with the register's `name`, as a register and its value.
/// Nothing, with a note, for a register of the architecture that is none of the PMU: a PMU without
/// it counts the same.
[[nodiscard]] std::optional<RawRegister> read_raw_register(VectorReader& in,
                                                           NodeId at,
                                                           std::string_view name,
                                                           NodeId value);

/// The members of an object as registers and values.
/// @param ignored  a key that is no register; may be empty
[[nodiscard]] std::vector<RawRegister> read_registers(VectorReader& in,
                                                      NodeId at,
                                                      std::string_view ignored = {});

/// @param id  what messages call the item
[[nodiscard]] Vector read_vector(VectorReader& in,
                                 NodeId at,
                                 const std::string& id,
                                 const PmuConfig& config);

}  // namespace pmusim::engine
