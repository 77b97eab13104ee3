// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/version.h"

#include <fmt/format.h>

#include "sim/engine/catalogue/machine.h"

namespace pmusim::cli {

std::string_view version_number() {
  return PMUSIM_VERSION;
}

std::string version_text() {
  return fmt::format(
      "pmusim {}\n"
      "SIMD target: {}\n"
      "PMU: FEAT_PMUv3 to FEAT_PMUv3p9 of Arm DDI 0487 for AArch64, with TH, EDGE and ICNTR; "
      "profiles manual (default) "
      "and pseudocode\n",
      version_number(),
      engine::simd_target_names().front());
}

}  // namespace pmusim::cli
