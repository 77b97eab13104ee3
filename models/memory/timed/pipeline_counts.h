// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pmusim::memory {

/// What a pipeline did, in the terms of the PMU's events (Arm ARM, D13.12); `kPipelineEvents` says
/// which is which.
struct PipelineCounts {
  std::uint64_t cycles{};               ///< CPU_CYCLES
  std::uint64_t inst_retired{};         ///< INST_RETIRED
  std::uint64_t op_retired{};           ///< OP_RETIRED
  std::uint64_t op_spec{};              ///< OP_SPEC: those of wrong paths too
  std::uint64_t ld_retired{};           ///< LD_RETIRED: an atomic is a load and a store
  std::uint64_t st_retired{};           ///< ST_RETIRED: a store-exclusive that fails too
  std::uint64_t mem_access_rd{};        ///< MEM_ACCESS_RD: satisfied, those of wrong paths too
  std::uint64_t mem_access_wr{};        ///< MEM_ACCESS_WR
  std::uint64_t br_retired{};           ///< BR_RETIRED
  std::uint64_t br_pred{};              ///< BR_PRED: decided, and there was a prediction
  std::uint64_t br_mis_pred{};          ///< BR_MIS_PRED: decided against the prediction
  std::uint64_t br_mis_pred_retired{};  ///< BR_MIS_PRED_RETIRED
  std::uint64_t strex_pass{};           ///< STREX_PASS_SPEC
  std::uint64_t strex_fail{};           ///< STREX_FAIL_SPEC
  std::uint64_t l1d_cache{};            ///< L1D_CACHE
  std::uint64_t l1d_cache_refill{};     ///< L1D_CACHE_REFILL: the CPU had no copy of the line
  std::uint64_t ll_cache_miss{};        ///< LL_CACHE_MISS: nobody held the line
  std::uint64_t remote_access{};   ///< REMOTE_ACCESS: another CPU held the line, or had to give up
                                   ///< its copy
  std::uint64_t stall_frontend{};  ///< STALL_FRONTEND: nothing issued, nothing fetched to issue
  std::uint64_t stall_backend{};   ///< STALL_BACKEND: nothing issued, the window is full
  std::uint64_t stall_slot_frontend{};  ///< STALL_SLOT_FRONTEND: slots left free, else
  std::uint64_t stall_slot_backend{};   ///< STALL_SLOT_BACKEND: slots left free, the window is full
  std::uint64_t order_restarts{};  ///< loads taken again since an older access had their address
};

}  // namespace pmusim::memory
