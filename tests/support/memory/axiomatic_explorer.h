// SPDX-License-Identifier: Apache-2.0
//
// A second explorer: slow, simple, written from the axioms and not from models/memory. It builds
// every execution graph of a small program (runs of the threads, coherence, reads-from) and keeps
// those that the Armv8 memory model allows. With the model's explorer it shares the types of
// programs and the arithmetic of single instructions, and no rule and no code.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "models/memory/concurrent_program.h"

namespace pmusim::test {

/// What it may cost before it gives up.
struct AxiomaticLimits {
  std::size_t runs{1'000};            ///< of one thread
  std::size_t combinations{100'000};  ///< of one run from each thread
};

/// The final states that `program` may end in, of what is `observed`. Nothing when a limit is
/// reached or an instruction is not covered (see `runs_of`).
[[nodiscard]] std::optional<std::set<memory::FinalState>> axiomatic_states(
    const memory::ConcurrentProgram& program,
    const std::vector<memory::Observable>& observed,
    const AxiomaticLimits& limits = {});

}  // namespace pmusim::test
