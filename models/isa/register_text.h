// SPDX-License-Identifier: Apache-2.0
//
// Names in assembler text: registers, conditions, shifts, extensions, barriers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/isa/instruction.h"

namespace pmusim::isa {

/// Which half of a register is meant.
enum class RegWidth : std::uint8_t { as_instruction, x, w };

struct NamedReg {
  Reg reg{Reg::zero};
  bool is_x{};
};

/// The register of a name in capitals: X0 to X30, XZR, SP, LR, and W0 to W30, WZR, WSP.
[[nodiscard]] std::optional<NamedReg> reg_of_name(std::string_view name);

[[nodiscard]] std::string name_of(Reg reg, bool is_x);

/// Names of `Condition`, in order.
inline constexpr std::array<std::string_view, 16> kConditionNames{
    "EQ", "NE", "CS", "CC", "MI", "PL", "VS", "VC", "HI", "LS", "GE", "LT", "GT", "LE", "AL", "NV"};

/// The condition of a name in capitals; HS and LO are CS and CC.
[[nodiscard]] std::optional<Condition> condition_of_name(std::string_view name);

[[nodiscard]] constexpr std::string_view name_of(Condition condition) {
  return kConditionNames.at(static_cast<std::size_t>(condition));
}

/// The opposite condition; AL and NV have none, though the bits do.
[[nodiscard]] constexpr Condition inverted(Condition condition) {
  return static_cast<Condition>(static_cast<unsigned>(condition) ^ 1U);
}

inline constexpr std::array<std::string_view, 4> kShiftNames{"LSL", "LSR", "ASR", "ROR"};
inline constexpr std::array<std::string_view, 8> kExtendNames{
    "UXTB", "UXTH", "UXTW", "UXTX", "SXTB", "SXTH", "SXTW", "SXTX"};

[[nodiscard]] std::optional<Shift> shift_of_name(std::string_view name);
/// LSL alone.
[[nodiscard]] std::optional<Shift> lsl_of_name(std::string_view name);
[[nodiscard]] std::optional<Extend> extend_of_name(std::string_view name);

struct Barrier {
  BarrierTypes types{};
  BarrierDomain domain{};

  friend bool operator==(const Barrier&, const Barrier&) = default;
};

[[nodiscard]] std::optional<Barrier> barrier_of_name(std::string_view name);
[[nodiscard]] std::string_view name_of(Barrier barrier);

}  // namespace pmusim::isa
