// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vector_table.h"

#include "models/activity/events.h"
#include "models/pmu/pmu_core.h"
#include "sim/engine/listed_activity.h"

namespace pmusim::engine {
namespace {

/// The event that makes a counter move by one in a cycle in which it may count.
constexpr RegValue kProbeEvent = kCpuCyclesEventNumber;
constexpr RegValue kEventNumber = 0xffff;

PmuRegister counter_of(const Table& table) {
  switch (table.counter) {
    case kCycleCounter:
      return {PmuReg::pmccntr_el0, 0};
    case kInstructionCounter:
      return {PmuReg::pmicntr_el0, 0};
    default:
      return {PmuReg::pmevcntr_el0, table.counter};
  }
}

void set_base(PmuCore& pmu, const Table& table) {
  for (unsigned counter = 0; counter < pmu.config().event_counters; ++counter) {
    pmu.set_raw({PmuReg::pmevtyper_el0, counter}, table.filters);
  }
  pmu.set_raw({PmuReg::pmccfiltr_el0, 0}, table.filters);
  pmu.set_raw({PmuReg::pmicfiltr_el0, 0}, table.filters);
  for (const RawRegister& raw : table.base) {
    pmu.set_raw(raw.reg, raw.value);
  }
}

/// What entry number `entry` sets on top of the base.
void set_variables(PmuCore& pmu, const Table& table, std::size_t entry, ExecutionContext& context) {
  for (std::size_t bit = 0; bit < table.variables.size(); ++bit) {
    const TableVariable& variable = table.variables[bit];
    const bool value = (entry >> bit & 1U) != 0;
    switch (variable.kind) {
      case TableVariable::Kind::nothing:
        break;
      case TableVariable::Kind::debug_state:
        context.debug_state = value;
        break;
      case TableVariable::Kind::field: {
        const RegValue others = pmu.raw(variable.reg) & ~variable.mask;
        const RegValue lowest = variable.mask & (~variable.mask + 1);
        pmu.set_raw(variable.reg, others | (value ? lowest : 0));
        break;
      }
    }
  }
}

/// Every event counter counts cycles, whatever event the table gives it.
void set_probes(PmuCore& pmu) {
  for (unsigned counter = 0; counter < pmu.config().event_counters; ++counter) {
    const PmuRegister type{PmuReg::pmevtyper_el0, counter};
    pmu.set_raw(type, (pmu.raw(type) & ~kEventNumber) | kProbeEvent);
  }
}

/// Runs one cycle and looks whether the counter moved.
bool counts(const Table& table, const PmuConfig& config, std::size_t entry) {
  PmuCore pmu{config};
  pmu.restore(PmuState{});
  ExecutionContext context = table.context;
  set_base(pmu, table);
  set_variables(pmu, table, entry, context);
  set_probes(pmu);
  const RegValue before = pmu.raw(counter_of(table));
  SteadyActivity activity{{{kInstRetired, 1}}, 1};
  pmu.begin(context, activity, 0);
  pmu.advance(Cycles{1});
  return pmu.raw(counter_of(table)) != before;
}

}  // namespace

RunOutcome run_table(const Table& table,
                     const PmuConfig& config,
                     PmuProfile profile,
                     const RunLimits& limits) {
  for (std::size_t entry = 0; entry < table.counts.size(); ++entry) {
    if (limits.is_stopped() || entry == limits.spans) {
      return {
          limits.is_stopped() ? RunOutcome::End::stopped : RunOutcome::End::too_long, entry, {}};
    }
    const bool is_inverted =
        profile == PmuProfile::manual && !table.inverted.empty() && table.inverted[entry];
    const bool want = table.counts[entry] != is_inverted;
    if (counts(table, config, entry) != want) {
      return {RunOutcome::End::complete,
              entry,
              VectorFailure{.file = {},
                            .id = {},
                            .step = entry,
                            .what = "counts",
                            .want = want ? "1" : "0",
                            .got = want ? "0" : "1"}};
    }
  }
  return {};
}

}  // namespace pmusim::engine
