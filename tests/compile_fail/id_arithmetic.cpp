// SPDX-License-Identifier: Apache-2.0
#include "models/common/units.h"

namespace {

#ifdef PMUSIM_VIOLATE
[[maybe_unused]] const auto kNext = pmusim::CpuId{1} + pmusim::CpuId{1};
#else
[[maybe_unused]] const int kNext = pmusim::CpuId{1}.value() + 1;
#endif

}  // namespace
