// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "kernel_model/perf/perf_event.h"
#include "models/common/result.h"
#include "models/common/units.h"

namespace pmusim::kernel {

/// A PMU as the whole machine knows it: one for all CPUs, or one for each cluster.
class PmuType {
 public:
  PmuType() = default;
  PmuType(const PmuType&) = delete;
  PmuType& operator=(const PmuType&) = delete;
  virtual ~PmuType() = default;

  /// As in sysfs: "armv8_pmuv3_0".
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Its events can run on this CPU.
  [[nodiscard]] virtual bool supports(CpuId cpu) const = 0;

  /// Takes a new event: fills in `hw`, and tries whether its group fits on an empty PMU. The
  /// event's leader is set, and it is not among the leader's siblings yet.
  ///
  /// @error invalid_input  its text begins with the errno; ENOENT: the event is not this PMU's
  virtual Result<void> event_init(PerfEvent& event) const = 0;
};

/// The errno that a refusal names: the text up to the first colon.
[[nodiscard]] inline std::string_view errno_of(const Error& error) {
  return std::string_view{error.what}.substr(0, error.what.find(':'));
}

}  // namespace pmusim::kernel
