// SPDX-License-Identifier: Apache-2.0
#include "models/common/units.h"

namespace {

#ifdef PMUSIM_VIOLATE
[[maybe_unused]] const auto kLater = pmusim::CycleTime{1} + pmusim::CycleTime{2};
#else
[[maybe_unused]] const auto kLater = pmusim::CycleTime{1} + pmusim::Cycles{2};
#endif

}  // namespace
