// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/memory/concurrent_program.h"

namespace pmusim::test {

/// What a program can try a memory model with.
enum class Feature : std::uint8_t {
  loaded_address,   ///< an access at an address that was loaded
  false_address,    ///< an access at an address with a false dependency
  cas,              ///< a CAS
  cas_loaded,       ///< a CAS that compares with something loaded
  exclusives,       ///< a load-exclusive and a store-exclusive
  between_halves,   ///< an access between the two halves of an exclusive pair
  select,           ///< a conditional select
  zero_result,      ///< an atomic whose result is discarded
  branch_isb,       ///< an ISB after a branch
  acquire_release,  ///< a load-acquire, of one kind or the other, and a store-release
  dsb_stores,       ///< DSB ST
  forwarded,        ///< a load from a base that the thread has stored to
  three_threads,
  narrow,  ///< 32-bit accesses
  pair,    ///< LDP or STP
};

inline constexpr std::size_t kFeatures = 15;

[[nodiscard]] std::string_view to_text(Feature feature);

/// The features that a program has, in the order of the enumerators.
[[nodiscard]] std::vector<Feature> features_of(const memory::ConcurrentProgram& program);

}  // namespace pmusim::test
