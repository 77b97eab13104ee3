// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace pmusim::memory {

/// What a pipeline did, in the terms of the PMU's events (Arm ARM, D13.12).
struct PipelineCounts {
  std::uint64_t cycles{};            ///< CPU_CYCLES
  std::uint64_t inst_retired{};      ///< INST_RETIRED
  std::uint64_t op_retired{};        ///< OP_RETIRED
  std::uint64_t op_spec{};           ///< OP_SPEC: those of wrong paths too
  std::uint64_t mem_access_rd{};     ///< MEM_ACCESS_RD: satisfied, those of wrong paths too
  std::uint64_t mem_access_wr{};     ///< MEM_ACCESS_WR
  std::uint64_t br_retired{};        ///< BR_RETIRED
  std::uint64_t br_mis_pred{};       ///< BR_MIS_PRED: decided against the prediction
  std::uint64_t l1d_cache{};         ///< L1D_CACHE
  std::uint64_t l1d_cache_refill{};  ///< L1D_CACHE_REFILL
  std::uint64_t remote_access{};     ///< REMOTE_ACCESS: the line came from another CPU
  std::uint64_t stall_frontend{};    ///< STALL_FRONTEND: nothing issued, nothing fetched to issue
  std::uint64_t stall_backend{};     ///< STALL_BACKEND: nothing issued, the window is full
  std::uint64_t order_restarts{};    ///< loads taken again since an older access had their address
};

}  // namespace pmusim::memory
