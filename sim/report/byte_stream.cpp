// SPDX-License-Identifier: Apache-2.0
#include "sim/report/byte_stream.h"

namespace pmusim::report {
namespace {

constexpr std::uint64_t kGroupMask = 0x7f;
constexpr unsigned kGroupBits = 7;
constexpr std::uint64_t kMoreFollow = 0x80;

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned kDigitBits = 6;
constexpr unsigned kDigitMask = 0x3f;
constexpr std::size_t kBytesPerQuad = 3;
constexpr std::size_t kDigitsPerQuad = 4;

}  // namespace

void append_varint(std::string& bytes, std::uint64_t value) {
  for (; value > kGroupMask; value >>= kGroupBits) {
    bytes += static_cast<char>((value & kGroupMask) | kMoreFollow);
  }
  bytes += static_cast<char>(value);
}

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + kBytesPerQuad - 1) / kBytesPerQuad * kDigitsPerQuad);
  for (std::size_t at = 0; at < bytes.size(); at += kBytesPerQuad) {
    const std::string_view part = bytes.substr(at, kBytesPerQuad);
    unsigned bits = 0;
    for (std::size_t i = 0; i < kBytesPerQuad; ++i) {
      bits = bits << 8U | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0U);
    }
    for (std::size_t digit = 0; digit < kDigitsPerQuad; ++digit) {
      const auto shift = static_cast<unsigned>(kDigitsPerQuad - 1 - digit) * kDigitBits;
      text += digit <= part.size() ? kDigits[bits >> shift & kDigitMask] : '=';
    }
  }
  return text;
}

}  // namespace pmusim::report
