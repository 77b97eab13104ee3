// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/pmu/external_frame.h"
#include "models/pmu/pmu_config.h"
#include "models/pmu/pmu_state.h"

namespace pmusim::test {

/// A PMU with every optional feature of the frame.
inline PmuConfig everything(ExternalView view) {
  PmuConfig config;
  config.version = PmuVersion::p9;
  config.event_counters = 31;
  config.secure_el2 = true;
  config.rme = true;
  config.edge = true;
  config.instruction_counter = true;
  config.external_view = view;
  return config;
}

/// A frame that needs no unlocking.
inline ExternalFrameConfig unlocked() {
  ExternalFrameConfig frame;
  frame.os_lock_at_reset = false;
  return frame;
}

/// One PMU's registers behind its frame.
struct FrameBench {
  explicit FrameBench(const PmuConfig& pmu, const ExternalFrameConfig& config = unlocked())
      : pmu_config{pmu}, state{reset_state(pmu)}, frame{pmu, config} {}

  ExternalOutcome try_read(std::uint64_t offset, unsigned size, Requester who = {}) {
    return frame.read(state, {offset, size, false, who});
  }

  ExternalOutcome try_write(std::uint64_t offset,
                            unsigned size,
                            RegValue value,
                            Requester who = {}) {
    return frame.write(state, {offset, size, true, who}, value);
  }

  [[nodiscard]] RegValue at(PmuReg reg, unsigned index = 0) const {
    return raw(pmu_config, state, {reg, index});
  }

  void put(PmuReg reg, RegValue value, unsigned index = 0) {
    set_raw(pmu_config, state, {reg, index}, value);
  }

  PmuConfig pmu_config;
  PmuState state;
  ExternalFrame frame;
};

}  // namespace pmusim::test
