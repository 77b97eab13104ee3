// SPDX-License-Identifier: Apache-2.0
//
// What software does on a CPU. A step is the only way to consume cycles.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

#include "models/common/context.h"
#include "models/common/sysreg.h"
#include "models/common/units.h"

namespace pmusim {

class ActivitySource;
class CodePort;

/// A piece of work and how far it has come. Its position counts its own executed cycles, so an
/// interrupt in between does not shift it.
struct Work {
  ActivitySource* activity{};
  std::uint64_t executed{};
};

namespace step {

/// Executes `cycles` cycles of `work`. Interrupted, the rest runs afterwards. 0 cycles: no step at
/// all, which spares its user a case.
struct Run {
  ExecutionContext context;
  Work* work{};
  Cycles cycles;
  /// A guest: a visible interrupt, masked or not, ends the step early instead of being taken
  /// (HCR_EL2.IMO routes it to the hypervisor). StepResult::remaining tells what did not run.
  bool ends_at_interrupt{};
};

/// Executes a program on the CPU's pipeline from its first instruction to its end. An interrupt is
/// taken when what is in flight has come to its end; the program then goes on with the next
/// instruction.
struct Code {
  ExecutionContext context;
  Work* work{};      ///< its activity is what the program does
  CodePort* code{};  ///< the program
};

/// MSR: writes a system register.
struct Msr {
  ExecutionContext context;
  SysReg reg;
  RegValue value{};
};

/// MRS: reads a system register.
struct Mrs {
  ExecutionContext context;
  SysReg reg;
};

/// Instruction synchronisation barrier: a context synchronisation event.
struct Isb {};

/// An exception that software takes deliberately (SVC, HVC, SMC): context synchronisation;
/// execution goes on in `to`.
struct TakeException {
  ExecutionContext to;
};

/// Exception return to `to`: context synchronisation.
struct Eret {
  ExecutionContext to;
};

/// Sends an inter-processor interrupt.
struct SendIpi {
  CpuId target;
};

/// Sets or clears PSTATE.I.
struct Mask {
  bool masked{};
};

/// Gives the CPU up: the scheduler runs, on the CPU's part of the stack, and chooses who goes on.
struct Yield {};

/// WFI: stops the CPU's clock until an interrupt is visible, masked or not.
struct WaitForInterrupt {};

}  // namespace step

/// One step. Except for Run and Code, a step is one instruction and takes kInstructionStepCycles.
///
/// A step takes effect at its last cycle. Interrupted before, it has not happened.
using Step = std::variant<step::Run,
                          step::Code,
                          step::Msr,
                          step::Mrs,
                          step::Isb,
                          step::TakeException,
                          step::Eret,
                          step::SendIpi,
                          step::Mask,
                          step::Yield,
                          step::WaitForInterrupt>;
static_assert(std::is_trivially_copyable_v<Step>,
              "a step lives in coroutine frames and is copied freely");

/// Cycles of every step that is a single instruction. IMPLEMENTATION DEFINED: we chose one, because
/// costs of real accesses differ between cores and belong to cost tables, not to the architecture.
inline constexpr Cycles kInstructionStepCycles{1};

/// What a step brought back.
struct StepResult {
  AccessOutcome outcome{AccessOutcome::done};  ///< Msr, Mrs
  RegValue value{};                            ///< Mrs
  Cycles remaining{};                          ///< Run that ended at an interrupt: what did not run
  CycleTime at{};                              ///< own cycles that had ended when it took effect
};

/// A row of the list of step kinds.
struct StepDesc {
  std::string_view name;
  std::string_view meaning;
};

/// The kinds of steps, in the order of the alternatives of Step.
inline constexpr std::array<StepDesc, std::variant_size_v<Step>> kStepKinds{{
    {"run", "executes cycles of an activity; interrupted, the rest runs afterwards"},
    {"code", "executes a program on the CPU's pipeline; an interrupt waits for what is in flight"},
    {"msr", "writes a system register"},
    {"mrs", "reads a system register"},
    {"isb", "context synchronisation"},
    {"take_exception", "SVC, HVC or SMC: context synchronisation, then another context"},
    {"eret", "exception return: context synchronisation, then another context"},
    {"send_ipi", "sends an inter-processor interrupt"},
    {"mask", "sets or clears PSTATE.I"},
    {"yield", "gives the CPU up to the scheduler"},
    {"wait_for_interrupt", "stops the clock until an interrupt is visible"},
}};

}  // namespace pmusim
