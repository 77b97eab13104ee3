// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/steps.h"

#include "kernel_model/core/path.h"
#include "models/common/step.h"

namespace pmusim::engine {

std::vector<StepRow> software_steps() {
  std::vector<StepRow> rows;
  rows.reserve(kStepKinds.size());
  for (const StepDesc& kind : kStepKinds) {
    rows.push_back({kind.name, kind.meaning});
  }
  return rows;
}

std::vector<KernelPathRow> kernel_paths() {
  std::vector<KernelPathRow> rows;
  rows.reserve(kernel::kPaths.size());
  for (const kernel::PathDesc& path : kernel::kPaths) {
    rows.push_back({path.name, path.cycles, path.origin});
  }
  return rows;
}

}  // namespace pmusim::engine
