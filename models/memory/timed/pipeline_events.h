// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/common/units.h"
#include "models/memory/timed/pipeline_counts.h"

namespace pmusim::memory {

/// An event that a pipeline has: the sum of one or two of its counts.
struct PipelineEvent {
  EventId event;
  std::string_view name;  ///< as in architected_events()
  std::uint64_t PipelineCounts::* first;
  std::uint64_t PipelineCounts::* second{};  ///< nullptr: there is none

  [[nodiscard]] constexpr std::uint64_t of(const PipelineCounts& counts) const {
    return counts.*first + (second == nullptr ? 0 : counts.*second);
  }
};

// clang-format off
/// Every event that programs on a pipeline yield, but for CPU_CYCLES, which the PMU makes itself.
inline constexpr std::array kPipelineEvents{
    PipelineEvent{EventId{0x03}, "L1D_CACHE_REFILL", &PipelineCounts::l1d_cache_refill},
    PipelineEvent{EventId{0x04}, "L1D_CACHE", &PipelineCounts::l1d_cache},
    PipelineEvent{EventId{0x06}, "LD_RETIRED", &PipelineCounts::ld_retired},
    PipelineEvent{EventId{0x07}, "ST_RETIRED", &PipelineCounts::st_retired},
    PipelineEvent{EventId{0x08}, "INST_RETIRED", &PipelineCounts::inst_retired},
    PipelineEvent{EventId{0x10}, "BR_MIS_PRED", &PipelineCounts::br_mis_pred},
    PipelineEvent{EventId{0x12}, "BR_PRED", &PipelineCounts::br_pred},
    PipelineEvent{EventId{0x13}, "MEM_ACCESS", &PipelineCounts::mem_access_rd, &PipelineCounts::mem_access_wr},
    PipelineEvent{EventId{0x21}, "BR_RETIRED", &PipelineCounts::br_retired},
    PipelineEvent{EventId{0x22}, "BR_MIS_PRED_RETIRED", &PipelineCounts::br_mis_pred_retired},
    PipelineEvent{EventId{0x23}, "STALL_FRONTEND", &PipelineCounts::stall_frontend},
    PipelineEvent{EventId{0x24}, "STALL_BACKEND", &PipelineCounts::stall_backend},
    PipelineEvent{EventId{0x31}, "REMOTE_ACCESS", &PipelineCounts::remote_access},
    PipelineEvent{EventId{0x32}, "LL_CACHE", &PipelineCounts::l1d_cache_refill},
    PipelineEvent{EventId{0x33}, "LL_CACHE_MISS", &PipelineCounts::ll_cache_miss},
    PipelineEvent{EventId{0x3A}, "OP_RETIRED", &PipelineCounts::op_retired},
    PipelineEvent{EventId{0x3B}, "OP_SPEC", &PipelineCounts::op_spec},
    PipelineEvent{EventId{0x3C}, "STALL", &PipelineCounts::stall_frontend, &PipelineCounts::stall_backend},
    PipelineEvent{EventId{0x3D}, "STALL_SLOT_BACKEND", &PipelineCounts::stall_slot_backend},
    PipelineEvent{EventId{0x3E}, "STALL_SLOT_FRONTEND", &PipelineCounts::stall_slot_frontend},
    PipelineEvent{EventId{0x3F}, "STALL_SLOT", &PipelineCounts::stall_slot_frontend, &PipelineCounts::stall_slot_backend},
    PipelineEvent{EventId{0x66}, "MEM_ACCESS_RD", &PipelineCounts::mem_access_rd},
    PipelineEvent{EventId{0x67}, "MEM_ACCESS_WR", &PipelineCounts::mem_access_wr},
    PipelineEvent{EventId{0x6D}, "STREX_PASS_SPEC", &PipelineCounts::strex_pass},
    PipelineEvent{EventId{0x6E}, "STREX_FAIL_SPEC", &PipelineCounts::strex_fail},
};
// clang-format on

/// The row of `event`, or nullptr when no program yields it.
[[nodiscard]] constexpr const PipelineEvent* find_pipeline_event(EventId event) {
  for (const PipelineEvent& row : kPipelineEvents) {
    if (row.event == event) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace pmusim::memory
