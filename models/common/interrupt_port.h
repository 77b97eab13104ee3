// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "models/common/units.h"

namespace pmusim {

/// Where an interrupt of a CPU comes from, by falling priority.
enum class InterruptLine : std::uint8_t { pmu, ipi, timer };
inline constexpr std::size_t kInterruptLines = 3;

[[nodiscard]] constexpr std::string_view to_string(InterruptLine line) {
  switch (line) {
    case InterruptLine::pmu:
      return "pmu";
    case InterruptLine::ipi:
      return "ipi";
    case InterruptLine::timer:
      return "timer";
  }
  return "?";
}

/// No instant at all.
inline constexpr CycleTime kNever{std::numeric_limits<std::uint64_t>::max()};

/// An interrupt that a CPU takes.
struct TakenInterrupt {
  InterruptLine line{};
  CycleTime raised;  ///< own cycles that had ended when it was published
  CycleTime taken;   ///< own cycle that is the handler's first
};

/// The interrupt controller as its CPU sees it. Instants are edges of that CPU's clock.
class InterruptPort {
 public:
  InterruptPort() = default;
  InterruptPort(const InterruptPort&) = delete;
  InterruptPort& operator=(const InterruptPort&) = delete;
  virtual ~InterruptPort() = default;

  /// The PMU's line is `level` from edge `at` on, and was the previous level until then.
  virtual void drive_pmu(CycleTime at, bool level) = 0;

  /// The first edge at which an interrupt is visible if all lines stay as they are, or kNever. It
  /// may lie in the past: then one is visible now.
  [[nodiscard]] virtual CycleTime first_visible() const = 0;

  /// Takes the visible interrupt of the highest priority. @pre first_visible() <= now
  virtual TakenInterrupt take(CycleTime now) = 0;
};

/// Where a CPU sends inter-processor interrupts.
class IpiPort {
 public:
  IpiPort() = default;
  IpiPort(const IpiPort&) = delete;
  IpiPort& operator=(const IpiPort&) = delete;
  virtual ~IpiPort() = default;

  /// `sender` publishes it at its own edge `at`.
  virtual void send(CpuId sender, CycleTime at, CpuId target) = 0;
};

}  // namespace pmusim
