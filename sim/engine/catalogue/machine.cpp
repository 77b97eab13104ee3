// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/machine.h"

#include "models/pmu/dense_kernels.h"

namespace pmusim::engine {

std::vector<std::string> simd_target_names() {
  return simd_targets();
}

}  // namespace pmusim::engine
