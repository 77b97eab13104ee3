// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/common/register_table.h"
#include "models/common/result.h"
#include "models/common/units.h"

namespace pmusim {

/// The highest PMUv3 version implemented; each includes all lower ones.
enum class PmuVersion : std::uint8_t { p0, p1, p4, p5, p7, p8, p9 };

/// Which memory-mapped view the PMU has (FEAT_PMUv3_EXT32 or FEAT_PMUv3_EXT64).
enum class ExternalView : std::uint8_t { ext32, ext64 };

/// How the model reads what the architecture leaves open, or says in two ways. Each flag is false
/// for the reading of Arm's executable specification and true for the other one. Two flags may be
/// combined freely.
struct Readings {
  /// PMOVS.C does not freeze the first range (manual text).
  bool cycle_flag_never_freezes{false};
  /// Before PMUv3p7, MDCR_EL3.SPME = 0 prohibits event counting in Secure state (manual text).
  bool spme_prohibits_before_p7{false};
  /// With FEAT_RME, SPME, MPMX and SCCD cover EL3 as they cover Secure state (manual text).
  bool secure_controls_cover_root{false};
  /// {SPME,MPMX} = {1,1} lets the instruction counter run at EL3 when EL2 is implemented.
  bool instruction_counter_runs_at_el3{false};
  /// Freeze starts with the next cycle instead of the next counter visit.
  bool freeze_from_next_cycle{false};
  /// CHAIN is not delivered from the first range to the second.
  bool no_chain_across_ranges{false};
  /// The filter bits of a counter that counts CHAIN are ignored.
  bool chain_ignores_filter{false};
  /// Edge history is the previous processor cycle; a cycle that may not count has amount 0.
  bool edge_history_is_previous_cycle{false};
  /// The stored edge condition starts true.
  bool edge_history_starts_true{false};
  /// 64 cycles elapse before the divided cycle counter moves; every PMCR write restarts the phase.
  bool divider_phase_restarts{false};

  friend constexpr bool operator==(const Readings&, const Readings&) = default;
};

/// A named, consistent set of readings.
enum class PmuProfile : std::uint8_t {
  manual,      ///< the manual's text where it differs from the executable specification
  pseudocode,  ///< the executable specification throughout
};

[[nodiscard]] constexpr Readings readings_of(PmuProfile profile) {
  Readings readings;
  if (profile == PmuProfile::manual) {
    readings.cycle_flag_never_freezes = true;
    readings.spme_prohibits_before_p7 = true;
    readings.secure_controls_cover_root = true;
  }
  return readings;
}

/// A row of the table that names the readings: on the command line, in scenarios and in documents.
struct ReadingDesc {
  std::string_view name;  ///< id of the reading, for example "fz_c"
  bool Readings::* flag;
  std::string_view when_false;
  std::string_view when_true;
};

[[nodiscard]] std::span<const ReadingDesc> reading_table();

/// What a PMU implements. The defaults are a PMUv3p8 with six event counters.
struct PmuConfig {
  PmuVersion version{PmuVersion::p8};
  unsigned event_counters{6};  ///< 0 to 31; the cycle counter is not counted here
  bool el2{true};
  bool el3{true};
  bool secure_el2{false};           ///< FEAT_SEL2: needs el2 and el3
  bool rme{false};                  ///< FEAT_RME: needs el2 and el3
  unsigned threshold_bits{12};      ///< PMMIR_EL1.THWIDTH: 0 without FEAT_PMUv3_TH, else 1 to 12
  bool edge{false};                 ///< FEAT_PMUv3_EDGE: needs threshold_bits
  bool instruction_counter{false};  ///< FEAT_PMUv3_ICNTR: needs p9
  bool hpmn0{true};                 ///< FEAT_HPMN0: MDCR_EL2.HPMN = 0 is defined
  bool aarch32{false};              ///< AArch32 is implemented at some EL: PMCR_EL0.LC and D exist
  unsigned slots{8};                ///< PMMIR_EL1.SLOTS: 0 to 255
  unsigned bus_slots{0};            ///< PMMIR_EL1.BUS_SLOTS: 0 to 255
  unsigned bus_width{0};            ///< PMMIR_EL1.BUS_WIDTH encoding: 0 or 3 to 12
  ExternalView external_view{ExternalView::ext32};
  Readings readings{readings_of(PmuProfile::manual)};
  /// Events that are implemented. Empty: every architected event has its identification bit, and
  /// whatever an activity has is counted.
  std::vector<EventId> events;

  [[nodiscard]] bool at_least(PmuVersion wanted) const { return version >= wanted; }
};

/// Every rule that the configuration breaks, in the words of a user ("edge: needs threshold_bits").
[[nodiscard]] std::vector<Error> problems_of(const PmuConfig& config);

/// Features as the bits that register tables use.
enum class PmuFeature : std::uint32_t {
  p1 = 1U << 0U,
  p4 = 1U << 1U,
  p5 = 1U << 2U,
  p7 = 1U << 3U,
  p8 = 1U << 4U,
  p9 = 1U << 5U,
  el2 = 1U << 6U,
  el3 = 1U << 7U,
  secure_el2 = 1U << 8U,
  rme = 1U << 9U,
  th = 1U << 10U,
  edge = 1U << 11U,
  icntr = 1U << 12U,
  aarch32 = 1U << 13U,
  /// PMCR_EL0.DP exists: EL3, or EL2 and p1, or p7.
  dp = 1U << 14U,
};
[[nodiscard]] FeatureMask features_of(const PmuConfig& config);

}  // namespace pmusim
