// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic against a second formulation: sums of 128 bits, and bit by bit.
#include <algorithm>

#include <catch2/catch.hpp>

#include "models/isa/arithmetic.h"
#include "models/isa/dataflow.h"
#include "tests/support/draw.h"

using namespace pmusim;
using namespace pmusim::isa;
using namespace pmusim::test;

namespace {

__extension__ using Signed128 = __int128;
__extension__ using Unsigned128 = unsigned __int128;

/// Values where carries and signs change are as likely as all others.
std::uint64_t random_value(Draw& draw) {
  const auto near = draw.pick<std::uint64_t>(
      {0, 0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFFF, std::uint64_t{1} << 63U, ~std::uint64_t{0}});
  return draw.one_in(2) ? near + draw.below(3) - 1 : draw.bits();
}

Signed128 as_signed(std::uint64_t value, bool wide) {
  return wide ? Signed128{static_cast<std::int64_t>(value)}
              : Signed128{static_cast<std::int32_t>(static_cast<std::uint32_t>(value))};
}

bool bit(std::uint64_t value, unsigned number) {
  return ((value >> number) & 1U) != 0;
}

/// The value whose bits are as `is_set` says.
template <class IsSet>
std::uint64_t from_bits(const IsSet& is_set) {
  std::uint64_t value = 0;
  for (unsigned at = 0; at < 64; ++at) {
    value |= std::uint64_t{is_set(at) ? 1U : 0U} << at;
  }
  return value;
}

/// N, Z, C and V as four characters.
std::string flags_text(bool n, bool z, bool c, bool v) {
  std::string text;
  for (const auto& [letter, is_set] : {std::pair{'N', n}, {'Z', z}, {'C', c}, {'V', v}}) {
    text += is_set ? letter : '-';
  }
  return text;
}

std::string flags_text(std::uint64_t flags) {
  return flags_text(bit(flags, 31), bit(flags, 30), bit(flags, 29), bit(flags, 28));
}

/// The value and flags of a + b or a - b, from exact sums.
struct Exact {
  std::uint64_t value;
  std::string flags;
};

Exact exact(bool subtracts, std::uint64_t a, std::uint64_t b, bool wide) {
  a = cut(a, wide);
  b = cut(b, wide);
  const Signed128 as_signed_sum =
      subtracts ? as_signed(a, wide) - as_signed(b, wide) : as_signed(a, wide) + as_signed(b, wide);
  const auto value = cut(static_cast<std::uint64_t>(as_signed_sum), wide);
  // C of a subtraction says that nothing was borrowed.
  const bool carry = subtracts ? a >= b : (Unsigned128{a} + b) >> width_of(wide) != 0;
  const bool overflow = as_signed(value, wide) != as_signed_sum;
  return {value, flags_text(as_signed(value, wide) < 0, value == 0, carry, overflow)};
}

}  // namespace

TEST_CASE("sums and differences and their flags are those of exact arithmetic", "[isa][property]") {
  CHECK(rc::check("ADDS and SUBS", [] {
    Draw draw{*any_seed()};
    repeat(200, [&] {
      const bool subtracts = draw.one_in(2);
      const Instruction instruction{.op = subtracts ? Op::sub : Op::add,
                                    .wide = draw.one_in(2),
                                    .sets_flags = true,
                                    .operand = Operand::shifted_register};
      const std::uint64_t a = random_value(draw);
      const std::uint64_t b = draw.one_in(4) ? a : random_value(draw);
      const Computed sum = compute(instruction, {.n = a, .m = b}, 0);
      const Exact expected = exact(subtracts, a, b, instruction.wide);
      RC_ASSERT(sum.value == expected.value);
      RC_ASSERT(flags_text(sum.flags) == expected.flags);
    });
  }));
}

TEST_CASE("after a comparison the conditions hold as the numbers compare", "[isa][property]") {
  CHECK(rc::check("CMP", [] {
    Draw draw{*any_seed()};
    repeat(200, [&] {
      const Instruction compare{.op = Op::sub,
                                .wide = draw.one_in(2),
                                .sets_flags = true,
                                .operand = Operand::shifted_register};
      const std::uint64_t a = random_value(draw);
      const std::uint64_t b = draw.one_in(4) ? a : random_value(draw);
      const std::uint64_t flags = compute(compare, {.n = a, .m = b}, 0).flags;
      const std::uint64_t ua = cut(a, compare.wide);
      const std::uint64_t ub = cut(b, compare.wide);
      const Signed128 sa = as_signed(a, compare.wide);
      const Signed128 sb = as_signed(b, compare.wide);
      RC_ASSERT(holds(Condition::eq, flags) == (ua == ub));
      RC_ASSERT(holds(Condition::ne, flags) == (ua != ub));
      RC_ASSERT(holds(Condition::cs, flags) == (ua >= ub));
      RC_ASSERT(holds(Condition::cc, flags) == (ua < ub));
      RC_ASSERT(holds(Condition::hi, flags) == (ua > ub));
      RC_ASSERT(holds(Condition::ls, flags) == (ua <= ub));
      RC_ASSERT(holds(Condition::ge, flags) == (sa >= sb));
      RC_ASSERT(holds(Condition::lt, flags) == (sa < sb));
      RC_ASSERT(holds(Condition::gt, flags) == (sa > sb));
      RC_ASSERT(holds(Condition::le, flags) == (sa <= sb));
    });
  }));
}

