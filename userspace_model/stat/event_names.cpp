// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/stat/event_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "models/activity/events.h"
#include "models/common/text.h"

namespace pmusim::userspace {

namespace {

struct GenericName {
  std::string_view name;
  std::uint16_t event;
};

/// @linux v6.18 tools/perf/util/parse-events.c event_symbols_hw for the names,
///        drivers/perf/arm_pmuv3.c armv8_pmuv3_perf_map for the events
constexpr std::array kGenericNames{
    GenericName{"cpu-cycles", 0x0011},
    GenericName{"cycles", 0x0011},
    GenericName{"instructions", 0x0008},
    GenericName{"cache-references", 0x0004},
    GenericName{"cache-misses", 0x0003},
    GenericName{"branch-instructions", 0x0021},
    GenericName{"branches", 0x0021},
    GenericName{"branch-misses", 0x0010},
    GenericName{"bus-cycles", 0x001D},
    GenericName{"stalled-cycles-frontend", 0x0023},
    GenericName{"idle-cycles-frontend", 0x0023},
    GenericName{"stalled-cycles-backend", 0x0024},
    GenericName{"idle-cycles-backend", 0x0024},
};

/// @linux v6.18 tools/perf/util/parse-events.c event_symbols_sw
constexpr std::array<std::string_view, 16> kSoftwareNames{"cpu-clock",
                                                          "task-clock",
                                                          "page-faults",
                                                          "faults",
                                                          "context-switches",
                                                          "cs",
                                                          "cpu-migrations",
                                                          "migrations",
                                                          "minor-faults",
                                                          "major-faults",
                                                          "alignment-faults",
                                                          "emulation-faults",
                                                          "dummy",
                                                          "bpf-output",
                                                          "cgroup-switches",
                                                          "duration_time"};

/// First parts of the cache events, such as L1-dcache-load-misses.
/// @linux v6.18 tools/perf/util/evsel.c evsel__hw_cache
constexpr std::array<std::string_view, 8> kCacheNames{
    "L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "node", "L2", "branch"};

constexpr std::size_t kLongestCompared = 64;

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string in_lower_case(std::string_view text) {
  std::string lower{text};
  std::ranges::transform(lower, lower.begin(), lower_case);
  return lower;
}

}  // namespace

std::optional<std::uint64_t> named_event(std::string_view name) {
  const auto generic = std::ranges::find(kGenericNames, name, &GenericName::name);
  if (generic != kGenericNames.end()) {
    return generic->event;
  }
  if (const auto event = find_event(name)) {
    return event->value();
  }
  return std::nullopt;
}

std::optional<std::uint64_t> raw_event(std::string_view name) {
  constexpr std::size_t kMostDigits = 16;
  if (!name.starts_with('r') || name.size() < 2 || name.size() > kMostDigits + 1) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), value, 16);
  if (error != std::errc{} || end != name.data() + name.size()) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::string> why_not_modelled(std::string_view name) {
  if (std::ranges::find(kSoftwareNames, name) != kSoftwareNames.end()) {
    return "a software event of perf; events of the PMU are modelled";
  }
  if (name == "ref-cycles") {
    return "the Arm PMUv3 driver has no reference cycles";
  }
  if (std::ranges::any_of(kCacheNames, [&](std::string_view cache) {
        return name.starts_with(cache) &&
               (name.size() == cache.size() || name[cache.size()] == '-');
      })) {
    return "a cache event of perf; the event of the PMU has an Arm name, for example "
           "l1d_cache_refill";
  }
  return std::nullopt;
}

std::string nearest_of(std::string_view name, std::span<const std::string_view> candidates) {
  const std::string_view compared = name.substr(0, kLongestCompared);
  std::size_t fewest = compared.size() / 3 + 2;
  std::string_view nearest;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(compared, candidate);
    if (distance < fewest) {
      fewest = distance;
      nearest = candidate;
    }
  }
  return in_lower_case(nearest);
}

std::string nearest_event(std::string_view name) {
  std::vector<std::string_view> names;
  names.reserve(kGenericNames.size() + architected_events().size());
  for (const GenericName& generic : kGenericNames) {
    names.push_back(generic.name);
  }
  for (const EventDesc& event : architected_events()) {
    names.push_back(event.name);
  }
  return nearest_of(name, names);
}

}  // namespace pmusim::userspace
