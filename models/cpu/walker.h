// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/cpu/private_memory.h"
#include "models/isa/dataflow.h"
#include "models/isa/program.h"

namespace pmusim {

/// Executes a program one instruction after the other, as the architecture defines each: no timing,
/// no reordering, no other observer. For workloads, and as the plain meaning that the pipeline must
/// have.
///
/// Barriers order nothing here, since nothing is reordered; a store-exclusive succeeds when its
/// load was to the same address. System instructions end the walk: they need a machine around them.
class Walker {
 public:
  enum class End : std::uint8_t {
    running,
    finished,      ///< it ran past the last instruction, or jumped there
    misaligned,    ///< an access that is not aligned to its size
    nowhere,       ///< a jump to an address at which it has no instruction
    not_walkable,  ///< MRS, MSR, SVC, HVC, ERET
  };

  /// What was executed so far, in the terms of the PMU's events.
  struct Counts {
    std::uint64_t inst_retired{};   ///< INST_RETIRED
    std::uint64_t br_retired{};     ///< BR_RETIRED
    std::uint64_t mem_access_rd{};  ///< MEM_ACCESS_RD; a pair makes two
    std::uint64_t mem_access_wr{};  ///< MEM_ACCESS_WR
  };

  /// @param program  must outlive it
  /// @param registers  X0 to X30 at the start; flags and SP are 0
  Walker(const isa::Program& program, const std::array<std::uint64_t, 31>& registers);

  /// Executes one instruction. @return how things stand afterwards
  End step();

  [[nodiscard]] End end() const { return end_; }

  /// Index of the next instruction.
  [[nodiscard]] std::size_t at() const { return at_; }

  [[nodiscard]] std::uint64_t value(isa::Reg reg) const { return registers_[isa::index(reg)]; }

  [[nodiscard]] PrivateMemory& memory() { return memory_; }

  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  void execute(const isa::Instruction& instruction);
  void arithmetic(const isa::Instruction& instruction);
  void branch(const isa::Instruction& instruction);
  void access(const isa::Instruction& instruction);
  void access_words(const isa::Instruction& instruction, std::uint64_t address);
  void atomic(const isa::Instruction& instruction, std::uint64_t address);
  void store_exclusive(const isa::Instruction& instruction, std::uint64_t address);
  [[nodiscard]] std::uint64_t read(std::uint64_t address, unsigned bytes);
  void write(std::uint64_t address, unsigned bytes, std::uint64_t value);
  void set(isa::Reg reg, std::uint64_t value);

  const isa::Program* program_;
  std::array<std::uint64_t, isa::kRegs> registers_{};
  PrivateMemory memory_;
  std::size_t at_{};
  std::uint64_t monitored_{};  ///< address of the last load-exclusive
  bool is_monitoring_{};
  End end_{End::running};
  Counts counts_;
};

}  // namespace pmusim
