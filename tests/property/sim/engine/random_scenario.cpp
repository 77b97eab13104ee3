// SPDX-License-Identifier: Apache-2.0
#include "tests/property/sim/engine/random_scenario.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "models/activity/events.h"
#include "models/common/random.h"
#include "models/pmu/pmu_registers.h"
#include "tests/property/sim/engine/random_programs.h"
#include "tests/unit/sim/engine/scenarios.h"

namespace pmusim::test {

namespace {

using namespace scenario;

/// Events that some activity produces.
constexpr std::array kEvents{
    EventId{0x3f}, EventId{0x3d}, EventId{0x3a}, EventId{0x08}, EventId{0x10}, EventId{0x23}};

constexpr std::array kContexts{
    ExecutionContext{.level = ExceptionLevel::el0},
    ExecutionContext{.level = ExceptionLevel::el0},
    ExecutionContext{.level = ExceptionLevel::el1},
    ExecutionContext{.level = ExceptionLevel::el1},
    ExecutionContext{.level = ExceptionLevel::el2},
    ExecutionContext{.level = ExceptionLevel::el1, .security = SecurityState::secure},
    ExecutionContext{.level = ExceptionLevel::el1, .debug_state = true},
};

constexpr RegValue kAllFlags = 0x1'ffff'ffff;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_{seed} {}

  Scenario make() {
    Scenario s;
    s.file = "random";
    s.name = "random";
    s.seed = draw();
    s.vhe = chance(50);
    s.pmu_write_effect = write_effect();
    const std::size_t cpus = 1 + below(4);
    cpus_ = cpus;
    for (std::size_t i = below(2); i < 3; ++i) {
      s.activities.push_back(activity());
    }
    activities_ = s.activities.size();
    codes_ = chance(50) ? add_random_programs(s, draw()) : 0;
    for (std::size_t i = 0; i < cpus; ++i) {
      s.cpus.push_back(cpu(i));
    }
    for (std::size_t i = 0; i < cpus; ++i) {
      for (std::size_t tasks = chance(15) ? 0 : 1 + below(2); tasks > 0; --tasks) {
        has_timer_ = s.cpus[i].timer_period_ns.has_value();
        s.tasks.push_back(task(i, s.tasks.size()));
      }
    }
    if (chance(30)) {
      s.perf.push_back(perf(cpus));
    }
    // Most runs are cut somewhere, in the middle of whatever happens then.
    s.end_ns = chance(80) ? 200 + below(6000) : 20'000;
    return s;
  }

 private:
  std::uint64_t draw() { return random_.at(next_++); }

  std::uint64_t below(std::uint64_t limit) { return draw() % limit; }

  bool chance(std::uint64_t percent) { return below(100) < percent; }

  template <class List>
  const auto& one_of(const List& list) {
    return list[below(list.size())];
  }

  PmuWriteEffect write_effect() {
    using Mode = PmuWriteEffect::Mode;
    constexpr std::array kModes{Mode::immediate, Mode::at_context_sync, Mode::after_cycles};
    return {.mode = one_of(kModes), .cycles = Cycles{1 + below(60)}};
  }

  StreamSpec stream() {
    switch (below(6)) {
      case 0:
        return ConstantStream{static_cast<std::uint32_t>(below(5))};
      case 1:
        return PeriodicStream{1 + below(40), below(40), static_cast<std::uint32_t>(1 + below(9))};
      case 2:
        return run_lengths();
      case 3:
        return listed();
      case 4:
        return random_stream();
      default:
        return BurstStream{
            2.0 + static_cast<double>(below(20)), 5.0 + static_cast<double>(below(50)), 3};
    }
  }

  static RandomStream random_stream() {
    RandomStream stream;
    stream.distribution.probability = 0.3;
    return stream;
  }

  RunLengthStream run_lengths() {
    RunLengthStream stream;
    for (std::size_t pieces = 1 + below(8); pieces > 0; --pieces) {
      stream.runs.push_back(
          {static_cast<std::uint32_t>(1 + below(50)), static_cast<std::uint32_t>(below(6))});
    }
    return stream;
  }

