// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/scenario_codec.h"

#include "sim/scenario/end_of_time.h"
#include "sim/scenario/list_codecs.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

constexpr std::uint64_t kMaxDelayCycles = 1'000'000;
constexpr std::size_t kMaxPerfs = 1024;  ///< as many as CPUs

CodecOf<PmuWriteEffect> write_effect_codec() {
  using Mode = PmuWriteEffect::Mode;

  struct Delay {
    Cycles cycles{1};
  };

  using Form = std::variant<Mode, Delay>;
  auto delay = object<Delay>("write_delay", "Writes take effect after a fixed delay.");
  delay->mark("after_cycles",
              &Delay::cycles,
              integer<Cycles>(1, kMaxDelayCycles, "cycles"),
              "a context synchronisation comes first if it is earlier");
  return mapped<PmuWriteEffect, Form>(
      alternatives(one_of<Mode>({{"immediate", Mode::immediate},
                                 {"at_context_sync", Mode::at_context_sync}}),
                   CodecOf<Delay>{delay}),
      [](const Form& in) {
        const auto* after = std::get_if<Delay>(&in);
        return after != nullptr ? PmuWriteEffect{Mode::after_cycles, after->cycles}
                                : PmuWriteEffect{std::get<Mode>(in), {}};
      },
      [](const PmuWriteEffect& in) {
        return in.mode == Mode::after_cycles ? Form{Delay{in.cycles}} : Form{in.mode};
      });
}

template <Expectation::Op Operator>
CodecOf<Expect<Operator>> expect_codec(const std::string& key,
                                       const CodecOf<std::string>& want,
                                       const std::string& meaning) {
  using Form = Expect<Operator>;
  const auto pointer = text_form<std::string>(
      {.expected = "a JSON pointer into the result, such as \"/events/cycles/count\"",
       .pattern = "^/",
       .parse =
           [](std::string_view in) {
             return in.starts_with('/') ? std::optional{std::string{in}} : std::nullopt;
           },
       .print = [](const std::string& value) { return value; },
       .suggest = {}});
  auto table =
      object<Form>("expect_" + key, "An expectation that a value of the result " + meaning + ".");
  table
      ->required("that",
                 &Form::that,
                 pointer,
                 "JSON pointer into the result document; an element of a list by its number or its "
                 "\"name\"")
      .mark(key, &Form::want_json, want, "the value " + meaning);
  if constexpr (Operator == Expectation::Op::approx) {
    table->key("within",
               &Form::within,
               real(0, 1),
               "allowed difference in proportion to the wanted value");
  }
  return table;
}

template <Expectation::Op Operator>
Expectation to_expectation(const Expect<Operator>& in) {
  return {in.that, Operator, in.want_json, in.within};
}

ExpectUse from_expectation(const Expectation& in) {
  using Op = Expectation::Op;
  switch (in.op) {
    case Op::equals:
      return Expect<Op::equals>{in.that, in.want_json, in.within};
    case Op::at_least:
      return Expect<Op::at_least>{in.that, in.want_json, in.within};
    case Op::at_most:
      return Expect<Op::at_most>{in.that, in.want_json, in.within};
    case Op::approx:
      return Expect<Op::approx>{in.that, in.want_json, in.within};
  }
  return {};
}

std::shared_ptr<ObjectCodec<ScenarioFile>> make_header() {
  auto table = object<ScenarioFile>(
      "scenario", "A scenario: a platform, what it runs, what is counted, and what is expected.");
  table
      ->key("$schema",
            &ScenarioFile::schema,
            text(0, 4096),
            "where editors find the JSON schema; not used otherwise")
      .required("format", &ScenarioFile::format, integer(1, 1), "version of this format")
      .required("name", &ScenarioFile::name, text(), "name of the scenario in results")
      .key("purpose", &ScenarioFile::purpose, text(0, 4096), "what it shows, in a sentence")
      .key("seed",
           &ScenarioFile::seed,
           integer(0, ~std::uint64_t{0}),
           "start of all random numbers");
  return table;
}

void add_end(ObjectCodec<ScenarioFile>& table) {
  table
      .key("protocol",
           &ScenarioFile::protocol,
           protocol_codec(),
           "a protocol to explore; excludes `platform`, `kernel`, `tasks` and all else that runs")
      .key("expect",
           &ScenarioFile::expect,
           list_of(expectation_codec()),
           "what the result must hold");
}

std::shared_ptr<ObjectCodec<ScenarioFile>> make_scenario_codec() {
  auto table = make_header();
  table->key("platform", &ScenarioFile::platform, platform_codec(), "the hardware")
      .key("pmu_write_effect",
           &ScenarioFile::pmu_write_effect,
           write_effect_codec(),
           "when a write to a PMU register takes effect on counting")
      .key("kernel", &ScenarioFile::kernel, kernel_codec(), "the operating system")
      .key("activities",
           &ScenarioFile::activities,
           map_of("name", activity_codec()),
           "activities that items refer to")
      .key("memory", &ScenarioFile::memory, memory_codec(), "memory that programs share")
      .key(
          "code", &ScenarioFile::code, map_of("name", code_codec()), "programs that items refer to")
      .key("tasks",
           &ScenarioFile::tasks,
           list_of(task_codec(), 0, kMaxTasks),
           "what the CPUs execute; at least one task or vCPU is needed")
      .key("guests",
           &ScenarioFile::guests,
           list_of(guest_codec(), 0, kMaxTasks),
           "virtual machines; with the modelled Linux")
      .key("perf",
           &ScenarioFile::perf,
           list_of(perf_codec(), 0, kMaxPerfs),
           "events that are counted, as `perf stat` would")
      .key("end_ns",
           &ScenarioFile::end_ns,
           integer(1, kEndOfTime.count() / 1000, "ns"),
           "stop at this time even if tasks go on; without it the run ends when all tasks have "
           "ended")
      .later("faults", "injected faults")
      .later("trace", "a trace unit");
  add_end(*table);
  return table;
}

std::shared_ptr<ObjectCodec<ScenarioFile>> make_protocol_scenario_codec() {
  auto table = make_header();
  add_end(*table);
  return table;
}

}  // namespace

CodecOf<Expectation> expectation_codec() {
  using Op = Expectation::Op;
  return mapped<Expectation, ExpectUse>(
      alternatives(expect_codec<Op::equals>("equals", any_json(), "equals this"),
                   expect_codec<Op::at_least>("at_least", any_number(), "is at least this"),
                   expect_codec<Op::at_most>("at_most", any_number(), "is at most this"),
                   expect_codec<Op::approx>("approx", any_number(), "is near this")),
      [](const ExpectUse& in) {
        return std::visit([](const auto& one) { return to_expectation(one); }, in);
      },
      from_expectation);
}

const ObjectCodec<ScenarioFile>& scenario_codec() {
  static const auto codec = make_scenario_codec();
  return *codec;
}

const ObjectCodec<ScenarioFile>& protocol_scenario_codec() {
  static const auto codec = make_protocol_scenario_codec();
  return *codec;
}

}  // namespace pmusim::scenario
