// SPDX-License-Identifier: Apache-2.0
#include "models/common/units.h"

namespace {

#ifdef PMUSIM_VIOLATE
[[maybe_unused]] const pmusim::Cycles kLength = 1;
#else
[[maybe_unused]] const pmusim::Cycles kLength{1};
#endif

}  // namespace
