// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/common/result.h"
#include "models/common/software.h"
#include "models/common/step.h"
#include "sim/engine/software_log.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

/// The items of a task or handler, flat, with every name resolved: what a CPU executes without
/// looking anything up.
struct Program {
  struct Operation {
    enum class Kind : std::uint8_t {
      step,        ///< any step whose result nobody wants
      read,        ///< an Mrs step, written down as `name`
      write,       ///< an Msr step, written down when it is refused
      code,        ///< a Code step; the program ends with it when it fails
      loop_begin,  ///< executes what follows `times` times
      loop_end,    ///< back to `target` while there are times left
    };
    Kind kind{Kind::step};
    Step step{};
    std::uint64_t times{};
    std::size_t target{};
    std::string reg{};
    std::string name{};
  };

  std::vector<Operation> operations;
  ExecutionContext first_context;  ///< of the first item that names one
};

/// The work that stands for activity number `index` in this task on this CPU.
using WorkOf = std::function<Work*(std::size_t index)>;

/// The program number `index` as this task executes it on this CPU, without a context.
using CodeOf = std::function<step::Code(std::size_t index)>;

/// Translates `items`, to be executed `repeat` times. Repetitions without a step in them vanish.
///
/// @error invalid_input  a register that the PMU does not have
[[nodiscard]] Result<Program> compile(const std::vector<scenario::Item>& items,
                                      std::uint64_t repeat,
                                      const WorkOf& work_of,
                                      const CodeOf& code_of = {});

/// The items send an inter-processor interrupt to `target` somewhere.
[[nodiscard]] bool sends_ipi_to(const std::vector<scenario::Item>& items, CpuId target);

/// Whether `items`, or a repetition among them, migrate the task.
[[nodiscard]] bool migrates(const std::vector<scenario::Item>& items);

/// The items execute a program on the pipeline somewhere.
[[nodiscard]] bool executes_code(const std::vector<scenario::Item>& items);

/// Executes the program once. Both arguments must outlive the software.
[[nodiscard]] Software execute(const Program& program, SoftwareLog& log);

}  // namespace pmusim::engine
