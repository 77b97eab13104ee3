// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "models/isa/instruction.h"
#include "sim/litmus/tokens.h"

namespace pmusim::litmus {

/// Something that has a value: a register of a thread or a location.
struct Place {
  bool is_register{};
  unsigned thread{};             ///< of a register
  isa::Reg reg{isa::Reg::zero};  ///< of a register
  bool is_half{};                ///< of a register: called W
  std::string_view name;         ///< of a location
  std::size_t offset{};          ///< where it stands
};

/// Reads `1:X3`, `P1:X3`, `x` or `[x]`. Nothing, with the problem noted, when there is none of
/// them. A register that is none, or whose thread is not below `threads`, is noted and counts as
/// read; 0 threads are an unknown number.
[[nodiscard]] std::optional<Place> read_place(Tokens& tokens, SourceText& source, unsigned threads);

/// What a place is set to or compared with: a number or the address of a location.
struct Value {
  std::uint64_t number{};
  std::string_view address_of;  ///< a location; empty for a number
  std::size_t offset{};         ///< where it stands
};

/// Reads a number or the name of a location. Nothing, with the problem noted, when there is
/// neither. A number that does not fit is noted and counts as read.
[[nodiscard]] std::optional<Value> read_value(Tokens& tokens, SourceText& source);

}  // namespace pmusim::litmus
