// SPDX-License-Identifier: Apache-2.0
//
// The exclude_* bits of an event: their names, and the modifiers of perf that ask for the opposite.
#pragma once

#include <array>
#include <string_view>

#include "kernel_model/abi/perf_event_attr.h"
#include "sim/scenario/scenario.h"

namespace pmusim::scenario {

struct ExcludeBitDesc {
  std::string_view name;  ///< of the attribute, without "exclude_"
  bool ExcludeBits::* bit;
  bool abi::PerfEventAttr::* attribute;
  char modifier;  ///< the one that asks for what the bit leaves out
};

inline constexpr std::array kExcludeBits{
    ExcludeBitDesc{"user", &ExcludeBits::user, &abi::PerfEventAttr::exclude_user, 'u'},
    ExcludeBitDesc{"kernel", &ExcludeBits::kernel, &abi::PerfEventAttr::exclude_kernel, 'k'},
    ExcludeBitDesc{"hv", &ExcludeBits::hv, &abi::PerfEventAttr::exclude_hv, 'h'},
    ExcludeBitDesc{"host", &ExcludeBits::host, &abi::PerfEventAttr::exclude_host, 'H'},
    ExcludeBitDesc{"guest", &ExcludeBits::guest, &abi::PerfEventAttr::exclude_guest, 'G'},
};

/// The attributes of an event's text with further bits set.
[[nodiscard]] constexpr abi::PerfEventAttr excluding(abi::PerfEventAttr attr,
                                                     const ExcludeBits& exclude) {
  for (const ExcludeBitDesc& desc : kExcludeBits) {
    attr.*desc.attribute = attr.*desc.attribute || exclude.*desc.bit;
  }
  return attr;
}

}  // namespace pmusim::scenario
