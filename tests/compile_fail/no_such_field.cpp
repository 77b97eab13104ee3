// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "models/common/register_table.h"

namespace {

constexpr std::array kFields{
    pmusim::FieldDesc{
        .name = "RES0", .msb = 63, .lsb = 1, .access = pmusim::FieldAccess::res0, .meaning = ""},
    pmusim::FieldDesc{.name = "E", .msb = 0, .lsb = 0, .meaning = "enable"},
};
constexpr pmusim::RegDesc kControl{
    .name = "CONTROL", .encoding = {}, .fields = kFields, .meaning = "", .source = ""};

#ifdef PMUSIM_VIOLATE
[[maybe_unused]] const auto kEnable = pmusim::get<kControl, "NoSuchField">(0);
#else
[[maybe_unused]] const auto kEnable = pmusim::get<kControl, "E">(0);
#endif

}  // namespace
