// SPDX-License-Identifier: Apache-2.0
#include "models/common/units.h"

namespace {

#ifdef PMUSIM_VIOLATE
[[maybe_unused]] const bool kSame = pmusim::CpuId{1} == pmusim::EventId{1};
#else
[[maybe_unused]] const bool kSame = pmusim::CpuId{1} == pmusim::CpuId{1};
#endif

}  // namespace
