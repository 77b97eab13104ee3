// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "models/isa/instruction.h"

namespace pmusim::isa {

/// What a source register is used for; the memory model orders each use differently.
enum class Use : std::uint8_t {
  operand,    ///< arithmetic; the value of MSR
  address,    ///< part of an address
  data,       ///< stored, or the operand of LDADD and SWP, or the new value of CAS
  compare,    ///< the value that CAS compares with
  decision,   ///< decides a branch or its target
  selection,  ///< the flags of a conditional select: which operand is picked
};

struct Source {
  Reg reg{Reg::zero};
  Use use{Use::operand};
};

/// The registers of one instruction. The zero register never stands in `sources` or `results`.
class Dataflow {
 public:
  explicit Dataflow(const Instruction& instruction);

  // Spans of a temporary would dangle, as in `for (... : Dataflow{i}.results())`.
  [[nodiscard]] std::span<const Source> sources() const& {
    return {sources_.data(), source_count_};
  }

  /// Registers written: results of arithmetic and loads, the flags, a written-back base, a link.
  [[nodiscard]] std::span<const Reg> results() const& { return {results_.data(), result_count_}; }

  std::span<const Source> sources() && = delete;
  std::span<const Reg> results() && = delete;

 private:
  void of_arithmetic(const Instruction& instruction);
  void of_branch(const Instruction& instruction);
  void of_memory(const Instruction& instruction);
  void of_system(const Instruction& instruction);
  void reads(Reg reg, Use use);
  void writes(Reg reg);

  std::array<Source, 5> sources_{};
  std::array<Reg, 4> results_{};
  std::uint8_t source_count_{};
  std::uint8_t result_count_{};
};

/// The flags as the register `Reg::flags` holds them: bits 31 to 28 are N, Z, C, V (as in NZCV).
inline constexpr unsigned kFlagN = 31;
inline constexpr unsigned kFlagZ = 30;
inline constexpr unsigned kFlagC = 29;
inline constexpr unsigned kFlagV = 28;

/// Values of an instruction's operands. `d` is the old value of the destination (MOVK, BFM).
struct Operands {
  std::uint64_t n{};
  std::uint64_t m{};
  std::uint64_t d{};
  std::uint64_t flags{};
};

struct Computed {
  std::uint64_t value{};
  std::uint64_t flags{};  ///< meaningful when the instruction sets flags
};

/// The result of a move, arithmetic, logic, bit-field, shift, address or select instruction at
/// `pc`.
[[nodiscard]] Computed compute(const Instruction& instruction,
                               const Operands& in,
                               std::uint64_t pc);

/// Whether a branch is taken. `tested` is the register of CBZ, CBNZ, TBZ, TBNZ or the flags of
/// B.cond; an unconditional branch is always taken.
[[nodiscard]] bool taken(const Instruction& instruction, std::uint64_t tested);

/// Whether `condition` holds with these flags.
[[nodiscard]] bool holds(Condition condition, std::uint64_t flags);

/// The offset that `offset` (the value of register `m`) or the immediate adds to the base, extended
/// and shifted. 0 for a post-indexed access: its address is the base alone.
[[nodiscard]] std::uint64_t address_offset(const Instruction& instruction, std::uint64_t offset);

/// What an atomic operation (LDADD, LDCLR, LDEOR, LDSET, SWP) writes, cut to the access size.
[[nodiscard]] std::uint64_t atomic_result(const Instruction& instruction,
                                          std::uint64_t old_value,
                                          std::uint64_t operand);

/// Bytes of one access of a memory instruction: 4 or 8. A pair makes two.
[[nodiscard]] constexpr unsigned access_size(const Instruction& instruction) {
  return instruction.wide ? 8 : 4;
}

}  // namespace pmusim::isa
