// SPDX-License-Identifier: Apache-2.0
//
// The memory-mapped frame of the PMU as a table: which register, or which half of one, is at an
// offset. Knows nothing about permissions.
//
// Source: Arm ARM DDI 0487, "Recommended External Debug Interface", "Performance Monitors
// memory-mapped register views", and the "External register descriptions" of the PMU. What the
// frame has but the model lacks (PC sampling, snapshot, event filters, integration mode) has no row
// and so reads as zero and ignores writes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "models/pmu/pmu_config.h"
#include "models/pmu/pmu_registers.h"

namespace pmusim {

/// Bytes in the frame of one PMU.
inline constexpr std::uint64_t kFrameBytes = 0x1000;

enum class FrameDirection : std::uint8_t { read_write, read_only, write_only };

/// Counting registers (P) obey locks and access controls; management registers (M) only power.
enum class FrameClass : std::uint8_t { counting, management };

/// What a write does with the bits that it carries.
enum class FrameWrite : std::uint8_t {
  none,     ///< read-only
  merge,    ///< they take the value; the bits of the other half stay
  ones,     ///< each 1 acts as the system register of that name says, each 0 does nothing
  replace,  ///< the state behind a set and a clear register takes the value, so a 0 clears
  key,      ///< the key of the software lock
};

/// Registers that have no system register behind them.
enum class FrameId : std::uint8_t {
  none,  ///< the row names a system register instead
  pmcfgr,
  pmcgcr0,
  pmiidr,
  pmdevaff,
  pmlar,
  pmlsr,
  pmauthstatus,
  pmdevarch,
  pmdevid,
  pmdevtype,
  pmpidr0,
  pmpidr1,
  pmpidr2,
  pmpidr3,
  pmpidr4,
  pmcidr0,
  pmcidr1,
  pmcidr2,
  pmcidr3,
};

inline constexpr std::uint16_t kNoOffset = 0xFFFF;

/// Where the halves of a register are; the elements of an array follow each other `stride` bytes
/// apart.
struct FramePlace {
  std::uint16_t low{kNoOffset};
  std::uint16_t high{kNoOffset};  ///< bits 63:32; kNoOffset: a 32-bit register
  std::uint16_t stride{0};
};

/// A register of the frame, or an array of equal registers whose name holds "<n>".
struct FrameRow {
  std::string_view name;
  FramePlace ext32;
  FramePlace ext64;
  FrameDirection direction{FrameDirection::read_only};
  FrameClass frame_class{FrameClass::counting};
  FrameWrite write{FrameWrite::none};
  FrameId id{FrameId::none};
  PmuReg reg{};         ///< the system register with the same state, if id is `none`
  FeatureMask needs{};  ///< all of them, or the register does not exist
  FeatureMask
      upper_needs_one{};  ///< EXT32: one of them, or bits 63:32 are reserved; 0 = always there
  unsigned copies{1};

  [[nodiscard]] constexpr const FramePlace& place(ExternalView view) const {
    return view == ExternalView::ext32 ? ext32 : ext64;
  }
};

/// All rows, in ascending order of EXT32 offset.
[[nodiscard]] std::span<const FrameRow> frame_table();

/// What one aligned word of the frame is.
struct FrameWord {
  const FrameRow* row{};
  unsigned index{};  ///< element of an array
  bool upper{};      ///< bits 63:32 of the register

  [[nodiscard]] RegValue mask() const {
    return upper ? RegValue{0xffff'ffff} << 32U : RegValue{0xffff'ffff};
  }

  friend constexpr bool operator==(const FrameWord&, const FrameWord&) = default;
};

/// The word at `offset` in this configuration, or nothing when it is reserved or not implemented.
///
/// @param offset  a multiple of 4 below kFrameBytes.
[[nodiscard]] std::optional<FrameWord> decode_word(const PmuConfig& config, std::uint64_t offset);

/// True when the register is 64 bits wide in this configuration and both its halves follow each
/// other, so that one 64-bit access reaches it.
[[nodiscard]] bool is_doubleword(const PmuConfig& config, const FrameWord& low);

}  // namespace pmusim
