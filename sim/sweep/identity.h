// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/overrides.h"
#include "sim/sweep/parameter.h"

namespace pmusim::sweep {

/// What makes two calls the same sweep: equal identities give equal results at every point.
struct Identity {
  std::string version;                        ///< of the program
  std::string scenario;                       ///< its name
  std::uint64_t content{};                    ///< hash of the scenario and of what it reads
  std::vector<scenario::Override> overrides;  ///< --set and --seed
  std::string parameters;                     ///< @see parameters_json
  std::vector<std::string> measures;          ///< --measure; empty: the default
};

/// FNV-1a. It tells files apart that differ by accident.
[[nodiscard]] std::uint64_t hash_of(std::string_view bytes,
                                    std::uint64_t before = 0xcbf29ce484222325);

/// Pointers and values as compact JSON; a million values take less room so.
[[nodiscard]] std::string parameters_json(const std::vector<Parameter>& parameters);

/// The identity as compact JSON on one line.
[[nodiscard]] std::string to_json(const Identity& identity);

/// What differs between two identities in the form of to_json, for people: "--param differs".
[[nodiscard]] std::string difference(std::string_view found, std::string_view wanted);

}  // namespace pmusim::sweep
