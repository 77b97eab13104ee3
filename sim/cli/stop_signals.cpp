// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/stop_signals.h"

namespace pmusim::cli {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "it is set in a signal handler");

void request_stop(int /*signal*/) {
  stop_requested.store(true, std::memory_order_relaxed);
}

}  // namespace

StopSignals::StopSignals() {
  stop_requested.store(false, std::memory_order_relaxed);
  struct sigaction action{};
  action.sa_handler = request_stop;
  // Without SA_RESTART, so that a read that waits for a worker notices the signal.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &interrupt_before_);
  ::sigaction(SIGTERM, &action, &terminate_before_);
}

StopSignals::~StopSignals() {
  ::sigaction(SIGINT, &interrupt_before_, nullptr);
  ::sigaction(SIGTERM, &terminate_before_, nullptr);
}

// Not static: without an object no signal raises it.
// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
const std::atomic<bool>& StopSignals::flag() const {
  return stop_requested;
}

}  // namespace pmusim::cli
