// SPDX-License-Identifier: Apache-2.0
#include "models/isa/logical_immediate.h"

#include <bit>

namespace pmusim::isa {
namespace {

std::uint64_t ones(unsigned count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

std::uint64_t repeated(std::uint64_t element, unsigned size) {
  for (; size < 64; size *= 2) {
    element |= element << size;
  }
  return element;
}

std::uint64_t rotated_right(std::uint64_t element, unsigned by, unsigned size) {
  return by == 0 ? element : ((element >> by) | (element << (size - by))) & ones(size);
}

/// The shortest period of `value`: 2, 4, 8, 16, 32 or 64 bits.
unsigned element_size(std::uint64_t value) {
  unsigned size = 64;
  while (size > 2 && repeated(value & ones(size / 2), size / 2) == value) {
    size /= 2;
  }
  return size;
}

}  // namespace

std::optional<LogicalImmediate> encode_logical(std::uint64_t value, bool wide) {
  if (!wide) {
    value = repeated(value & ones(32), 32);
  }
  if (value == 0 || value == ones(64)) {
    return std::nullopt;
  }
  const unsigned size = element_size(value);
  const std::uint64_t element = value & ones(size);
  const auto run = static_cast<unsigned>(std::popcount(element));
  for (unsigned rotation = 0; rotation < size; ++rotation) {
    if (rotated_right(ones(run), rotation, size) == element) {
      // The leading bits of N:NOT(imms) tell the size: 1 for 64, 01 for 32, 001 for 16, ...
      const unsigned size_bits = size == 64 ? 0 : 0x40 - 2 * size;
      return LogicalImmediate{.n = static_cast<std::uint8_t>(size == 64 ? 1 : 0),
                              .immr = static_cast<std::uint8_t>(rotation),
                              .imms = static_cast<std::uint8_t>(size_bits | (run - 1))};
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> decode_logical(LogicalImmediate bits, bool wide) {
  const unsigned size_code = (unsigned{bits.n} << 6U) | (~unsigned{bits.imms} & 0x3FU);
  if (size_code < 2 || (!wide && bits.n != 0)) {
    return std::nullopt;
  }
  const unsigned size = std::bit_floor(size_code);
  const unsigned run = (bits.imms & (size - 1)) + 1;
  if (run == size || bits.immr >= size) {
    return std::nullopt;
  }
  const std::uint64_t value = repeated(rotated_right(ones(run), bits.immr, size), size);
  return wide ? value : value & ones(32);
}

}  // namespace pmusim::isa
