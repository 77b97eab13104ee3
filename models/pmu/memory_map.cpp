// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/memory_map.h"

#include <array>

#include "models/common/expect.h"

namespace pmusim {
namespace {

using regs::detail::needs;

constexpr FeatureMask kIcntr = needs(PmuFeature::icntr);
constexpr FeatureMask kP1 = needs(PmuFeature::p1);
constexpr FeatureMask kP4 = needs(PmuFeature::p4);
constexpr FeatureMask kP5 = needs(PmuFeature::p5);
constexpr FeatureMask kP9 = needs(PmuFeature::p9);
constexpr FeatureMask kWideTypes = needs(PmuFeature::th, PmuFeature::p8);
constexpr FeatureMask kWideSets = needs(PmuFeature::icntr, PmuFeature::p9);

/// A 64-bit register whose halves follow each other.
constexpr FramePlace wide(std::uint16_t offset, std::uint16_t stride = 0) {
  return {offset, static_cast<std::uint16_t>(offset + 4), stride};
}

constexpr FramePlace word(std::uint16_t offset) {
  return {offset, kNoOffset, 0};
}

/// A 64-bit register whose halves are apart.
constexpr FramePlace split(std::uint16_t low, std::uint16_t high, std::uint16_t stride = 0) {
  return {low, high, stride};
}

constexpr FramePlace kAbsent{};

constexpr FrameRow state(std::string_view name, FramePlace ext32, FramePlace ext64, PmuReg reg) {
  return {.name = name,
          .ext32 = ext32,
          .ext64 = ext64,
          .direction = FrameDirection::read_write,
          .write = FrameWrite::merge,
          .reg = reg};
}

/// A set or a clear register: the same offset in both variants.
constexpr FrameRow per_counter(std::string_view name, std::uint16_t offset, PmuReg reg) {
  FrameRow row = state(name, wide(offset), wide(offset), reg);
  row.write = FrameWrite::ones;
  row.upper_needs_one = kWideSets;
  return row;
}

/// The state behind a set and a clear register, by its plain value. EXT64 only.
constexpr FrameRow plain(std::string_view name, std::uint16_t offset, PmuReg reg) {
  FrameRow row = state(name, kAbsent, wide(offset), reg);
  row.write = FrameWrite::replace;
  return row;
}

constexpr FrameRow events(std::string_view name, FramePlace ext32, PmuReg reg) {
  return {.name = name, .ext32 = ext32, .ext64 = kAbsent, .reg = reg, .upper_needs_one = kP1};
}

constexpr FrameRow counting_id(std::string_view name,
                               std::uint16_t offset,
                               FrameId id,
                               FeatureMask features = 0) {
  return {.name = name, .ext32 = word(offset), .ext64 = wide(offset), .id = id, .needs = features};
}

constexpr FrameRow management(std::string_view name, std::uint16_t offset, FrameId id) {
  return {.name = name,
          .ext32 = word(offset),
          .ext64 = word(offset),
          .frame_class = FrameClass::management,
          .id = id};
}

constexpr FrameRow with(FrameRow row,
                        FeatureMask features,
                        FeatureMask upper_features,
                        unsigned copies = 1) {
  row.needs = features;
  row.upper_needs_one = upper_features;
  row.copies = copies;
  return row;
}

// clang-format off
constexpr std::array kTable{
    with(state("PMEVCNTR<n>_EL0", wide(0x000, 8), wide(0x000, 8), PmuReg::pmevcntr_el0), 0, kP5, kMaxEventCounters),
    state("PMCCNTR_EL0", wide(0x0F8), wide(0x0F8), PmuReg::pmccntr_el0),
    with(state("PMICNTR_EL0", wide(0x100), wide(0x100), PmuReg::pmicntr_el0), kIcntr, 0),
    with(state("PMEVTYPER<n>_EL0", split(0x400, 0xA00, 4), wide(0x400, 8), PmuReg::pmevtyper_el0), 0, kWideTypes, kMaxEventCounters),
    with(state("PMCCFILTR_EL0", split(0x47C, 0xA7C), wide(0x4F8), PmuReg::pmccfiltr_el0), 0, kWideTypes),
    with(state("PMICFILTR_EL0", split(0x480, 0xA80), wide(0x500), PmuReg::pmicfiltr_el0), kIcntr, kWideTypes),
    per_counter("PMCNTENSET_EL0", 0xC00, PmuReg::pmcntenset_el0),
    plain("PMCNTEN", 0xC10, PmuReg::pmcntenset_el0),
    per_counter("PMCNTENCLR_EL0", 0xC20, PmuReg::pmcntenclr_el0),
    per_counter("PMINTENSET_EL1", 0xC40, PmuReg::pmintenset_el1),
    plain("PMINTEN", 0xC50, PmuReg::pmintenset_el1),
    per_counter("PMINTENCLR_EL1", 0xC60, PmuReg::pmintenclr_el1),
    per_counter("PMOVSCLR_EL0", 0xC80, PmuReg::pmovsclr_el0),
    plain("PMOVS", 0xC90, PmuReg::pmovsset_el0),
    // PMSWINC_EL0 would be here before PMUv3p9. It is optional, and its effect is CONSTRAINED UNPREDICTABLE.
    // IMPLEMENTATION DEFINED: we chose not to have it, because software that relies on it is not portable.
    FrameRow{.name = "PMZR_EL0", .ext32 = wide(0xCA0), .ext64 = wide(0xCA0), .direction = FrameDirection::write_only,
             .write = FrameWrite::ones, .reg = PmuReg::pmzr_el0, .needs = kP9},
    per_counter("PMOVSSET_EL0", 0xCC0, PmuReg::pmovsset_el0),
    counting_id("PMCGCR0", 0xCE0, FrameId::pmcgcr0, kIcntr),
    counting_id("PMCFGR", 0xE00, FrameId::pmcfgr),
    state("PMCR_EL0", word(0xE04), wide(0xE10), PmuReg::pmcr_el0),
    counting_id("PMIIDR", 0xE08, FrameId::pmiidr),
    events("PMCEID0", split(0xE20, 0xE28), PmuReg::pmceid0_el0),  // the upper half is called PMCEID2
    events("PMCEID1", split(0xE24, 0xE2C), PmuReg::pmceid1_el0),  // the upper half is called PMCEID3
    FrameRow{.name = "PMMIR", .ext32 = wide(0xE40), .ext64 = wide(0xE40), .reg = PmuReg::pmmir_el1, .needs = kP4, .upper_needs_one = kP9},
    FrameRow{.name = "PMDEVAFF", .ext32 = wide(0xFA8), .ext64 = wide(0xFA8), .frame_class = FrameClass::management, .id = FrameId::pmdevaff},
    FrameRow{.name = "PMLAR", .ext32 = word(0xFB0), .ext64 = word(0xFB0), .direction = FrameDirection::write_only,
             .frame_class = FrameClass::management, .write = FrameWrite::key, .id = FrameId::pmlar},
    management("PMLSR", 0xFB4, FrameId::pmlsr),
    management("PMAUTHSTATUS", 0xFB8, FrameId::pmauthstatus),
    management("PMDEVARCH", 0xFBC, FrameId::pmdevarch),
    management("PMDEVID", 0xFC8, FrameId::pmdevid),
    management("PMDEVTYPE", 0xFCC, FrameId::pmdevtype),
    management("PMPIDR4", 0xFD0, FrameId::pmpidr4),
    management("PMPIDR0", 0xFE0, FrameId::pmpidr0),
    management("PMPIDR1", 0xFE4, FrameId::pmpidr1),
    management("PMPIDR2", 0xFE8, FrameId::pmpidr2),
    management("PMPIDR3", 0xFEC, FrameId::pmpidr3),
    management("PMCIDR0", 0xFF0, FrameId::pmcidr0),
    management("PMCIDR1", 0xFF4, FrameId::pmcidr1),
    management("PMCIDR2", 0xFF8, FrameId::pmcidr2),
    management("PMCIDR3", 0xFFC, FrameId::pmcidr3),
};
// clang-format on

/// The element whose half begins at `base` that is at `offset`.
constexpr std::optional<unsigned> element_at(std::uint16_t base,
                                             std::uint16_t stride,
                                             unsigned copies,
                                             std::uint64_t offset) {
  if (base == kNoOffset || offset < base) {
    return std::nullopt;
  }
  const std::uint64_t distance = offset - base;
  if (stride == 0) {
    return distance == 0 ? std::optional{0U} : std::nullopt;
  }
  if (distance % stride != 0 || distance / stride >= copies) {
    return std::nullopt;
  }
  return static_cast<unsigned>(distance / stride);
}

constexpr std::optional<FrameWord> word_in(const FrameRow& row,
                                           ExternalView view,
                                           std::uint64_t offset) {
  const FramePlace& place = row.place(view);
  if (const auto index = element_at(place.low, place.stride, row.copies, offset)) {
    return FrameWord{&row, *index, false};
  }
  if (const auto index = element_at(place.high, place.stride, row.copies, offset)) {
    return FrameWord{&row, *index, true};
  }
  return std::nullopt;
}

constexpr bool no_two_rows_meet(ExternalView view) {
  std::array<bool, kFrameBytes / 4> taken{};
  for (const FrameRow& row : kTable) {
    const FramePlace& place = row.place(view);
    for (const std::uint16_t base : {place.low, place.high}) {
      for (unsigned index = 0; base != kNoOffset && index < row.copies; ++index) {
        bool& word = taken[(base + index * place.stride) / 4U];
        if (word) {
          return false;
        }
        word = true;
      }
    }
  }
  return true;
}

static_assert(no_two_rows_meet(ExternalView::ext32));
static_assert(no_two_rows_meet(ExternalView::ext64));

bool has_upper_half(const PmuConfig& config, const FrameRow& row) {
  if (row.place(config.external_view).high == kNoOffset) {
    return false;
  }
  return config.external_view == ExternalView::ext64 || row.upper_needs_one == 0 ||
         (row.upper_needs_one & features_of(config)) != 0;
}

bool exists(const PmuConfig& config, const FrameWord& found) {
  const bool has_register = (found.row->needs & ~features_of(config)) == 0 &&
                            (found.row->copies == 1 || found.index < config.event_counters);
  return has_register && (!found.upper || has_upper_half(config, *found.row));
}

}  // namespace

std::span<const FrameRow> frame_table() {
  return kTable;
}

std::optional<FrameWord> decode_word(const PmuConfig& config, std::uint64_t offset) {
  PMUSIM_EXPECT(offset % 4 == 0, "a word is aligned");
  PMUSIM_EXPECT(offset < kFrameBytes, "a word lies within the frame");
  for (const FrameRow& row : kTable) {
    if (const auto found = word_in(row, config.external_view, offset)) {
      return exists(config, *found) ? found : std::nullopt;
    }
  }
  return std::nullopt;
}

bool is_doubleword(const PmuConfig& config, const FrameWord& low) {
  const FramePlace& place = low.row->place(config.external_view);
  // In EXT32 management registers are 32-bit: PMDEVAFF is the pair PMDEVAFF0, PMDEVAFF1.
  const bool may_be_wide =
      config.external_view == ExternalView::ext64 || low.row->frame_class == FrameClass::counting;
  return !low.upper && may_be_wide && place.high == place.low + 4 &&
         has_upper_half(config, *low.row);
}

}  // namespace pmusim
