// SPDX-License-Identifier: Apache-2.0
//
// The fields of perf_event_attr::config and config1, as the driver's format files in sysfs name
// them. @linux v6.18 drivers/perf/arm_pmuv3.c ATTR_CFG_FLD_*
#pragma once

#include <cstdint>

#include "kernel_model/abi/perf_event_attr.h"
#include "models/common/units.h"

namespace pmusim::kernel {

[[nodiscard]] constexpr RegValue event_number(const abi::PerfEventAttr& attr) {
  return attr.config & 0xffffU;
}

[[nodiscard]] constexpr bool is_long(const abi::PerfEventAttr& attr) {
  return (attr.config1 & 1U) != 0;
}

[[nodiscard]] constexpr bool is_user_read(const abi::PerfEventAttr& attr) {
  return (attr.config1 >> 1U & 1U) != 0;
}

[[nodiscard]] constexpr std::uint64_t threshold_count(const abi::PerfEventAttr& attr) {
  return attr.config1 >> 2U & 1U;
}

[[nodiscard]] constexpr std::uint64_t threshold_compare(const abi::PerfEventAttr& attr) {
  return attr.config1 >> 3U & 3U;
}

[[nodiscard]] constexpr std::uint64_t threshold(const abi::PerfEventAttr& attr) {
  return attr.config1 >> 5U & 0xfffU;
}

}  // namespace pmusim::kernel
