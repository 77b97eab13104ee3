// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/pmus.h"

#include <map>

#include <fmt/format.h>

namespace pmusim::scenario {

std::vector<std::vector<CpuId>> pmus_of(std::span<const CpuSpec> cpus) {
  std::vector<std::vector<CpuId>> pmus;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t cpu = 0; cpu < cpus.size(); ++cpu) {
    const auto [place, is_new] = places.try_emplace(cpus[cpu].type, pmus.size());
    if (is_new) {
      pmus.emplace_back();
    }
    pmus[place->second].emplace_back(static_cast<std::uint16_t>(cpu));
  }
  return pmus;
}

std::optional<std::size_t> pmu_called(std::string_view name, std::size_t pmus) {
  for (std::size_t pmu = 0; pmu < pmus; ++pmu) {
    if (name == fmt::format("{}_{}", kAnyPmu, pmu)) {
      return pmu;
    }
  }
  return std::nullopt;
}

}  // namespace pmusim::scenario
