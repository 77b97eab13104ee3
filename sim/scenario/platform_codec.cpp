// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include <fmt/format.h>

#include "sim/scenario/list_codecs.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

constexpr std::uint64_t kMaxSkidCycles = 1'000'000;

CodecOf<PmuVersion> version_codec() {
  return one_of<PmuVersion>({{"p0", PmuVersion::p0},
                             {"p1", PmuVersion::p1},
                             {"p4", PmuVersion::p4},
                             {"p5", PmuVersion::p5},
                             {"p7", PmuVersion::p7},
                             {"p8", PmuVersion::p8},
                             {"p9", PmuVersion::p9}});
}

/// The readings as the PMU's own table names them.
CodecOf<std::vector<std::optional<bool>>> readings_codec() {
  using Readings = std::vector<std::optional<bool>>;

  struct Flags {
    Readings values = Readings(reading_table().size());
  };

  auto table = object<Flags>(
      "readings",
      "How the model reads what the architecture leaves open, one by one. What is not given is as "
      "the profile has it.");
  for (std::size_t i = 0; i < reading_table().size(); ++i) {
    const ReadingDesc& reading = reading_table()[i];
    table->key(
        std::string{reading.name},
        [i](auto& flags) -> auto& { return flags.values[i]; },
        boolean(),
        fmt::format("false: {}; true: {}", reading.when_false, reading.when_true));
  }
  return mapped<Readings, Flags>(
      CodecOf<Flags>{table},
      [](const Flags& in) { return in.values; },
      [](const Readings& in) {
        Flags flags;
        std::ranges::copy(in, flags.values.begin());
        return flags;
      });
}

/// "all", which the configuration keeps as an empty list, or a list of events.
CodecOf<std::vector<EventId>> events_codec() {
  using Events = std::vector<EventId>;
  using Form = std::variant<bool, Events>;
  const auto event = text_form<EventId>({.expected = "an event name or number",
                                         .pattern = {},
                                         .parse = parse_event_name,
                                         .print = event_name,
                                         .suggest = suggest_event});
  return mapped<Events, Form>(
      alternatives(one_of<bool>({{"all", true}}), list_of(event, 1, 0x10000)),
      [](const Form& in) {
        return std::holds_alternative<Events>(in) ? std::get<Events>(in) : Events{};
      },
      [](const Events& in) { return in.empty() ? Form{true} : Form{in}; });
}

/// A key of the PMU's configuration.
template <class Member>
auto in_config(Member PmuConfig::* member) {
  return [member](auto& pmu) -> auto& { return pmu.config.*member; };
}

void add_feature_keys(ObjectCodec<Pmu>& table) {
  table
      .key("version",
           in_config(&PmuConfig::version),
           version_codec(),
           "PMUv3 version; each includes the lower ones")
      .key("event_counters",
           in_config(&PmuConfig::event_counters),
           integer<unsigned>(0, 31),
           "number of event counters; the cycle counter is not counted here")
      .key("threshold_bits",
           &Pmu::threshold_bits,
           integer<std::uint32_t>(0, 12),
           "width of the threshold, PMMIR_EL1.THWIDTH; 0 without FEAT_PMUv3_TH, by default 12 from "
           "p4 on")
      .key("edge", in_config(&PmuConfig::edge), boolean(), "FEAT_PMUv3_EDGE; needs threshold_bits")
      .key("instruction_counter",
           in_config(&PmuConfig::instruction_counter),
           boolean(),
           "FEAT_PMUv3_ICNTR; needs p9")
      .key("hpmn0", in_config(&PmuConfig::hpmn0), boolean(), "FEAT_HPMN0: MDCR_EL2.HPMN may be 0")
      .key("aarch32",
           in_config(&PmuConfig::aarch32),
           boolean(),
           "AArch32 at some level: PMCR_EL0.LC and D exist")
      .key("secure_el2",
           in_config(&PmuConfig::secure_el2),
           boolean(),
           "FEAT_SEL2; needs el2 and el3")
      .key("rme",
           in_config(&PmuConfig::rme),
           boolean(),
           "FEAT_RME, with Realm and Root states; needs el2 and el3");
}

void add_identification_keys(ObjectCodec<Pmu>& table) {
  table
      .key("bus_slots",
           in_config(&PmuConfig::bus_slots),
           integer<unsigned>(0, 255),
           "PMMIR_EL1.BUS_SLOTS; 0: unknown")
      .key("bus_width",
           in_config(&PmuConfig::bus_width),
           integer<unsigned>(0, 12),
           "PMMIR_EL1.BUS_WIDTH, 1 + log2(bytes) and so 3 to 12; 0: unknown")
      .key("external_view",
           in_config(&PmuConfig::external_view),
           one_of<ExternalView>({{"ext32", ExternalView::ext32}, {"ext64", ExternalView::ext64}}),
           "layout of the memory-mapped view")
      .key("events",
           in_config(&PmuConfig::events),
           events_codec(),
           "events that are implemented, those among them that the architecture requires; others "
           "count "
           "nothing. \"all\": every architected event is there, and whatever else an activity has "
           "is "
           "counted")
      .key("profile",
           &Pmu::profile,
           one_of<PmuProfile>(
               {{"manual", PmuProfile::manual}, {"pseudocode", PmuProfile::pseudocode}}),
           "which reading holds where the manual's text and Arm's executable specification differ")
      .key("readings",
           &Pmu::readings,
           readings_codec(),
           "single readings; these win over the profile")
      .key("irq_skid_cycles",
           &Pmu::irq_skid,
           integer<Cycles>(0, kMaxSkidCycles, "cycles"),
           "delay between the PMU's interrupt line and the CPU");
}

