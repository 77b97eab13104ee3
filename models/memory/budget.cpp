// SPDX-License-Identifier: Apache-2.0
#include "models/memory/budget.h"

#include <fmt/format.h>

namespace pmusim::memory {

bool Budget::allows(std::uint64_t states, std::uint64_t bytes) {
  if (states > limits_.states) {
    stop(fmt::format("the limit of {} states was reached", limits_.states));
  }
  if (bytes > limits_.bytes) {
    stop(fmt::format("the limit of {} MiB of memory was reached", limits_.bytes >> 20U));
  }
  return reason_.empty();
}

void Budget::stop(std::string reason) {
  if (reason_.empty()) {
    reason_ = std::move(reason);
  }
}

void Budget::look() {
  if (std::chrono::steady_clock::now() >= end_) {
    stop(fmt::format("the limit of {} ms was reached", limits_.time.count()));
  }
  if (limits_.stop != nullptr && limits_.stop->load()) {
    stop("it was interrupted");
  }
}

}  // namespace pmusim::memory
