// SPDX-License-Identifier: Apache-2.0
#include "models/isa/logical_immediate.h"

#include <set>

#include <catch2/catch.hpp>

using namespace pmusim::isa;

namespace {

/// The pattern of `width` bits whose elements are runs of ones, rotated right.
std::uint64_t pattern_of(unsigned width, unsigned element, unsigned run, unsigned rotation) {
  std::uint64_t pattern = 0;
  for (unsigned bit = 0; bit < width; ++bit) {
    if ((bit + rotation) % element < run) {
      pattern |= std::uint64_t{1} << bit;
    }
  }
  return pattern;
}

/// All logical immediates, made from their definition: each run of ones in each element, rotated.
std::set<std::uint64_t> all_patterns(bool wide) {
  const unsigned width = wide ? 64 : 32;
  std::set<std::uint64_t> patterns;
  for (unsigned element = 2; element <= width; element *= 2) {
    for (unsigned run = 1; run < element; ++run) {
      for (unsigned rotation = 0; rotation < element; ++rotation) {
        patterns.insert(pattern_of(width, element, run, rotation));
      }
    }
  }
  return patterns;
}

}  // namespace

TEST_CASE("each logical immediate has bits that stand for it", "[isa]") {
  const bool wide = GENERATE(false, true);
  const auto patterns = all_patterns(wide);
  CHECK(patterns.size() == (wide ? 5334 : 1302));  // counted in many places, for instance in LLVM
  for (const std::uint64_t pattern : patterns) {
    const auto bits = encode_logical(pattern, wide);
    REQUIRE(decode_logical(bits.value_or(LogicalImmediate{}), wide) == pattern);
  }
}

TEST_CASE("bits that decode give logical immediates, each in one way", "[isa]") {
  const bool wide = GENERATE(false, true);
  const auto patterns = all_patterns(wide);
  std::size_t decoded = 0;
  for (unsigned bits = 0; bits < (1U << 13U); ++bits) {
    const auto value = decode_logical({.n = static_cast<std::uint8_t>(bits >> 12U),
                                       .immr = static_cast<std::uint8_t>((bits >> 6U) & 63U),
                                       .imms = static_cast<std::uint8_t>(bits & 63U)},
                                      wide);
    if (value) {
      ++decoded;
      REQUIRE(patterns.contains(*value));
    }
  }
  CHECK(decoded == patterns.size());
}

TEST_CASE("what is no rotated run of ones has no bits", "[isa]") {
  CHECK_FALSE(encode_logical(0, true).has_value());
  CHECK_FALSE(encode_logical(~std::uint64_t{0}, true).has_value());
  CHECK_FALSE(encode_logical(0xFFFF'FFFF, false).has_value());
  CHECK_FALSE(encode_logical(5, true).has_value());
  CHECK_FALSE(encode_logical(0x0101'0101'0101'0102, true).has_value());
  CHECK(encode_logical(0xFFFF'FFFF, true).has_value());
}
