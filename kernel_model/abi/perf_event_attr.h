// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pmusim::abi {

// enum perf_type_id. Numbers from kPerfTypeFirstDynamic on name one PMU, in order of registration.
inline constexpr std::uint32_t kPerfTypeHardware = 0;
inline constexpr std::uint32_t kPerfTypeSoftware = 1;
inline constexpr std::uint32_t kPerfTypeRaw = 4;
inline constexpr std::uint32_t kPerfTypeFirstDynamic = 6;

/// The part of Linux's perf_event_attr that describes one event of an Arm PMU.
/// @linux v6.18 include/uapi/linux/perf_event.h struct perf_event_attr
struct PerfEventAttr {
  std::uint32_t type{kPerfTypeRaw};  ///< which PMU `config` is meant for
  std::uint64_t config{};            ///< 15:0 event number
  std::uint64_t
      config1{};  ///< 0 long, 1 rdpmc, 2 threshold_count, 4:3 threshold_compare, 16:5 threshold
  std::uint64_t sample_period{};  ///< a frequency if `freq`
  bool freq{};
  bool disabled{};
  bool inherit{};
  bool exclude_user{};
  bool exclude_kernel{};
  bool exclude_hv{};
  bool exclude_host{};
  bool exclude_guest{};
  bool exclude_idle{};
  bool pinned{};
  bool exclusive{};
  unsigned precise_ip{};

  friend constexpr bool operator==(const PerfEventAttr&, const PerfEventAttr&) = default;
};

}  // namespace pmusim::abi
