// SPDX-License-Identifier: Apache-2.0
//
// The wire format of Protocol Buffers, as far as a trace needs it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pmusim::report {

/// A message under construction: fields in the order in which they are added.
class ProtobufMessage {
 public:
  /// An unsigned integer, a non-negative signed one, an enumerator or a bool.
  void integer(std::uint32_t field, std::uint64_t value);

  /// Text, or the bytes of another message.
  void bytes(std::uint32_t field, std::string_view value);

  void message(std::uint32_t field, const ProtobufMessage& value) { bytes(field, value.bytes_); }

  /// Forgets all fields but keeps the memory.
  void clear() { bytes_.clear(); }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

  /// The bytes, moved out.
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace pmusim::report
