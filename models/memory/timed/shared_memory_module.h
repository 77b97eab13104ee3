// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "models/memory/timed/shared_memory.h"

namespace pmusim::memory {

/// The second phase of an instant in SystemC: its update phase, when every process of the evaluate
/// phase has run.
class SharedMemoryModule final : public sc_core::sc_prim_channel {
 public:
  /// @param memory  must outlive it
  SharedMemoryModule(const char* name, SharedMemory& memory)
      : sc_prim_channel{name}, memory_{memory} {
    memory.on_effects([this] { request_update(); });
  }

 private:
  void update() override { memory_.publish(); }

  SharedMemory& memory_;
};

}  // namespace pmusim::memory
