// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pmusim::userspace {

/// The config value of an event named without a PMU: a generic name of perf (in lower case, as perf
/// has them), or an architected event in any case. Nothing when there is no such event.
[[nodiscard]] std::optional<std::uint64_t> named_event(std::string_view name);

/// The config value of a raw event: "r3f", 1 to 16 hexadecimal digits.
[[nodiscard]] std::optional<std::uint64_t> raw_event(std::string_view name);

/// Why a name that perf knows names no event of an Arm PMU here; nothing when perf does not know
/// it.
[[nodiscard]] std::optional<std::string> why_not_modelled(std::string_view name);

/// The name that is nearest to `name`, in lower case, among events (or among `candidates`). Empty
/// when none is near.
[[nodiscard]] std::string nearest_event(std::string_view name);
[[nodiscard]] std::string nearest_of(std::string_view name,
                                     std::span<const std::string_view> candidates);

}  // namespace pmusim::userspace
