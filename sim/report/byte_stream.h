// SPDX-License-Identifier: Apache-2.0
//
// Numbers as bytes, bytes as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pmusim::report {

/// Appends `value` in groups of seven bits, the lowest first; bit 7 says that another byte follows
/// (unsigned LEB128: 300 is 0xac 0x02).
void append_varint(std::string& bytes, std::uint64_t value);

/// RFC 4648 base 64 with padding and without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace pmusim::report
