// SPDX-License-Identifier: Apache-2.0
//
// A second PMU: slow, simple, one cycle at a time, written from the manual's rules and not from
// models/pmu. It shares the configuration, the context and the plain storage of the registers with
// the model, and no rule, no field position and no code.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/common/context.h"
#include "models/pmu/pmu_config.h"
#include "models/pmu/pmu_state.h"

namespace pmusim::test {

/// What happens in one cycle: event number and occurrences. CPU_CYCLES, SW_INCR and CHAIN are the
/// PMU's own and not listed.
using CycleEvents = std::vector<std::pair<std::uint16_t, std::uint32_t>>;

/// How often something worth testing happened while the oracle ticked.
struct Seen {
  std::uint64_t counted{};
  std::uint64_t frozen{};             ///< a counter that froze and would have counted
  std::uint64_t frozen_same_cycle{};  ///< the same, by a flag set earlier in the same cycle
  std::uint64_t filtered{};
  std::uint64_t prohibited{};
  std::uint64_t second_range{};     ///< counts of second-range counters
  std::uint64_t chain{};            ///< CHAIN occurrences given
  std::uint64_t chain_threshold{};  ///< CHAIN occurrences given to a counter with a threshold
  std::uint64_t edge{};             ///< edges counted
  std::uint64_t threshold_drop{};   ///< amounts that a threshold did not let through
  std::uint64_t overflow{};
  std::uint64_t jump_over{};   ///< overflows by an amount above 1 that left a residue
  std::uint64_t overflow64{};  ///< overflows at bit 64
  std::uint64_t software{};    ///< SW_INCR occurrences counted
  std::uint64_t divided{};     ///< increments of the divided cycle counter
  std::uint64_t instruction_counter{};
  std::uint64_t wide_amount{};  ///< amounts above 255
  std::uint64_t line_rose{};
  std::uint64_t at_el3{};
};

class PmuOracle {
 public:
  explicit PmuOracle(PmuConfig config) : config_{std::move(config)} {}

  PmuState state;
  Seen seen;

  /// One cycle in `context`.
  void tick(const ExecutionContext& context, const CycleEvents& events);

  /// The level of the interrupt request line.
  [[nodiscard]] bool interrupt_level() const;

  // Writes by software that no control stops: at the highest Exception level.
  void write_pmcr(RegValue value);
  void write_pmswinc(RegValue value);
  void write_pmovsclr(RegValue value);
  void write_pmovsset(RegValue value);
  void write_pmcntenset(RegValue value);
  void write_pmcntenclr(RegValue value);
  void write_pmintenset(RegValue value);
  void write_pmintenclr(RegValue value);
  void write_pmevtyper(unsigned counter, RegValue value);
  void write_pmevcntr(unsigned counter, RegValue value);
  void write_pmccntr(RegValue value);
  void write_pmzr(RegValue value);

 private:
  enum class Verdict : std::uint8_t { counts, halted, disabled, prohibited, frozen, filtered };

  [[nodiscard]] bool is_second_range(unsigned counter) const;
  [[nodiscard]] bool range_enabled(unsigned counter) const;
  [[nodiscard]] bool events_prohibited(unsigned counter, const ExecutionContext& context) const;
  [[nodiscard]] bool cycle_counter_stopped(const ExecutionContext& context) const;
  [[nodiscard]] bool is_frozen(unsigned counter, RegValue flags) const;
  [[nodiscard]] bool passes_filter(RegValue filter, const ExecutionContext& context) const;
  [[nodiscard]] Verdict verdict(unsigned counter,
                                RegValue flags,
                                const ExecutionContext& context) const;
  [[nodiscard]] bool may_count(unsigned counter, const ExecutionContext& context);

  void visit_instruction_counter(std::uint64_t occurrences, const ExecutionContext& context);
  void visit_event_counter(unsigned counter, const ExecutionContext& context);
  void visit_cycle_counter(const ExecutionContext& context);
  [[nodiscard]] std::uint64_t through_threshold(unsigned counter, std::uint64_t amount);
  [[nodiscard]] bool condition(unsigned counter, std::uint64_t amount) const;
  void set_history(unsigned counter, bool condition);
  void increase(unsigned counter, std::uint64_t increment);
  void give_chain(unsigned counter);
  [[nodiscard]] RegValue counter_bits() const;

  PmuConfig config_;
  std::array<std::uint64_t, 31> accumulator_{};
  RegValue flags_at_start_{};
  bool line_was_{};
};

}  // namespace pmusim::test
