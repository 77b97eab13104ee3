// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/steps.h"

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

}  // namespace pmusim::engine
