// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "models/pmu/dense_kernels.h"
#include "models/pmu/pmu_config.h"
#include "sim/engine/vector_reader.h"
#include "sim/scenario/problems.h"

namespace pmusim::engine {

/// One expectation of a vector that did not hold.
struct VectorFailure {
  std::string file;
  std::string id;
  std::size_t step{};  ///< index of the step, or of the table entry
  std::string what;    ///< tracked key, register, result, or "counts"
  std::string want;
  std::string got;
};

struct VectorReport {
  std::uint64_t passed{};
  std::uint64_t failed{};
  std::uint64_t
      skipped{};  ///< items that depend on a reading which the model was told to take differently
  std::uint64_t not_run{};  ///< items that do not follow the format, or would run too long
  std::vector<VectorFailure> failures;
};

/// How the cycles of a step are handed to the PMU.
enum class Cutting : std::uint8_t {
  cycles,  ///< one at a time, whatever the step says
  chunks,  ///< all cycles of a step at once; expectations inside it are merged
};

/// A profile and the readings that the model takes, which may differ from those of the profile.
struct VectorProfile {
  PmuProfile profile{};
  Readings readings;

  explicit VectorProfile(PmuProfile of) : profile{of}, readings{readings_of(of)} {}
};

/// An item passes if it does under each profile and cutting at each SIMD target.
struct VectorOptions {
  std::vector<VectorProfile> profiles{VectorProfile{PmuProfile::manual},
                                      VectorProfile{PmuProfile::pseudocode}};
  std::vector<Cutting> cuttings{Cutting::cycles, Cutting::chunks};
  std::vector<std::string> targets{simd_targets()};  ///< of this machine, best first
  const std::atomic<bool>* stop{};                   ///< once true, no further item is run
};

/// What a vector file may be at most: twenty times the largest that exists.
inline constexpr std::size_t kMostVectorValues = 8'000'000;

/// What is to be said about a file.
struct VectorMessages {
  /// It cannot be read, is no JSON or another document; and each thing in an item that does not
  /// follow the format, with file, line, pointer, item, step, the value found and what was
  /// expected.
  scenario::Problems problems;
  VectorNotes notes;  ///< what was left aside
};

/// Runs the items of one file in the format `pmuv3-vectors-1` against PmuCore and adds to `report`.
/// Items that do not follow the format are not run, all others are. Keys and elements that the
/// format does not have are left aside. Afterwards the dense kernels use the best SIMD target.
[[nodiscard]] VectorMessages run_vectors(const std::string& file,
                                         const VectorOptions& options,
                                         VectorReport& report);

/// "manual", as the command line says it.
[[nodiscard]] std::string_view name_of(PmuProfile profile);

}  // namespace pmusim::engine
