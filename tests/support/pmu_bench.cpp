// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pmu_bench.h"

#include <string>

#include "models/common/expect.h"

namespace pmusim::test {
namespace {

PmuRegister named(std::string_view name) {
  const auto reg = find_register(name);
  PMUSIM_EXPECT(reg.has_value(), "a test names a register that does not exist");
  return *reg;
}

}  // namespace

PmuBench::PmuBench(const PmuConfig& config, WriteEffect effect) : core{config, effect} {}

PmuBench& PmuBench::set(std::string_view name, RegValue value) {
  core.set_raw(named(name), value);
  return *this;
}

RegValue PmuBench::get(std::string_view name) const {
  return core.raw(named(name));
}

AccessOutcome PmuBench::write(std::string_view name, RegValue value) {
  return core.write(encoding_of(named(name)), value, context);
}

SysRegRead PmuBench::read(std::string_view name) const {
  return core.read(encoding_of(named(name)), context);
}

PmuBench& PmuBench::events(const std::vector<std::uint32_t>& amounts) {
  auto activity = std::make_unique<ScriptedActivity>();
  activity->cycle_by_cycle(kEvent, amounts);
  return run(std::move(activity), amounts.size());
}

PmuBench& PmuBench::idle(std::uint64_t cycles) {
  return run(std::make_unique<ScriptedActivity>(), cycles);
}

PmuBench& PmuBench::run(std::unique_ptr<ScriptedActivity> activity, std::uint64_t cycles) {
  activities_.push_back(std::move(activity));
  core.begin(context, *activities_.back(), 0);
  core.advance(Cycles{cycles});
  return *this;
}

PmuBench& count_event(PmuBench& bench, unsigned counter, RegValue start) {
  const std::string index = std::to_string(counter);
  bench.set("PMEVTYPER" + index + "_EL0", kEvent.value());
  bench.set("PMEVCNTR" + index + "_EL0", start);
  bench.set("PMCNTEN", bench.get("PMCNTEN") | RegValue{1} << counter);
  return bench.set("PMCR_EL0", bench.get("PMCR_EL0") | 1U);
}

}  // namespace pmusim::test
