// SPDX-License-Identifier: Apache-2.0
//
// The offsets here are typed from the manual's tables of the memory-mapped views, not from the
// table under test.
#include "models/pmu/memory_map.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/models/pmu/external_view_support.h"

namespace pmusim {
namespace {

using test::everything;

constexpr unsigned kNone = 0xFFFF;

struct Pinned {
  std::string name;
  unsigned low;          // bits 31:0
  unsigned high{kNone};  // bits 63:32
  char direction{'w'};   // w: RW, r: RO, o: WO
  char frame_class{'P'};
};

// clang-format off
const std::vector<Pinned> kManagement{
    {"PMDEVAFF", 0xFA8, 0xFAC, 'r', 'M'}, {"PMLAR", 0xFB0, kNone, 'o', 'M'}, {"PMLSR", 0xFB4, kNone, 'r', 'M'},
    {"PMAUTHSTATUS", 0xFB8, kNone, 'r', 'M'}, {"PMDEVARCH", 0xFBC, kNone, 'r', 'M'}, {"PMDEVID", 0xFC8, kNone, 'r', 'M'},
    {"PMDEVTYPE", 0xFCC, kNone, 'r', 'M'}, {"PMPIDR4", 0xFD0, kNone, 'r', 'M'}, {"PMPIDR0", 0xFE0, kNone, 'r', 'M'},
    {"PMPIDR1", 0xFE4, kNone, 'r', 'M'}, {"PMPIDR2", 0xFE8, kNone, 'r', 'M'}, {"PMPIDR3", 0xFEC, kNone, 'r', 'M'},
    {"PMCIDR0", 0xFF0, kNone, 'r', 'M'}, {"PMCIDR1", 0xFF4, kNone, 'r', 'M'}, {"PMCIDR2", 0xFF8, kNone, 'r', 'M'},
    {"PMCIDR3", 0xFFC, kNone, 'r', 'M'}};

const std::vector<Pinned> kExt32{
    {"PMCCNTR_EL0", 0x0F8, 0x0FC}, {"PMICNTR_EL0", 0x100, 0x104}, {"PMCCFILTR_EL0", 0x47C, 0xA7C},
    {"PMICFILTR_EL0", 0x480, 0xA80}, {"PMCNTENSET_EL0", 0xC00, 0xC04}, {"PMCNTENCLR_EL0", 0xC20, 0xC24},
    {"PMINTENSET_EL1", 0xC40, 0xC44}, {"PMINTENCLR_EL1", 0xC60, 0xC64}, {"PMOVSCLR_EL0", 0xC80, 0xC84},
    {"PMZR_EL0", 0xCA0, 0xCA4, 'o'}, {"PMOVSSET_EL0", 0xCC0, 0xCC4}, {"PMCGCR0", 0xCE0, kNone, 'r'},
    {"PMCFGR", 0xE00, kNone, 'r'}, {"PMCR_EL0", 0xE04}, {"PMIIDR", 0xE08, kNone, 'r'},
    {"PMCEID0", 0xE20, 0xE28, 'r'}, {"PMCEID1", 0xE24, 0xE2C, 'r'}, {"PMMIR", 0xE40, 0xE44, 'r'}};

const std::vector<Pinned> kExt64{
    {"PMCCNTR_EL0", 0x0F8, 0x0FC}, {"PMICNTR_EL0", 0x100, 0x104}, {"PMCCFILTR_EL0", 0x4F8, 0x4FC},
    {"PMICFILTR_EL0", 0x500, 0x504}, {"PMCNTENSET_EL0", 0xC00, 0xC04}, {"PMCNTEN", 0xC10, 0xC14},
    {"PMCNTENCLR_EL0", 0xC20, 0xC24}, {"PMINTENSET_EL1", 0xC40, 0xC44}, {"PMINTEN", 0xC50, 0xC54},
    {"PMINTENCLR_EL1", 0xC60, 0xC64}, {"PMOVSCLR_EL0", 0xC80, 0xC84}, {"PMOVS", 0xC90, 0xC94},
    {"PMZR_EL0", 0xCA0, 0xCA4, 'o'}, {"PMOVSSET_EL0", 0xCC0, 0xCC4}, {"PMCGCR0", 0xCE0, 0xCE4, 'r'},
    {"PMCFGR", 0xE00, 0xE04, 'r'}, {"PMIIDR", 0xE08, 0xE0C, 'r'}, {"PMCR_EL0", 0xE10, 0xE14},
    {"PMMIR", 0xE40, 0xE44, 'r'}};
// clang-format on

/// What stands at an offset, as text: name, element, half, direction, class.
std::string label(
    const std::string& name, unsigned index, bool upper, char direction, char frame_class) {
  return name + '[' + std::to_string(index) + (upper ? "].hi " : "].lo ") + direction + frame_class;
}

std::map<unsigned, std::string> pinned_frame(ExternalView view) {
  std::map<unsigned, std::string> frame;
  const auto add = [&](const Pinned& reg) {
    frame[reg.low] = label(reg.name, 0, false, reg.direction, reg.frame_class);
    if (reg.high != kNone) {
      frame[reg.high] = label(reg.name, 0, true, reg.direction, reg.frame_class);
    }
  };
  std::ranges::for_each(kManagement, add);
  const bool is_ext32 = view == ExternalView::ext32;
  const std::vector<Pinned>& counting = is_ext32 ? kExt32 : kExt64;
  std::ranges::for_each(counting, add);
  for (unsigned n = 0; n < 31; ++n) {
    frame[8 * n] = label("PMEVCNTR<n>_EL0", n, false, 'w', 'P');
    frame[8 * n + 4] = label("PMEVCNTR<n>_EL0", n, true, 'w', 'P');
    frame[0x400 + (is_ext32 ? 4 : 8) * n] = label("PMEVTYPER<n>_EL0", n, false, 'w', 'P');
    frame[is_ext32 ? 0xA00 + 4 * n : 0x404 + 8 * n] = label("PMEVTYPER<n>_EL0", n, true, 'w', 'P');
  }
  return frame;
}

std::string found_at(const PmuConfig& config, unsigned offset) {
  const auto word = decode_word(config, offset);
  if (!word) {
    return "nothing";
  }
  constexpr std::array kDirections{'w', 'r', 'o'};
  return label(std::string{word->row->name},
               word->index,
               word->upper,
               kDirections[static_cast<std::size_t>(word->row->direction)],
               word->row->frame_class == FrameClass::counting ? 'P' : 'M');
}

bool has(const PmuConfig& config, unsigned offset) {
  return decode_word(config, offset).has_value();
}

}  // namespace

TEST_CASE("every word of the frame is the register that the manual puts there, or nothing",
          "[pmu][external]") {
  const auto view = GENERATE(ExternalView::ext32, ExternalView::ext64);
  const PmuConfig config = everything(view);
  const auto expected = pinned_frame(view);
  for (unsigned offset = 0; offset < kFrameBytes; offset += 4) {
    CAPTURE(static_cast<int>(view), offset);
    const auto pinned = expected.find(offset);
    CHECK(found_at(config, offset) == (pinned == expected.end() ? "nothing" : pinned->second));
  }
}

TEST_CASE("counters that are not implemented have no words", "[pmu][external]") {
  PmuConfig config = everything(ExternalView::ext32);
  config.event_counters = 6;
  CHECK(has(config, 5 * 8));
  CHECK_FALSE(has(config, 6 * 8));
  CHECK(has(config, 0x400 + 5 * 4));
  CHECK_FALSE(has(config, 0x400 + 6 * 4));
  CHECK(has(config, 0xA00 + 5 * 4));
  CHECK_FALSE(has(config, 0xA00 + 6 * 4));
  CHECK(has(config, 0x47C));
}

TEST_CASE("registers of absent features have no words", "[pmu][external]") {
  PmuConfig config = everything(ExternalView::ext32);
  SECTION("without the instruction counter") {
    config.instruction_counter = false;
    CHECK_FALSE(has(config, 0x100));
    CHECK_FALSE(has(config, 0x480));
    CHECK_FALSE(has(config, 0xCE0));
    CHECK(has(config, 0xCA0));
  }
  SECTION("before PMUv3p9 PMZR and the upper words of the set and clear registers are absent") {
    config.version = PmuVersion::p8;
    config.instruction_counter = false;
    for (const unsigned offset :
         {0xCA0U, 0xCA4U, 0xC04U, 0xC24U, 0xC44U, 0xC64U, 0xC84U, 0xCC4U, 0xE44U}) {
      CAPTURE(offset);
      CHECK_FALSE(has(config, offset));
    }
    CHECK(has(config, 0xA00));
    CHECK(has(config, 0xE40));
  }
  SECTION("before PMUv3p8 the upper words of types and filters need a threshold") {
    config.version = PmuVersion::p7;
    config.instruction_counter = false;
    CHECK(has(config, 0xA00));
    config.threshold_bits = 0;
    config.edge = false;
    CHECK_FALSE(has(config, 0xA00));
    CHECK_FALSE(has(config, 0xA7C));
  }
  SECTION("the upper word of a counter needs PMUv3p5, PMMIR p4, PMCEID2 and PMCEID3 p1") {
    config.instruction_counter = false;
    config.threshold_bits = 0;
    config.edge = false;
    config.version = PmuVersion::p5;
    CHECK(has(config, 0x004));
    config.version = PmuVersion::p4;
    CHECK_FALSE(has(config, 0x004));
    CHECK(has(config, 0x0FC));
    CHECK(has(config, 0xE40));
    config.version = PmuVersion::p1;
    CHECK_FALSE(has(config, 0xE40));
    CHECK(has(config, 0xE28));
    CHECK(has(config, 0xE2C));
    config.version = PmuVersion::p0;
    CHECK_FALSE(has(config, 0xE28));
    CHECK_FALSE(has(config, 0xE2C));
    CHECK(has(config, 0xE20));
  }
}

TEST_CASE("a doubleword is a register whose halves follow each other", "[pmu][external]") {
  const auto wide = [](const PmuConfig& config, unsigned offset) {
    return is_doubleword(config, decode_word(config, offset).value());
  };
  PmuConfig config = everything(ExternalView::ext32);
  CHECK(wide(config, 0x0F8));
  CHECK(wide(config, 0xC00));
  CHECK_FALSE(wide(config, 0x400));  // PMEVTYPER0, then PMEVTYPER1
  CHECK_FALSE(wide(config, 0xE20));  // PMCEID0, then PMCEID1
  CHECK_FALSE(wide(config, 0xFA8));  // PMDEVAFF0, then PMDEVAFF1
  CHECK_FALSE(wide(config, 0xE00));  // PMCFGR, then PMCR_EL0
  config.external_view = ExternalView::ext64;
  CHECK(wide(config, 0x400));
  CHECK(wide(config, 0xFA8));
  CHECK(wide(config, 0xE00));
  CHECK_FALSE(wide(config, 0xFB8));
}

}  // namespace pmusim
