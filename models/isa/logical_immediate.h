// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace pmusim::isa {

/// The 13 bits N:immr:imms of a logical immediate: a run of ones, rotated within an element of 2,
/// 4, 8, 16, 32 or 64 bits that repeats (Arm ARM, pseudocode DecodeBitMasks).
struct LogicalImmediate {
  std::uint8_t n{};
  std::uint8_t immr{};
  std::uint8_t imms{};
};

/// The bits of `value`; of its lower half when not `wide`. Nothing when it has no such form: all
/// zeros, all ones and whatever is no rotated run of ones.
[[nodiscard]] std::optional<LogicalImmediate> encode_logical(std::uint64_t value, bool wide);

/// The value that the bits stand for; for W registers in the lower half. Nothing when they are
/// reserved, and when `immr` rotates by more than the element: assemblers never write that.
[[nodiscard]] std::optional<std::uint64_t> decode_logical(LogicalImmediate bits, bool wide);

}  // namespace pmusim::isa
