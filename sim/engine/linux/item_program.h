// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/common/step.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

/// The work that stands for activity number `index` in this task.
using LinuxWorkOf = std::function<Work*(std::size_t index)>;

/// The items of a task or vCPU, flat, with every name resolved.
struct ItemProgram {
  struct Operation {
    enum class Kind : std::uint8_t {
      run,          ///< `amount` cycles of `work` at `level`
      monitor,      ///< the same in the virtual machine monitor
      system_call,  ///< `amount` cycles in the kernel
      sleep,        ///< `amount` nanoseconds
      migrate,      ///< to `cpu`
      yield,
      exit,          ///< from the guest, handled by the host kernel
      fixup_exit,    ///< handled by the hypervisor
      exit_to_user,  ///< handled by the monitor
      loop_begin,    ///< executes what follows `amount` times
      loop_end,      ///< back to `target` while there are times left
    };
    Kind kind{Kind::run};
    ExceptionLevel level{};
    Work* work{};
    std::uint64_t amount{};
    CpuId cpu{};
    std::size_t target{};
  };

  std::vector<Operation> operations;
};

/// Translates `items`, to be executed `repeat` times.
[[nodiscard]] ItemProgram compile_items(const std::vector<scenario::Item>& items,
                                        std::uint64_t repeat,
                                        const LinuxWorkOf& work_of);

/// Goes through a program once, loops unrolled.
class ItemCursor {
 public:
  explicit ItemCursor(const ItemProgram& program) : program_{program} {}

  /// The next operation that is not a loop; nullptr at the end.
  const ItemProgram::Operation* next();

 private:
  const ItemProgram& program_;
  std::size_t next_{};
  std::vector<std::uint64_t> times_left_;
};

}  // namespace pmusim::engine
