// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/common/sysreg.h"

namespace pmusim::isa {

/// A register as a program names it. The encoding 31 means the zero register or the stack pointer,
/// depending on the instruction; here they are two. The flags N, Z, C and V count as one more.
enum class Reg : std::uint8_t { x0 = 0, x30 = 30, zero = 31, sp = 32, flags = 33 };

/// How many registers `Reg` numbers.
inline constexpr unsigned kRegs = 34;

constexpr Reg x(unsigned number) {
  // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): X1 to X29 have no names
  return static_cast<Reg>(number);
}

constexpr unsigned index(Reg reg) {
  return static_cast<unsigned>(reg);
}

/// What an instruction does. Aliases have no entry: CMP is SUBS to the zero register, MOV is MOVZ,
/// ORR or ADD, LSL is UBFM, ROR by a number is EXTR, STADD is LDADD to the zero register.
enum class Op : std::uint8_t {
  // moves and arithmetic
  movz,
  movn,
  movk,
  add,
  sub,
  and_,  // NOLINT(readability-identifier-naming): without the underscore it is a keyword
  bic,
  orr,
  orn,
  eor,
  eon,
  sbfm,
  bfm,
  ubfm,
  lslv,
  lsrv,
  asrv,
  rorv,
  extr,
  adr,
  adrp,
  csel,
  csinc,
  csinv,
  csneg,
  // branches
  b,
  b_cond,
  cbz,
  cbnz,
  tbz,
  tbnz,
  bl,
  br,
  blr,
  ret,
  // memory
  load,
  store,
  load_pair,
  store_pair,
  load_exclusive,
  store_exclusive,
  cas,
  swp,
  ldadd,
  ldclr,
  ldeor,
  ldset,
  // barriers and the system
  dmb,
  dsb,
  isb,
  mrs,
  msr,
  svc,
  hvc,
  eret,
  nop,
};

/// What kind of thing an operation is; the enumerators of `Op` stand in this order.
enum class OpKind : std::uint8_t { arithmetic, branch, memory, system };

constexpr OpKind kind_of(Op op) {
  if (op < Op::b) {
    return OpKind::arithmetic;
  }
  if (op < Op::load) {
    return OpKind::branch;
  }
  return op < Op::dmb ? OpKind::memory : OpKind::system;
}

/// A branch to the address that a register holds.
constexpr bool is_indirect(Op op) {
  return op == Op::br || op == Op::blr || op == Op::ret;
}

/// Where the second operand of arithmetic, or the offset of an address, comes from.
enum class Operand : std::uint8_t { immediate, shifted_register, extended_register };

enum class Shift : std::uint8_t { lsl, lsr, asr, ror };

/// Numbered as the field `option` of the encodings.
enum class Extend : std::uint8_t { uxtb, uxth, uxtw, uxtx, sxtb, sxth, sxtw, sxtx };

/// Numbered as the field `cond` of the encodings.
enum class Condition : std::uint8_t {
  eq,
  ne,
  cs,
  cc,
  mi,
  pl,
  vs,
  vc,
  hi,
  ls,
  ge,
  lt,
  gt,
  le,
  al,
  nv
};

/// When the base register of an address changes.
enum class Indexing : std::uint8_t { offset, pre, post };

/// The acquire half of a load: none, A (LDAR, CASA) or Q (LDAPR).
enum class Acquire : std::uint8_t { none, acquire, acquire_pc };

/// What a barrier orders: earlier loads before all, earlier stores before stores, or all before
/// all.
enum class BarrierTypes : std::uint8_t { loads, stores, all };

/// The shareability domain of a barrier.
enum class BarrierDomain : std::uint8_t { outer, non_shareable, inner, full_system };

/// The flags N, Z, C and V as a system register: S3_3_C4_C2_0.
inline constexpr SysReg kNzcv{.op0 = 3, .op1 = 3, .crn = 4, .crm = 2, .op2 = 0};

/// One decoded A64 instruction. Members that an operation does not have stay at their defaults, so
/// two instructions are equal exactly when their words are. TBZ and TBNZ are `wide` when the bit is
/// 32 or more; branches, ADR, MRS and what has no data register always are.
struct Instruction {
  Op op{Op::nop};
  bool wide{true};      ///< X registers and 64-bit accesses; false: W registers and 32-bit accesses
  bool sets_flags{};    ///< ADDS, SUBS, ANDS, BICS
  bool release{};       ///< STLR, STLXR, CASL, ...: the store half is a release
  Acquire acquire{};    ///< the load half
  Operand operand{};    ///< what `m`, `imm`, `shift`, `extend` and `amount` mean
  Indexing indexing{};  ///< of a load or store with an immediate offset
  bool unscaled{};      ///< LDUR, STUR: the offset is a number of bytes from -256 to 255
  Shift shift{};        ///< of a shifted register
  Extend extend{Extend::uxtx};  ///< of an extended register or a register offset
  Condition condition{};        ///< of B.cond and of the conditional selects
  BarrierTypes types{};         ///< of DMB and DSB
  BarrierDomain domain{};       ///< of DMB and DSB
  Reg d{Reg::zero};   ///< destination; the register loaded (Rt); of a store the data register (Rt)
  Reg n{Reg::zero};   ///< first operand, the one that CBZ and TBZ test; base of an address; target
                      ///< of BR, BLR, RET
  Reg m{Reg::zero};   ///< second operand or offset; operand of LDADD and SWP (Rs); status of STXR
                      ///< (Ws); compared value and result of CAS (Rs)
  Reg t2{Reg::zero};  ///< second register of a pair
  std::uint8_t
      amount{};  ///< shift amount; bit of TBZ; lowest bit of EXTR; of MOVZ, MOVN, MOVK 0, 16, 32 or
                 ///< 48; of ADD and SUB immediate 12 when the field holds `imm` shifted right by 12
  std::uint8_t immr{};  ///< SBFM, BFM, UBFM: as encoded
  std::uint8_t imms{};  ///< SBFM, BFM, UBFM: as encoded
  std::int64_t imm{};   ///< immediate operand (a logical one decoded, for W registers from 0 to
                        ///< 2^32-1); of MOVZ, MOVN and MOVK the 16 bits that `amount` shifts; byte
                        ///< offset of an address; branch target or ADR distance in bytes from this
                        ///< instruction (ADRP: from its page); number of SVC and HVC
  SysReg sysreg{};      ///< of MRS and MSR; the general register is `d`

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

}  // namespace pmusim::isa