TEST_CASE("shifts and extensions move each bit to its place", "[isa][property]") {
  CHECK(rc::check("bit by bit", [] {
    Draw draw{*any_seed()};
    repeat(100, [&] {
      const bool wide = draw.one_in(2);
      const unsigned width = width_of(wide);
      const auto amount = static_cast<unsigned>(draw.below(width));
      const std::uint64_t value = random_value(draw);
      const std::uint64_t left = shifted(value, Shift::lsl, amount, wide);
      const std::uint64_t right = shifted(value, Shift::lsr, amount, wide);
      const std::uint64_t signed_right = shifted(value, Shift::asr, amount, wide);
      const std::uint64_t rotated = shifted(value, Shift::ror, amount, wide);
      const auto is_inside = [&](unsigned at) { return at < width; };
      RC_ASSERT(left == from_bits([&](unsigned at) {
                  return is_inside(at) && at >= amount && bit(value, at - amount);
                }));
      RC_ASSERT(right == from_bits([&](unsigned at) {
                  return is_inside(at + amount) && bit(value, at + amount);
                }));
      RC_ASSERT(signed_right == from_bits([&](unsigned at) {
                  return is_inside(at) && bit(value, std::min(at + amount, width - 1));
                }));
      RC_ASSERT(rotated == from_bits([&](unsigned at) {
                  return is_inside(at) && bit(value, (at + amount) % width);
                }));
      const auto extend = static_cast<Extend>(draw.below(8));
      const unsigned bits = 8U << (static_cast<unsigned>(extend) % 4);
      const bool is_signed = extend >= Extend::sxtb;
      const auto shift = static_cast<unsigned>(draw.below(5));
      const std::uint64_t longer = extended(value, extend, shift);
      RC_ASSERT(longer == from_bits([&](unsigned at) {
                  const bool is_above = is_signed && at >= shift + bits;
                  return at >= shift && bit(value, is_above ? bits - 1 : at - shift) &&
                         (is_above || at < shift + bits);
                }));
    });
  }));
}

namespace {

/// The pseudocode of the Arm ARM for SBFM, BFM and UBFM (C6.2, with DecodeBitMasks written out for
/// one element of the register's width).
std::uint64_t bit_field_pseudocode(const Instruction& i, std::uint64_t src, std::uint64_t dst) {
  const unsigned size = width_of(i.wide);
  const auto ones = [](unsigned count) {
    return count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  };
  const unsigned r = i.immr;
  const unsigned s = i.imms;
  const auto rotate = [&](std::uint64_t v) { return shifted(v, Shift::ror, r, i.wide); };
  const std::uint64_t wmask = rotate(ones(s + 1));
  const std::uint64_t tmask = ones(((s - r) & (size - 1)) + 1);
  const std::uint64_t rotated = rotate(src);
  if (i.op == Op::bfm) {
    const std::uint64_t bottom = (dst & ~wmask) | (rotated & wmask);
    return cut((dst & ~tmask) | (bottom & tmask), i.wide);
  }
  const std::uint64_t bottom = rotated & wmask;
  const std::uint64_t top = i.op == Op::sbfm && bit(src, s) ? ~std::uint64_t{0} : 0;
  return cut((top & ~tmask) | (bottom & tmask), i.wide);
}

void check_all_bit_fields(Instruction instruction, std::uint64_t source, std::uint64_t old) {
  for (unsigned immr = 0; immr < width_of(instruction.wide); ++immr) {
    for (unsigned imms = 0; imms < width_of(instruction.wide); ++imms) {
      instruction.immr = static_cast<std::uint8_t>(immr);
      instruction.imms = static_cast<std::uint8_t>(imms);
      RC_ASSERT(compute(instruction, {.n = source, .d = old}, 0).value ==
                bit_field_pseudocode(instruction, source, old));
    }
  }
}

}  // namespace

TEST_CASE("bit-field moves do what the manual's pseudocode does", "[isa][property]") {
  const auto op = GENERATE(Op::sbfm, Op::bfm, Op::ubfm);
  const bool wide = GENERATE(false, true);
  CAPTURE(op, wide);
  CHECK(rc::check("all rotations and lengths", [&] {
    Draw draw{*any_seed()};
    const std::uint64_t source = random_value(draw);
    const std::uint64_t old = random_value(draw);
    check_all_bit_fields({.op = op, .wide = wide}, source, old);
  }));
}

TEST_CASE("EXTR takes the middle of two registers", "[isa][property]") {
  CHECK(rc::check("by shifting 128 bits", [] {
    Draw draw{*any_seed()};
    repeat(100, [&] {
      const bool wide = draw.one_in(2);
      const Instruction instruction{
          .op = Op::extr,
          .wide = wide,
          .amount = static_cast<std::uint8_t>(draw.below(width_of(wide)))};
      const std::uint64_t n = random_value(draw);
      const std::uint64_t m = random_value(draw);
      const Unsigned128 pair = (Unsigned128{cut(n, wide)} << width_of(wide)) | cut(m, wide);
      RC_ASSERT(compute(instruction, {.n = n, .m = m}, 0).value ==
                cut(static_cast<std::uint64_t>(pair >> instruction.amount), wide));
    });
  }));
}
