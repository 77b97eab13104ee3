// SPDX-License-Identifier: Apache-2.0
#include "models/isa/arithmetic.h"

#include "models/isa/dataflow.h"

namespace pmusim::isa {
namespace {

constexpr std::uint64_t kOne = 1;

std::uint64_t low_bits(unsigned count) {
  return count >= 64 ? ~std::uint64_t{0} : (kOne << count) - 1;
}

bool sign_of(std::uint64_t value, bool wide) {
  return ((value >> (width_of(wide) - 1)) & 1U) != 0;
}

std::uint64_t flag(unsigned bit, bool set) {
  return set ? kOne << bit : 0;
}

std::uint64_t negative_and_zero(std::uint64_t value, bool wide) {
  return flag(kFlagN, sign_of(value, wide)) | flag(kFlagZ, value == 0);
}

/// `value`, whose lowest `bits` bits count, with its sign carried up to bit 63.
std::uint64_t sign_extended(std::uint64_t value, unsigned bits) {
  const std::uint64_t sign = kOne << (bits - 1);
  return ((value & low_bits(bits)) ^ sign) - sign;
}

}  // namespace

Sum add_with_carry(std::uint64_t a, std::uint64_t b, bool carry, bool wide) {
  a = cut(a, wide);
  b = cut(b, wide);
  const std::uint64_t value = cut(a + b + (carry ? 1 : 0), wide);
  const bool carries_out = value < a || (carry && value == a);
  const bool overflows =
      sign_of(a, wide) == sign_of(b, wide) && sign_of(a, wide) != sign_of(value, wide);
  return {.value = value,
          .flags =
              negative_and_zero(value, wide) | flag(kFlagC, carries_out) | flag(kFlagV, overflows)};
}

std::uint64_t logical_flags(std::uint64_t value, bool wide) {
  return negative_and_zero(value, wide);
}

std::uint64_t shifted(std::uint64_t value, Shift shift, unsigned amount, bool wide) {
  const unsigned width = width_of(wide);
  value = cut(value, wide);
  if (amount == 0) {
    return value;
  }
  switch (shift) {
    case Shift::lsl:
      return cut(value << amount, wide);
    case Shift::lsr:
      return value >> amount;
    case Shift::asr:
      return cut(sign_extended(value >> amount, width - amount), wide);
    case Shift::ror:
      return cut((value >> amount) | (value << (width - amount)), wide);
  }
  return value;
}

std::uint64_t extended(std::uint64_t value, Extend extend, unsigned amount) {
  const auto option = static_cast<unsigned>(extend);
  const unsigned bits = 8U << (option & 3U);
  const bool is_signed = (option & 4U) != 0;
  value = is_signed ? sign_extended(value, bits) : value & low_bits(bits);
  return value << amount;
}

std::uint64_t moved_bits(const Instruction& instruction, std::uint64_t source, std::uint64_t old) {
  const bool wide = instruction.wide;
  const unsigned width = width_of(wide);
  const unsigned immr = instruction.immr;
  const unsigned imms = instruction.imms;
  // Either the bits imms..immr come down to bit 0, or the bits imms..0 go up to bit width - immr.
  const bool extracts = imms >= immr;
  const unsigned count = extracts ? imms - immr + 1 : imms + 1;
  const unsigned to = extracts ? 0 : width - immr;
  const std::uint64_t field = (extracts ? source >> immr : source) & low_bits(count);
  const std::uint64_t place = low_bits(count) << to;
  switch (instruction.op) {
    case Op::bfm:
      return cut((old & ~place) | (field << to), wide);
    case Op::sbfm:
      return cut(sign_extended(field, count) << to, wide);
    default:
      return cut(field << to, wide);
  }
}

}  // namespace pmusim::isa
