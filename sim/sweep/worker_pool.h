// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "models/common/result.h"

namespace pmusim::sweep {

/// What a worker gave for its task.
struct Answer {
  std::size_t task{};
  std::optional<std::string> bytes;  ///< nothing when it died first
  std::string death;                 ///< how: "signal 11 (Segmentation fault)"
};

struct Pool {
  std::size_t workers{1};  ///< that run at the same time, at most
  /// The next task, or nothing when there is none left. Called in this process.
  std::function<std::optional<std::size_t>()> next;
  /// Does a task. Called in a process of its own, which is a copy of this one and ends with it.
  std::function<std::string(std::size_t task)> work;
  /// Takes an answer, in the order in which they come. An error ends the pool. Called in this
  /// process.
  std::function<Result<void>(Answer answer)> take;
  /// Called now and then, also while nothing comes.
  std::function<void()> idle{};
};

/// Does all tasks, each in a forked process: SystemC has one global context a process, memory of a
/// task is freed for certain, and one that crashes harms no other.
///
/// When `stop` becomes true no further task begins; the workers get SIGTERM once and are waited
/// for. If a process cannot be had while others run, one of them is waited for first. A worker
/// whose parent dies is killed.
///
/// @error io  no process or pipe can be had, or @see Pool::take
[[nodiscard]] Result<void> run_pool(const Pool& pool, const std::atomic<bool>& stop);

}  // namespace pmusim::sweep
