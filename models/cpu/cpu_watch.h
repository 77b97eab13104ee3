// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pmusim {

class Cpu;

/// Who runs the simulation, as the processes that resume CPUs see it.
class CpuWatch {
 public:
  CpuWatch() = default;
  CpuWatch(const CpuWatch&) = delete;
  CpuWatch& operator=(const CpuWatch&) = delete;
  virtual ~CpuWatch() = default;

  /// A CPU was resumed and does not run now, or every CPU was, if the watch wants to see all.
  virtual void resumed(const Cpu& cpu) = 0;

  /// A process has done its work at this instant.
  virtual void passed() = 0;
};

/// Which resumptions a watch is told of.
enum class WatchKind : bool { sleeping_only, all };

}  // namespace pmusim
