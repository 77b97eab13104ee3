// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

#include "models/common/register_table.h"

namespace pmusim::report {

enum class ListingFormat : std::uint8_t { text, markdown, json };

/// Names the features of a mask, such as "p5, el3".
using FeatureNames = std::function<std::string(FeatureMask)>;

/// Registers with encoding, fields, access, meaning and source, as the register table has them.
[[nodiscard]] std::string register_listing(std::span<const RegDesc* const> registers,
                                           const FeatureNames& features,
                                           ListingFormat format);

/// "rw", "ro", "w1c", ...: the spelling of the register listing.
[[nodiscard]] std::string_view to_string(FieldAccess access);

/// A register image taken apart: a line for each field, without reserved fields that are zero.
[[nodiscard]] std::string decoded_fields(const RegDesc& reg, RegValue image, std::size_t indent);

/// "S3_3_C9_C12_0".
[[nodiscard]] std::string encoding_text(SysReg encoding);

}  // namespace pmusim::report