  ListedStream listed() {
    ListedStream stream;
    const std::uint64_t greatest = one_of(std::array<std::uint64_t, 3>{8, 300, 70'000});
    for (std::size_t length = 1 + below(90); length > 0; --length) {
      stream.amounts.push_back(static_cast<std::uint32_t>(below(greatest)));
    }
    return stream;
  }

  ActivitySpec activity() {
    ActivitySpec spec;
    if (chance(40)) {
      spec.pipeline = PipelineSpec{};
      spec.pipeline->retire_share = 0.9;
      spec.pipeline->operations_per_instruction = 1.2;
    }
    for (const EventId event : kEvents) {
      if (chance(60)) {
        spec.streams.push_back({event, stream()});
      }
    }
    return spec;
  }

  PmuConfig pmu() {
    constexpr std::array kVersions{PmuVersion::p1,
                                   PmuVersion::p4,
                                   PmuVersion::p5,
                                   PmuVersion::p7,
                                   PmuVersion::p8,
                                   PmuVersion::p9};
    PmuConfig config;
    config.version =
        chance(60) ? one_of(std::array{PmuVersion::p8, PmuVersion::p9}) : one_of(kVersions);
    config.event_counters = static_cast<unsigned>(2 + below(6));
    config.el2 = chance(90);
    config.el3 = chance(80);
    config.threshold_bits = chance(70) ? 12 : 4;
    if (!config.at_least(PmuVersion::p4) || chance(15)) {
      config.threshold_bits = 0;
    }
    config.edge = config.threshold_bits > 0 && chance(70);
    config.instruction_counter = config.at_least(PmuVersion::p9) && chance(70);
    config.aarch32 = chance(30);
    config.readings.cycle_flag_never_freezes = chance(70);
    config.readings.freeze_from_next_cycle = chance(20);
    config.readings.chain_ignores_filter = chance(20);
    config.readings.edge_history_is_previous_cycle = chance(20);
    config.readings.divider_phase_restarts = chance(20);
    return config;
  }

  RegValue event_type(unsigned counter, bool may_chain) {
    RegValue type = (codes_ > 0 && chance(50) ? one_of(kCodeEvents) : one_of(kEvents)).value();
    if (may_chain && counter % 2 == 1 && chance(75)) {
      type = kChain.value();
    } else if (chance(10)) {
      type = kCpuCycles.value();
    } else if (chance(5)) {
      type = kSwIncr.value();
    }
    if (chance(80)) {
      type |= RegValue{1} << 27U;  // NSH: count at EL2 too
    }
    if (chance(15)) {
      type |= (1 + below(3)) << 30U;  // P, U
    }
    if (chance(60)) {
      type |= below(8) << 61U;  // TC
      type |= below(5) << 32U;  // TH
    }
    if (chance(40)) {
      type |= RegValue{1} << 60U;  // TE
      type |= RegValue{1} << 61U;  // with a TC that is not reserved
    }
    return type;
  }

  /// A counter close to its overflow at bit 32 or 64.
  RegValue counter_value() {
    const RegValue distance = 1 + below(400);
    return chance(65) ? (RegValue{1} << 32U) - distance : RegValue{0} - distance;
  }

  std::vector<std::pair<std::string, RegValue>> registers(const PmuConfig& config) {
    std::vector<std::pair<std::string, RegValue>> list;
    const bool freeze = chance(35);
    list.emplace_back("PMCR_EL0",
                      1U | (chance(35) ? 1U << 7U : 0U) | (freeze ? 1U << 9U : 0U) |
                          (chance(30) ? 1U << 5U : 0U) | (chance(30) ? 1U << 3U : 0U));
    list.emplace_back("PMCNTEN", chance(70) ? kAllFlags : draw() & kAllFlags);
    list.emplace_back("PMINTEN", chance(70) ? draw() & kAllFlags : 0);
    for (unsigned counter = 0; counter < config.event_counters; ++counter) {
      const std::string number = std::to_string(counter);
      list.emplace_back("PMEVTYPER" + number + "_EL0", event_type(counter, true));
      list.emplace_back("PMEVCNTR" + number + "_EL0", counter_value());
    }
    list.emplace_back("PMCCNTR_EL0", counter_value());
    list.emplace_back("PMCCFILTR_EL0", RegValue{chance(50)} << 27U);
    if (config.instruction_counter) {
      list.emplace_back("PMICNTR_EL0", RegValue{0} - below(500));
    }
    add_traps_and_ranges(list, config, freeze);
    return list;
  }

  void add_traps_and_ranges(std::vector<std::pair<std::string, RegValue>>& list,
                            const PmuConfig& config,
                            bool freeze) {
    if (config.el2) {
      const RegValue first_range =
          chance(70) ? config.event_counters : 1 + below(config.event_counters);
      list.emplace_back("MDCR_EL2",
                        first_range | (chance(70) ? 1U << 7U : 0U) | (chance(30) ? 1U << 26U : 0U) |
                            (freeze && chance(50) ? 1U << 29U : 0U) |
                            (chance(10) ? 1U << 17U : 0U));
    }
    if (config.el3) {
      list.emplace_back("MDCR_EL3", (chance(60) ? RegValue{1} << 17U : 0U) | RegValue{1} << 7U);
    }
  }

  CpuSpec cpu(std::size_t index) {
    constexpr std::array<std::uint32_t, 5> kClocks{1000, 1000, 1300, 2000, 333};
    CpuSpec spec;
    spec.name = "cpu" + std::to_string(index);
    spec.type = "random";
    spec.frequency_mhz = one_of(kClocks);
    spec.pmu = pmu();
    spec.irq_skid = Cycles{chance(40) ? 0 : below(25)};
    if (chance(50)) {
      spec.timer_period_ns = 40 + below(900);
    }
    spec.ipi_latency_ns = chance(20) ? 0 : below(200);
    spec.registers = registers(spec.pmu);
    const ExecutionContext level{.level = spec.pmu.el2 ? ExceptionLevel::el2 : ExceptionLevel::el1};
    for (std::size_t source = 0; source < kInterruptSources; ++source) {
      HandlerSpec& handler = spec.handlers[source];
      handler.context = level;
      if (chance(60)) {
        handler.body = handler_body(level, static_cast<InterruptSource>(source));
      }
    }
    return spec;
  }

  std::vector<Item> handler_body(const ExecutionContext& level, InterruptSource source) {
    std::vector<Item> body;
    if (source == InterruptSource::pmu && !chance(3)) {
      body.push_back(msr_item(level, "PMOVSCLR_EL0", kAllFlags));
    }
    body.push_back(run_item(level, 1 + below(30), below(activities_)));
    if (chance(50)) {
      body.push_back({MaskItem{false}});
      body.push_back(run_item(level, 1 + below(60), below(activities_)));
    }
    if (chance(10)) {
      body.push_back({IpiItem{some_cpu()}});
    }
    if (chance(20)) {
      body.push_back(mrs_item(level, "PMCCNTR_EL0", "in_handler"));
    }
    return body;
  }

  CpuId some_cpu() { return CpuId{static_cast<std::uint16_t>(below(cpus_))}; }

  Item access() {
    const ExecutionContext context = chance(80) ? kHypervisor : one_of(kContexts);
    const std::string counter = std::to_string(below(8));
    switch (below(8)) {
      case 0:
        return msr_item(context, "PMOVSCLR_EL0", draw() & kAllFlags);
      case 1:
        return msr_item(context, "PMCNTENSET_EL0", draw() & kAllFlags);
      case 2:
        return msr_item(context, "PMCNTENCLR_EL0", RegValue{1} << below(33));
      case 3:
        return msr_item(context, "PMEVCNTR" + counter + "_EL0", counter_value());
      case 4:
        return msr_item(context, "PMEVTYPER" + counter + "_EL0", event_type(0, false));
      case 5:
        return msr_item(context, "PMCR_EL0", 1 | (draw() & 0x2e8U));
      case 6:
        return msr_item(context, "PMSWINC_EL0", draw() & 0xffU);
      default:
        return msr_item(context, "PMOVSSET_EL0", RegValue{1} << below(33));
    }
  }

  Item item(int depth) {
    const std::uint64_t kind = below(100);
    if (codes_ > 0 && kind < 25) {
      return {CodeItem{.context = one_of(kContexts), .code = below(codes_), .times = 1 + below(3)}};
    }
    if (kind < 45) {
      return run_item(one_of(kContexts), 1 + below(chance(20) ? 2000 : 120), below(activities_));
    }
    if (kind < 65) {
      return access();
    }
    if (kind < 75) {
      return mrs_item(one_of(kContexts),
                      one_of(std::array<std::string, 4>{
                          "PMCCNTR_EL0", "PMEVCNTR0_EL0", "PMEVCNTR1_EL0", "PMOVSSET_EL0"}),
                      "read");
    }
    if (kind < 79) {
      return {IsbItem{}};
    }
    if (kind < 86) {
      return {IpiItem{some_cpu()}};
    }
    if (kind < 91) {
      return {MaskItem{chance(35)}};
    }
    if (kind < 94) {
      // Without a timer a wait can last for ever; the end of the run cuts it, and so it is allowed
      // now and then.
      return has_timer_ || chance(10) ? Item{WaitItem{}} : Item{IsbItem{}};
    }
    if (depth > 2) {
      return {IsbItem{}};
    }
    return {RepeatItem{.times = 1 + below(5), .body = items(1 + below(4), depth + 1)}};
  }

  std::vector<Item> items(std::size_t count, int depth) {
    std::vector<Item> list;
    for (; count > 0; --count) {
      list.push_back(item(depth));
    }
    return list;
  }

  TaskSpec task(std::size_t cpu, std::size_t number) {
    TaskSpec spec;
    spec.name = "task" + std::to_string(number);
    spec.stream = chance(20) ? "shared" : spec.name;
    spec.cpus = {CpuId{static_cast<std::uint16_t>(cpu)}};
    spec.body = items(2 + below(10), 0);
    spec.body.push_back({MaskItem{false}});
    spec.repeat = 1 + below(6);
    return spec;
  }

  PerfSpec perf(std::size_t cpus) {
    PerfSpec spec;
    for (std::size_t i = 0; i < cpus; ++i) {
      spec.cpus.emplace_back(static_cast<std::uint16_t>(i));
    }
    const auto event = [&](const std::string& text) {
      PerfEventSpec perf_event{.name = text, .event = text, .period = std::nullopt};
      if (chance(60)) {
        perf_event.period = 50 + below(500);
      }
      spec.events.push_back(perf_event);
    };
    event(chance(50) ? "cycles:u" : "cycles");
    event(chance(50) ? "stall_slot:k" : "stall_slot");
    return spec;
  }

  CounterRandom random_;
  std::uint64_t next_{};
  std::size_t cpus_{};
  std::size_t activities_{};
  std::size_t codes_{};
  bool has_timer_{};
};

}  // namespace

scenario::Scenario random_scenario(std::uint64_t seed) {
  return Generator{seed}.make();
}

}  // namespace pmusim::test
