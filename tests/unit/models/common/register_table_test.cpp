// SPDX-License-Identifier: Apache-2.0
#include "models/common/register_table.h"

#include <catch2/catch.hpp>

using namespace pmusim;

namespace {

constexpr std::array kFields{
    FieldDesc{"HIGH", 63, 32, FieldAccess::rw, "upper half"},
    FieldDesc{"FLAG", 31, 31, FieldAccess::w1c, "a flag"},
    FieldDesc{"OPTIONAL", 30, 4, FieldAccess::rw, "needs feature 1", 1U},
    FieldDesc{"LOW", 3, 0, FieldAccess::ro, "low bits"},
};
constexpr RegDesc kRegister{"TEST_EL0", {3, 3, 9, 12, 0}, kFields, "for this test", "none"};

constexpr std::array kGap{
    FieldDesc{"HIGH", 63, 32, FieldAccess::rw, ""},
    FieldDesc{"LOW", 30, 0, FieldAccess::rw, ""},
};
constexpr std::array kOverlap{
    FieldDesc{"HIGH", 63, 31, FieldAccess::rw, ""},
    FieldDesc{"LOW", 31, 0, FieldAccess::rw, ""},
};

}  // namespace

TEST_CASE("a register's fields cover all 64 bits exactly once", "[common][registers]") {
  STATIC_REQUIRE(well_formed(kRegister));
  STATIC_REQUIRE_FALSE(well_formed(
      RegDesc{.name = "GAP", .encoding = {}, .fields = kGap, .meaning = "", .source = ""}));
  STATIC_REQUIRE_FALSE(well_formed(
      RegDesc{.name = "OVERLAP", .encoding = {}, .fields = kOverlap, .meaning = "", .source = ""}));
}

TEST_CASE("a field reads and writes its own bits alone", "[common][registers]") {
  constexpr RegValue kImage = 0x1234'5678'8000'0005;
  STATIC_REQUIRE(get<kRegister, "HIGH">(kImage) == 0x1234'5678);
  STATIC_REQUIRE(get<kRegister, "LOW">(kImage) == 5);
  STATIC_REQUIRE(is_set<kRegister, "FLAG">(kImage));
  STATIC_REQUIRE(with<kRegister, "LOW">(kImage, 0x1a) == 0x1234'5678'8000'000a);
  STATIC_REQUIRE(with<kRegister, "FLAG">(kImage, 0) == 0x1234'5678'0000'0005);
}

TEST_CASE("bits whose feature is absent do not exist", "[common][registers]") {
  CHECK(field_mask(kRegister, 0, {FieldAccess::rw}) == 0xffff'ffff'0000'0000);
  CHECK(field_mask(kRegister, 1, {FieldAccess::rw}) == 0xffff'ffff'7fff'fff0);
  CHECK(field_mask(kRegister, 1, {FieldAccess::w1c, FieldAccess::ro}) == 0x8000'000f);
}
