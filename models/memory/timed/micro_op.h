// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/isa/program.h"

namespace pmusim::memory {

/// What the pipeline executes: an instruction, or a part of one that makes two accesses or writes
/// its base back.
struct MicroOp {
  enum class Kind : std::uint8_t {
    compute,  ///< arithmetic, a link register, nothing at all (NOP)
    branch,
    load,
    load_exclusive,
    store,
    store_exclusive,
    atomic,
    barrier,  ///< DMB, DSB
    isb,
    unknown,  ///< not for this engine: an error once it is certain to execute
  };

  /// Places of `sources`: what each operand is for.
  enum Place : std::uint8_t { base = 0, offset = 1, data = 2, other = 3 };

  Kind kind{Kind::compute};
  bool is_last{true};        ///< the instruction retires with this one
  bool retires_load{};       ///< with this one, an instruction that reads memory
  bool retires_store{};      ///< with this one, an instruction that writes memory
  bool is_write_back{};      ///< the part that advances the base of a pre- or post-indexed access
  bool is_acquire{};         ///< LDAR, LDAPR, ...A with a result: later accesses wait for the read
  bool waits_for_release{};  ///< LDAR, not LDAPR: after earlier release stores
  bool is_release{};         ///< STLR, ...L: after all earlier accesses
  bool is_full{};            ///< an AL atomic: later accesses wait for its write as well
  bool counts_as_load{};     ///< DMB LD waits for it: reads whose result goes to a register
  std::uint8_t
      displacement{};  ///< bytes from the instruction's address: the second access of a pair
  std::array<isa::Reg, 4> sources{isa::Reg::zero, isa::Reg::zero, isa::Reg::zero, isa::Reg::zero};
  isa::Reg result{isa::Reg::zero};
  bool writes_flags{};
  const isa::Instruction* instruction{};

  [[nodiscard]] bool reads_memory() const {
    return kind == Kind::load || kind == Kind::load_exclusive || kind == Kind::atomic;
  }

  [[nodiscard]] bool writes_memory() const {
    return kind == Kind::store || kind == Kind::store_exclusive || kind == Kind::atomic;
  }

  [[nodiscard]] bool accesses_memory() const { return reads_memory() || writes_memory(); }
};

/// The most that an instruction is cracked into: a pair and the write-back of its base.
inline constexpr unsigned kMaxMicroOps = 3;

/// A program as micro-operations. Refers to the program's instructions.
class MicroProgram {
 public:
  explicit MicroProgram(const isa::Program& program);

  [[nodiscard]] const isa::Program& program() const { return *program_; }

  [[nodiscard]] std::size_t size() const { return program_->code.size(); }

  /// The operations of one instruction: one to three.
  [[nodiscard]] std::span<const MicroOp> of(std::size_t instruction) const {
    return {operations_.data() + first_[instruction], operations_.data() + first_[instruction + 1]};
  }

  /// The address of an instruction.
  [[nodiscard]] std::uint64_t pc(std::size_t instruction) const {
    return program_->base + 4 * instruction;
  }

 private:
  const isa::Program* program_;
  std::vector<MicroOp> operations_;
  std::vector<std::uint32_t> first_;
};

}  // namespace pmusim::memory
