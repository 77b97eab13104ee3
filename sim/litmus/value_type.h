// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pmusim::litmus {

/// The type that a test declares for a location or register. It says how final values print and how
/// many of their bits a condition compares; what is not declared is an `int`.
struct ValueType {
  std::string_view name{"int"};
  unsigned bits{32};
  bool is_signed{true};

  friend bool operator==(const ValueType&, const ValueType&) = default;
};

/// The type of an address.
inline constexpr ValueType kPointer{"uintptr_t", 64, false};

/// The type called `name`; herd7 takes `long` for 32 bits. Nothing when there is no such type.
[[nodiscard]] std::optional<ValueType> find_type(std::string_view name);

/// True for the types of C that herd7 knows and that are not modelled: 8, 16 and 128 bits.
[[nodiscard]] bool is_other_size(std::string_view name);

/// "int, int32_t, ...": the types that can be declared.
[[nodiscard]] std::string known_types();

/// `did you mean "uint64_t"?`, or nothing when no type is close.
[[nodiscard]] std::string nearest_type(std::string_view name);

/// `value` cut to the type, in decimal, as herd7 prints it.
[[nodiscard]] std::string decimal(std::uint64_t value, const ValueType& type);

}  // namespace pmusim::litmus
