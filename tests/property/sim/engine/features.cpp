// SPDX-License-Identifier: Apache-2.0
#include "tests/property/sim/engine/features.h"

#include <algorithm>
#include <functional>

#include "models/activity/events.h"

namespace pmusim::test {

namespace {

constexpr RegValue kThresholdBits = 0xe000'0fff'0000'0000;  // TC and TH
constexpr RegValue kEdgeBit = RegValue{1} << 60U;

template <class List, class Claim>
bool any(const List& list, Claim claim) {
  return std::ranges::any_of(list, claim);
}

bool takes(const engine::RunResult& result, scenario::InterruptSource source) {
  return any(result.cpus, [&](const auto& cpu) {
    return cpu.interrupts_by_source[static_cast<std::size_t>(source)] > 0;
  });
}

bool has_two_clocks(const scenario::Scenario& scenario) {
  return any(scenario.cpus, [&](const auto& cpu) {
    return cpu.frequency_mhz != scenario.cpus.front().frequency_mhz;
  });
}

bool has_skid(const scenario::Scenario& scenario, const engine::RunResult& result) {
  for (std::size_t i = 0; i < result.cpus.size(); ++i) {
    if (scenario.cpus[i].irq_skid.count() > 0 && result.cpus[i].interrupts_by_source[0] > 0) {
      return true;
    }
  }
  return false;
}

bool writes_pmu(const std::vector<scenario::Item>& items) {
  return any(items, [](const scenario::Item& item) {
    if (const auto* loop = std::get_if<scenario::RepeatItem>(&item.what)) {
      return writes_pmu(loop->body);
    }
    return std::holds_alternative<scenario::MsrItem>(item.what);
  });
}

bool has_delayed_write(const scenario::Scenario& scenario) {
  return scenario.pmu_write_effect.mode != scenario::PmuWriteEffect::Mode::immediate &&
         any(scenario.tasks, [](const auto& task) { return writes_pmu(task.body); });
}

bool freezes(const engine::RunResult& result) {
  return any(result.cpus, [](const auto& cpu) {
    return any(cpu.counters, [](const auto& counter) {
      return any(counter.why, [](const auto& why) { return why.reason == "frozen"; });
    });
  });
}

/// The type register of event counter `index` at the end of the run.
RegValue type_of(const engine::CpuResult& cpu, std::size_t index) {
  const std::string name = "PMEVTYPER" + std::to_string(index) + "_EL0";
  const auto found =
      std::ranges::find(cpu.registers, name, &std::pair<std::string, RegValue>::first);
  return found == cpu.registers.end() ? 0 : found->second;
}

/// A counter whose type has one of `bits` could count for some cycles, and so could what feeds it.
bool counts_with(const engine::RunResult& result, RegValue bits, bool chain) {
  return any(result.cpus, [&](const engine::CpuResult& cpu) {
    for (std::size_t i = 0; i < cpu.counters.size(); ++i) {
      const engine::CounterResult& counter = cpu.counters[i];
      const bool is_chain = counter.event == kChain;
      if (counter.name.starts_with("PMEVCNTR") && (type_of(cpu, i) & bits) != 0 &&
          counter.counting.count() > 0 && is_chain == chain &&
          (!chain || cpu.counters[i - 1].overflow_flag)) {
        return true;
      }
    }
    return false;
  });
}

bool has_random_stream(const scenario::Scenario& scenario) {
  return any(scenario.activities, [](const auto& activity) {
    return activity.pipeline.has_value() || any(activity.streams, [](const auto& stream) {
             return std::holds_alternative<scenario::RandomStream>(stream.stream) ||
                    std::holds_alternative<scenario::BurstStream>(stream.stream);
           });
  });
}

bool nests(const engine::RunResult& result) {
  return any(result.cpus, [](const auto& cpu) { return cpu.deepest_interrupt > 1; });
}

bool samples(const engine::RunResult& result) {
  return any(result.events, [](const auto& event) { return event.overflows > 0; });
}

bool executes_program(const std::vector<scenario::Item>& items) {
  return any(items, [](const scenario::Item& item) {
    const auto* loop = std::get_if<scenario::RepeatItem>(&item.what);
    return std::holds_alternative<scenario::CodeItem>(item.what) ||
           (loop != nullptr && executes_program(loop->body));
  });
}

/// CPUs whose tasks have programs, and on which `claim` holds.
std::size_t count_with_program(const scenario::Scenario& scenario,
                               const engine::RunResult& result,
                               const std::function<bool(const engine::CpuResult&)>& claim) {
  std::vector<bool> has(result.cpus.size());
  for (const scenario::TaskSpec& task : scenario.tasks) {
    const std::size_t cpu = task.cpus.front().value();
    has[cpu] = has[cpu] || (executes_program(task.body) && claim(result.cpus[cpu]));
  }
  return static_cast<std::size_t>(std::ranges::count(has, true));
}

bool was_written(const scenario::Scenario& scenario, const engine::RunResult& result) {
  return any(result.memory, [&](const auto& location) {
    return any(location.words, [&](std::uint64_t word) {
      return word != scenario.memory.locations.front().initial;
    });
  });
}

}  // namespace

std::string features_of(const scenario::Scenario& scenario, const engine::RunResult& result) {
  const std::array<bool, kFeatures.size()> has{
      has_two_clocks(scenario),
      takes(result, scenario::InterruptSource::ipi),
      takes(result, scenario::InterruptSource::timer),
      has_skid(scenario, result),
      has_delayed_write(scenario),
      freezes(result),
      counts_with(result, kThresholdBits, true),
      counts_with(result, kEdgeBit, false),
      nests(result),
      has_random_stream(scenario),
      samples(result),
      scenario.end_ns && result.simulated_ps == *scenario.end_ns * 1000,
      was_written(scenario, result),
      count_with_program(
          scenario, result, [](const auto& cpu) { return cpu.interrupts_taken > 3; }) > 0,
      was_written(scenario, result) &&
          count_with_program(scenario, result, [](const auto&) { return true; }) > 1,
  };
  std::string text;
  for (const bool feature : has) {
    text += feature ? '1' : '0';
  }
  return text;
}

}  // namespace pmusim::test
