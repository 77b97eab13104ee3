// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/pmu_config.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "models/activity/event_text.h"
#include "models/activity/events.h"

namespace pmusim {
namespace {

constexpr std::array kReadings{
    ReadingDesc{"fz_c",
                &Readings::cycle_flag_never_freezes,
                "the cycle counter's flag freezes the first range too",
                "only flags of first-range event counters and F0 freeze the first range"},
    ReadingDesc{"spme_pre_p7",
                &Readings::spme_prohibits_before_p7,
                "before PMUv3p7, SPME does not prohibit",
                "before PMUv3p7, SPME = 0 prohibits event counting in Secure state"},
    ReadingDesc{"root_el3",
                &Readings::secure_controls_cover_root,
                "with RME, SPME, MPMX = 0 and SCCD do not cover EL3",
                "with RME, SPME, MPMX = 0 and SCCD cover EL3 as they cover Secure state"},
    ReadingDesc{"icntr_mpmx",
                &Readings::instruction_counter_runs_at_el3,
                "MPMX = 1 always stops the instruction counter at EL3",
                "{SPME,MPMX} = {1,1} lets it run at EL3 if EL2 is implemented"},
    ReadingDesc{"fz_next",
                &Readings::freeze_from_next_cycle,
                "freeze is visible to later visits of the same cycle",
                "freeze starts with the next cycle"},
    ReadingDesc{"chain_split",
                &Readings::no_chain_across_ranges,
                "CHAIN crosses from the first to the second range",
                "CHAIN is not delivered across ranges"},
    ReadingDesc{"chain_nofilter",
                &Readings::chain_ignores_filter,
                "filter bits of a counter that counts CHAIN apply",
                "filter bits of a counter that counts CHAIN are ignored"},
    ReadingDesc{"edge_prev",
                &Readings::edge_history_is_previous_cycle,
                "edge history spans cycles that may not count",
                "edge history is the previous cycle; one that may not count has amount 0"},
    ReadingDesc{"edge_init1",
                &Readings::edge_history_starts_true,
                "the stored edge condition starts false",
                "the stored edge condition starts true"},
    ReadingDesc{"div_phase",
                &Readings::divider_phase_restarts,
                "setting D makes the next counting cycle count, then every 64th",
                "64 cycles elapse first; every PMCR_EL0 write restarts the phase"},
};

struct Rule {
  bool broken;
  std::string_view key;
  std::string what;
  std::string hint;
};

/// The events that a PMU with event counters has to have, as far as they do not hang on caches.
/// Source: Arm ARM DDI 0487, "Required events".
std::vector<EventId> required_events(const PmuConfig& config) {
  constexpr EventId kStallFrontend{0x23};
  constexpr EventId kStallBackend{0x24};
  constexpr EventId kStall{0x3C};
  std::vector<EventId> events{kSwIncr, kCpuCycles};
  if (config.instruction_counter) {
    events.push_back(kInstRetired);
  }
  if (config.at_least(PmuVersion::p1)) {
    events.insert(events.end(), {kStallFrontend, kStallBackend});
  }
  if (config.at_least(PmuVersion::p4)) {
    events.push_back(kStall);
  }
  return events;
}

/// The required events that the list does not have, with a comma between them.
std::string missing_events(const PmuConfig& config) {
  constexpr EventId kInstSpec{0x1B};
  if (config.events.empty() || config.event_counters == 0) {
    return {};
  }
  const auto has = [&](EventId event) {
    return std::ranges::find(config.events, event) != config.events.end();
  };
  std::string missing;
  const auto add = [&](const std::string& name) {
    missing += (missing.empty() ? "" : ", ") + name;
  };
  for (const EventId event : required_events(config)) {
    if (!has(event)) {
      add(event_text(event));
    }
  }
  if (!has(kInstRetired) && !has(kInstSpec) && !config.instruction_counter) {
    add("INST_RETIRED or INST_SPEC");
  }
  return missing;
}

}  // namespace

std::span<const ReadingDesc> reading_table() {
  return kReadings;
}

std::vector<Error> problems_of(const PmuConfig& config) {
  const std::string missing = missing_events(config);
  const std::array rules{
      Rule{config.event_counters > 31,
           "event_counters",
           "is not in [0, 31]",
           "the cycle counter is not counted here"},
      Rule{config.event_counters == 0 && config.el2 && !config.hpmn0,
           "event_counters",
           "0 needs hpmn0, or an implementation without EL2",
           "MDCR_EL2.HPMN resets to the number of event counters, and 0 is defined with FEAT_HPMN0 "
           "only"},
      Rule{config.secure_el2 && !(config.el2 && config.el3), "secure_el2", "needs el2 and el3", ""},
      Rule{config.rme && !(config.el2 && config.el3), "rme", "needs el2 and el3", ""},
      Rule{config.threshold_bits > 12,
           "threshold_bits",
           "is not in [0, 12]",
           "PMMIR_EL1.THWIDTH names at most 12 bits"},
      Rule{config.threshold_bits > 0 && !config.at_least(PmuVersion::p4),
           "threshold_bits",
           "needs version p4 or later",
           "PMMIR_EL1, which names the width, exists from PMUv3p4"},
      Rule{config.edge && config.threshold_bits == 0,
           "edge",
           "needs threshold_bits",
           "FEAT_PMUv3_EDGE needs FEAT_PMUv3_TH"},
      Rule{config.instruction_counter && !config.at_least(PmuVersion::p9),
           "instruction_counter",
           "needs version p9",
           "FEAT_PMUv3_ICNTR needs FEAT_PMUv3p9"},
      Rule{config.slots > 255, "slots", "is not in [0, 255]", ""},
      Rule{config.bus_slots > 255, "bus_slots", "is not in [0, 255]", ""},
      Rule{config.bus_width != 0 && (config.bus_width < 3 || config.bus_width > 12),
           "bus_width",
           "is neither 0 nor in [3, 12]",
           "the encoding is 1 + log2(bytes)"},
      Rule{!missing.empty(),
           "events",
           "is without " + missing,
           "the architecture requires these of every PMU of this version that has event counters"},
  };
  std::vector<Error> problems;
  for (const Rule& rule : rules) {
    if (rule.broken) {
      problems.push_back({ErrorCode::invalid_input,
                          std::string{rule.key},
                          fmt::format("{} {}", rule.key, rule.what),
                          rule.hint});
    }
  }
  return problems;
}

FeatureMask features_of(const PmuConfig& config) {
  FeatureMask mask = 0;
  const auto add = [&](bool present, PmuFeature feature) {
    if (present) {
      mask |= static_cast<FeatureMask>(feature);
    }
  };
  add(config.at_least(PmuVersion::p1), PmuFeature::p1);
  add(config.at_least(PmuVersion::p4), PmuFeature::p4);
  add(config.at_least(PmuVersion::p5), PmuFeature::p5);
  add(config.at_least(PmuVersion::p7), PmuFeature::p7);
  add(config.at_least(PmuVersion::p8), PmuFeature::p8);
  add(config.at_least(PmuVersion::p9), PmuFeature::p9);
  add(config.el2, PmuFeature::el2);
  add(config.el3, PmuFeature::el3);
  add(config.secure_el2, PmuFeature::secure_el2);
  add(config.rme, PmuFeature::rme);
  add(config.threshold_bits > 0, PmuFeature::th);
  add(config.edge, PmuFeature::edge);
  add(config.instruction_counter, PmuFeature::icntr);
  add(config.aarch32, PmuFeature::aarch32);
  add(config.el3 || (config.el2 && config.at_least(PmuVersion::p1)) ||
          config.at_least(PmuVersion::p7),
      PmuFeature::dp);
  return mask;
}

}  // namespace pmusim
