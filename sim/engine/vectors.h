// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/common/result.h"
#include "models/pmu/pmu_config.h"

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
  std::vector<VectorFailure> failures;
};

/// How the cycles of a step are handed to the PMU.
enum class Cutting : std::uint8_t {
  cycles,  ///< one at a time, whatever the step says
  chunks,  ///< all cycles of a step at once; expectations inside it are merged
};

struct VectorOptions {
  PmuProfile profile{PmuProfile::manual};
  Readings readings{readings_of(PmuProfile::manual)};
  std::vector<Cutting> cuttings{Cutting::cycles,
                                Cutting::chunks};  ///< an item passes if it does under each
};

/// Runs the items of one file in the format `pmuv3-vectors-1` against PmuCore and adds to `report`.
///
/// @error io             the file cannot be read
/// @error invalid_input  it is no JSON, or not of that format; `where` names the item
[[nodiscard]] Result<void> run_vectors(const std::string& file,
                                       const VectorOptions& options,
                                       VectorReport& report);

}  // namespace pmusim::engine
