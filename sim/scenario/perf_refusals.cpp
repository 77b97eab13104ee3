// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/perf_refusals.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "kernel_model/pmuv3/event_presence.h"
#include "models/activity/event_text.h"
#include "models/activity/events.h"
#include "models/pmu/identification.h"
#include "sim/scenario/pmus.h"

namespace pmusim::scenario {
namespace {

std::vector<CpuId> one_of_each_type(const Resolution& r, std::span<const CpuId> cpus) {
  std::vector<CpuId> kinds;
  for (const CpuId cpu : cpus) {
    const std::string& type = r.out.cpus[cpu.value()].type;
    const auto same = [&](CpuId other) { return r.out.cpus[other.value()].type == type; };
    if (std::ranges::none_of(kinds, same)) {
      kinds.push_back(cpu);
    }
  }
  return kinds;
}

std::string counters_of(const CpuSpec& spec) {
  return fmt::format("it has {} event counter{} and the cycle counter{}",
                     spec.pmu.event_counters,
                     spec.pmu.event_counters == 1 ? "" : "s",
                     spec.pmu.instruction_counter ? ", and the instruction counter" : "");
}

}  // namespace

PerfRefusals::PerfRefusals(Resolution& r) : r_{r}, pmus_{pmus_of(r.out.cpus)} {
  for (const CpuSpec& cpu : r.out.cpus) {
    allotments_.emplace_back(cpu.pmu, r.out.aarch32_kernel);
  }
}

void PerfRefusals::check(std::span<const PlacedEvent> events,
                         std::span<const CpuId> cpus,
                         bool of_task) {
  for (const PlacedEvent& event : events) {
    check_event(event);
    if (r_.cpus_are_known) {
      check_pmu(event, cpus, of_task);
      check_presence(event, cpus);
      check_threshold(event, cpus);
    }
  }
  if (!r_.cpus_are_known || !r_.model_is_known) {
    return;
  }
  if (r_.out.linux_kernel) {
    check_together(events, cpus);
  } else {
    allot(events, cpus);
  }
}

/// @linux v6.18 drivers/perf/arm_pmu.c armpmu_event_init
void PerfRefusals::check_pmu(const PlacedEvent& event, std::span<const CpuId> cpus, bool of_task) {
  if (event.pmu.empty() || event.pmu == kAnyPmu) {
    return;
  }
  if (!pmu_called(event.pmu, pmus_.size())) {
    r_.in.problem(
        event.at,
        fmt::format("there is no PMU called \"{}\"", printable(event.pmu)),
        fmt::format(
            "there {} {}_0{}, in the order of the CPU types' first CPUs; {} is any",
            pmus_.size() == 1 ? "is" : "are",
            kAnyPmu,
            pmus_.size() == 1 ? std::string{} : fmt::format(" to {}_{}", kAnyPmu, pmus_.size() - 1),
            kAnyPmu));
    return;
  }
  const auto other = std::ranges::find_if(cpus, [&](CpuId cpu) { return !is_of_pmu(event, cpu); });
  if (!of_task && other != cpus.end()) {
    r_.in.problem(
        event.at,
        fmt::format("ENOENT: {} is not one of {}", r_.out.cpus[other->value()].name, event.pmu),
        R"(name CPUs of this PMU in "cpus", or count for a "task")");
  }
}

/// An event that names no PMU takes any.
bool PerfRefusals::is_of_pmu(const PlacedEvent& event, CpuId cpu) const {
  const auto pmu = pmu_called(event.pmu, pmus_.size());
  return !pmu || std::ranges::find(pmus_[*pmu], cpu) != pmus_[*pmu].end();
}

/// What is refused on any CPU.
void PerfRefusals::check_event(const PlacedEvent& event) {
  constexpr std::uint64_t kUserRead = 2;
  if (event_number_of(event.attr) == kChain.value()) {
    r_.in.problem(event.at,
                  "the driver refuses event CHAIN",
                  R"(it pairs counters by itself for "long" events)");
  }
  if (event.attr.exclude_idle) {
    r_.in.problem(
        event.at, "the driver refuses to exclude the idle task", "leave out the modifier I");
  }
  if ((event.attr.config1 & kUserRead) != 0) {
    r_.in.problem(event.at,
                  "reading counters from user space (rdpmc) is not modelled yet",
                  {},
                  ErrorCode::not_modelled);
  }
  if (event.is_sibling && (event.attr.pinned || event.attr.exclusive)) {
    r_.in.problem(event.at,
                  "the kernel refuses a pinned or exclusive event that does not lead its group",
                  "give the modifier D or e to the first event of the group");
  }
}

/// A name is of use only where the driver finds its event; a number is not checked.
/// @linux v6.18 drivers/perf/arm_pmuv3.c armv8pmu_event_attr_is_visible, __armv8_pmuv3_map_event
void PerfRefusals::check_presence(const PlacedEvent& event, std::span<const CpuId> cpus) {
  if (!event.is_named || r_.in.has_problem_in(event.at)) {
    return;
  }
  const RegValue number = event_number_of(event.attr);
  const EventId id{static_cast<std::uint16_t>(number)};
  for (const CpuId cpu : one_of_each_type(r_, cpus)) {
    const CpuSpec& spec = r_.out.cpus[cpu.value()];
    const PmuConfig& pmu = spec.pmu;
    if (!is_of_pmu(event, cpu) ||
        kernel::is_present(pmceid_value(pmu, 0), pmceid_value(pmu, 1), number).value_or(true)) {
      continue;
    }
    r_.in.problem(event.at,
                  fmt::format(R"(the driver refuses "{}" (ENOENT): CPU type "{}" does not have {})",
                              printable(event.spec.event),
                              printable(spec.type),
                              event_text(id)),
                  implements_event(pmu, id)
                      ? R"(raise its "version" to p1, from which on it is identified)"
                      : R"(add it to "events" of its "pmu"; by its number it would be accepted)");
    return;
  }
}

void PerfRefusals::check_threshold(const PlacedEvent& event, std::span<const CpuId> cpus) {
  if (r_.out.aarch32_kernel && threshold_of(event.attr) > 0) {
    r_.in.problem(event.at,
                  fmt::format("threshold {} is above 0, the threshold_max of a 32-bit kernel",
                              threshold_of(event.attr)),
                  R"(leave the threshold out, or set "aarch32" of "kernel" to false)");
    return;
  }
  for (const CpuId cpu : cpus) {
    const CpuSpec& spec = r_.out.cpus[cpu.value()];
    const std::uint64_t greatest = (std::uint64_t{1} << spec.pmu.threshold_bits) - 1;
    if (is_of_pmu(event, cpu) && threshold_of(event.attr) > greatest) {
      r_.in.problem(
          event.at,
          fmt::format("threshold {} is above {}, the threshold_max of {}",
                      threshold_of(event.attr),
                      greatest,
                      spec.name),
          spec.pmu.at_least(PmuVersion::p4)
              ? fmt::format(R"(raise "threshold_bits" of CPU type "{}", or lower the threshold)",
                            printable(spec.type))
              : fmt::format(R"(thresholds need "version" p4 or later, CPU type "{}" has less)",
                            printable(spec.type)));
      return;
    }
  }
}

/// Bare CPUs: every event keeps its counter. Reports the first one for which none is left.
void PerfRefusals::allot(std::span<const PlacedEvent> events, std::span<const CpuId> cpus) {
  for (const PlacedEvent& event : events) {
    for (const CpuId cpu : cpus) {
      if (!allotments_[cpu.value()].take(event.attr)) {
        const CpuSpec& spec = r_.out.cpus[cpu.value()];
        r_.in.problem(
            event.at,
            fmt::format("no counter is left on {} for \"{}\": {}",
                        spec.name,
                        printable(event.spec.event),
                        counters_of(spec)),
            fmt::format(
                R"(count fewer events at a time, or raise "event_counters" of CPU type "{}")",
                printable(spec.type)));
        return;
      }
    }
  }
}

/// Linux: events take turns, but one that never fits, alone or with its group, is refused when it
/// is opened.
/// @linux v6.18 drivers/perf/arm_pmu.c validate_group
void PerfRefusals::check_together(std::span<const PlacedEvent> events,
                                  std::span<const CpuId> cpus) {
  for (const CpuId cpu : one_of_each_type(r_, cpus)) {
    const CpuSpec& spec = r_.out.cpus[cpu.value()];
    CounterAllotment allotment{spec.pmu};
    for (const PlacedEvent& event : events) {
      if (!event.is_sibling) {
        allotment = CounterAllotment{spec.pmu};
      }
      if (is_of_pmu(event, cpu) && !allotment.take(event.attr) && !r_.in.has_problem_in(event.at)) {
        r_.in.problem(event.at,
                      fmt::format("the driver refuses \"{}\": {} never has a counter for it{}; {}",
                                  printable(event.spec.event),
                                  spec.name,
                                  event.is_sibling ? " besides those before it in its group" : "",
                                  counters_of(spec)),
                      fmt::format(R"({}raise "event_counters" of CPU type "{}")",
                                  event.is_sibling ? "use a smaller group, or " : "",
                                  printable(spec.type)));
      }
    }
  }
}

}  // namespace pmusim::scenario
