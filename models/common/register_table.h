// SPDX-License-Identifier: Apache-2.0
//
// Registers as data. A unit describes each of its registers once, as a constexpr row; accessors,
// write rules, listings, wave names and dumps derive from that row.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "models/common/sysreg.h"
#include "models/common/units.h"

namespace pmusim {

/// What software may do to a field.
enum class FieldAccess : std::uint8_t {
  rw,      ///< read and write
  ro,      ///< reads a value, ignores writes
  wo,      ///< a command: reads as zero, a write acts
  w1s,     ///< reads the state, a 1 sets, a 0 does nothing
  w1c,     ///< reads the state, a 1 clears, a 0 does nothing
  res0,    ///< reserved, reads as zero, ignores writes
  raz_wi,  ///< exists in the architecture, reads as zero and ignores writes here; `meaning` says
           ///< why
};

/// A set of optional features, one bit each, defined by the unit that owns the table. 0 = none.
using FeatureMask = std::uint32_t;

/// A field of a register: bits msb..lsb.
struct FieldDesc {
  std::string_view name;
  unsigned msb{};
  unsigned lsb{};
  FieldAccess access{FieldAccess::rw};
  std::string_view meaning;
  FeatureMask needs{};  ///< without these features the field reads as zero and ignores writes

  [[nodiscard]] constexpr RegValue mask() const {
    const unsigned width = msb - lsb + 1;
    return (width == 64 ? ~RegValue{0} : (RegValue{1} << width) - 1) << lsb;
  }
};

/// A register, or with `copies` > 1 an array of equal registers whose name holds "<n>".
struct RegDesc {
  std::string_view name;
  SysReg encoding;
  std::span<const FieldDesc> fields;
  std::string_view meaning;
  std::string_view source;
  FeatureMask needs{};  ///< without these features the register does not exist
  unsigned copies{1};
};

/// True when the fields cover all 64 bits exactly once, from the top down.
[[nodiscard]] constexpr bool well_formed(const RegDesc& reg) {
  unsigned next = 64;
  for (const FieldDesc& field : reg.fields) {
    if (field.msb + 1 != next || field.lsb > field.msb || field.name.empty()) {
      return false;
    }
    next = field.lsb;
  }
  return next == 0;
}

/// The bits that a configuration with `features` implements with one of the given access kinds.
[[nodiscard]] constexpr RegValue field_mask(const RegDesc& reg,
                                            FeatureMask features,
                                            std::initializer_list<FieldAccess> kinds) {
  unsigned wanted = 0;
  for (const FieldAccess kind : kinds) {
    wanted |= 1U << static_cast<unsigned>(kind);
  }
  RegValue mask = 0;
  for (const FieldDesc& field : reg.fields) {
    const bool is_wanted = (wanted >> static_cast<unsigned>(field.access) & 1U) != 0;
    if (is_wanted && (field.needs & ~features) == 0) {
      mask |= field.mask();
    }
  }
  return mask;
}

/// A string literal as a template argument.
template <std::size_t Size>
struct FieldName {
  // NOLINTNEXTLINE(google-explicit-constructor): so that r.get<"E">() reads as a field name
  consteval FieldName(const char (&text)[Size]) { std::copy_n(text, Size, chars.begin()); }

  [[nodiscard]] constexpr std::string_view view() const { return {chars.data(), Size - 1}; }

  std::array<char, Size> chars{};
};

/// The field called Name of register Desc; does not compile when there is none.
template <const RegDesc& Desc, FieldName Name>
consteval FieldDesc field_of() {
  for (const FieldDesc& field : Desc.fields) {
    if (field.name == Name.view()) {
      return field;
    }
  }
  throw "no such field in this register";  // not a constant expression: a compile-time error
}

/// A register image with named fields: get<Desc, "E">(image).
template <const RegDesc& Desc, FieldName Name>
[[nodiscard]] constexpr RegValue get(RegValue image) {
  constexpr FieldDesc field = field_of<Desc, Name>();
  return (image & field.mask()) >> field.lsb;
}

/// A one-bit field as a truth value.
template <const RegDesc& Desc, FieldName Name>
[[nodiscard]] constexpr bool is_set(RegValue image) {
  static_assert(field_of<Desc, Name>().msb == field_of<Desc, Name>().lsb);
  return get<Desc, Name>(image) != 0;
}

/// The image with one field replaced; `value` is cut to the width of the field.
template <const RegDesc& Desc, FieldName Name>
[[nodiscard]] constexpr RegValue with(RegValue image, RegValue value) {
  constexpr FieldDesc field = field_of<Desc, Name>();
  return (image & ~field.mask()) | ((value << field.lsb) & field.mask());
}

}  // namespace pmusim