/// The rules between features as the PMU itself states them, at the key that they are about.
bool check_type(ReadContext& in, NodeId at, const CpuType& type) {
  bool good = true;
  const NodeId pmu = in.document.member_or_self(at, "pmu");
  for (const Error& problem : problems_of(config_of(type.pmu))) {
    const NodeId in_pmu = in.document.member(pmu, problem.where);
    const NodeId place = in_pmu == kNoNode ? in.document.member_or_self(at, problem.where) : in_pmu;
    good = in.problem(place == at ? pmu : place, problem.what, problem.hint, problem.code);
  }
  return good;
}

CodecOf<CpuType> cpu_type_codec() {
  auto pmu = object<Pmu>("pmu", "The performance monitors of a CPU.");
  add_feature_keys(*pmu);
  add_identification_keys(*pmu);
  const auto nested = [](auto member) {
    return [member](auto& type) -> auto& { return type.pmu.config.*member; };
  };
  auto table = object<CpuType>("cpu_type", "A kind of CPU.");
  table
      ->key("slots",
            nested(&PmuConfig::slots),
            integer<unsigned>(0, 255),
            "PMMIR_EL1.SLOTS: dispatch slots a cycle, also those of the pipeline that executes "
            "`code` (4 there if this is 0)")
      .key("el2", nested(&PmuConfig::el2), boolean(), "EL2 is implemented")
      .key("el3", nested(&PmuConfig::el3), boolean(), "EL3 is implemented")
      .key("pmu", &CpuType::pmu, CodecOf<Pmu>{pmu}, "its performance monitors")
      .later("sme", "streaming mode")
      .later("spe", "the Statistical Profiling Extension")
      .check(check_type);
  return table;
}

CodecOf<std::array<Handler, kInterruptSources>> handlers_codec() {
  using Handlers = std::array<Handler, kInterruptSources>;
  const auto handler = [](InterruptSource source) {
    return [source](auto& handlers) -> auto& { return handlers[static_cast<std::size_t>(source)]; };
  };
  auto table = object<Handlers>("handlers", "What a CPU does on each kind of interrupt.");
  table
      ->key("pmu",
            handler(InterruptSource::pmu),
            handler_codec(),
            "overflow interrupt of the CPU's own PMU")
      .key("timer", handler(InterruptSource::timer), handler_codec(), "timer interrupt")
      .key("ipi", handler(InterruptSource::ipi), handler_codec(), "inter-processor interrupt");
  return table;
}

}  // namespace

PmuConfig config_of(const Pmu& pmu) {
  constexpr unsigned kMaxThresholdBits = 12;
  PmuConfig config = pmu.config;
  config.threshold_bits =
      pmu.threshold_bits.value_or(config.at_least(PmuVersion::p4) ? kMaxThresholdBits : 0);
  config.readings = readings_of(pmu.profile);
  for (std::size_t i = 0; i < pmu.readings.size(); ++i) {
    bool& flag = config.readings.*reading_table()[i].flag;
    flag = pmu.readings[i].value_or(flag);
  }
  return config;
}

CodecOf<CpuGroup> cpu_group_codec() {
  static const CodecOf<CpuGroup> codec = [] {
    auto table =
        object<CpuGroup>("cpus", "Equal CPUs. They are numbered through all groups, from 0.");
    table->key("count", &CpuGroup::count, integer<std::uint32_t>(1, kMaxCpus), "how many")
        .key("type",
             &CpuGroup::type,
             text(),
             "a key of `cpu_types`; \"generic\" always exists. The modelled Linux has one PMU for "
             "each type, "
             "armv8_pmuv3_0 and so on, in the order of the types' first CPUs")
        .key("frequency_mhz",
             &CpuGroup::frequency_mhz,
             integer<std::uint32_t>(1, 1'000'000, "MHz"),
             "clock")
        .key("timer_period_ns",
             &CpuGroup::timer_period_ns,
             integer(1, kGreatestSigned / 1000, "ns"),
             "time between timer interrupts; without it there are none")
        .key("ipi_latency_ns",
             &CpuGroup::ipi_latency_ns,
             integer(0, 1'000'000'000, "ns"),
             "from sending an inter-processor interrupt until it arrives here")
        .key("registers",
             &CpuGroup::registers,
             map_of("register name", register_value()),
             "values of PMU registers at the start, as they would stand in the hardware, with bits "
             "that the CPU type implements; PMCNTEN, PMINTEN and PMOVS name the state behind the "
             "set and clear registers")
        .key("handlers", &CpuGroup::handlers, handlers_codec(), "what is done on an interrupt");
    return table;
  }();
  return codec;
}

CodecOf<Platform> platform_codec() {
  auto table = object<Platform>("platform", "The hardware.");
  table->key("cpus", &Platform::cpus, list_of(cpu_group_codec(), 1, kMaxCpus), "groups of CPUs")
      .key("cpu_types", &Platform::cpu_types, map_of("name", cpu_type_codec()), "kinds of CPU")
      .later("trace", "a trace unit and its sink")
      .later("memory", "a memory hierarchy")
      .later("interrupts", "an interrupt controller with priorities");
  return table;
}

}  // namespace pmusim::scenario
