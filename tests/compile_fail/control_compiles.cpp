// SPDX-License-Identifier: Apache-2.0
#include "models/common/units.h"

namespace {

// Right with and without PMUSIM_VIOLATE: the check itself must report that this compiles.
[[maybe_unused]] const pmusim::Cycles kSum = pmusim::Cycles{1} + pmusim::Cycles{2};

}  // namespace
