// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "models/activity/events.h"
#include "sim/scenario/list_codecs.h"
#include "sim/scenario/recordings.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

constexpr std::uint64_t kGreatestAmount = 0xFFFF'FFFF;
constexpr std::uint64_t kGreatestSlots = 255;
constexpr double kGreatestMeanCycles = 1e9;

// ---- Streams ----

CodecOf<std::uint32_t> amount() {
  return integer<std::uint32_t>(0, kGreatestAmount, "occurrences a cycle");
}

CodecOf<ConstantStream> constant_codec() {
  return mapped<ConstantStream, std::uint32_t>(
      amount(),
      [](const std::uint32_t& in) { return ConstantStream{in}; },
      [](const ConstantStream& in) { return in.amount; });
}

CodecOf<PeriodicStream> periodic_codec() {
  auto codec = object<PeriodicStream>("periodic_stream", "The same amount once in a period.");
  codec
      ->mark("every",
             &PeriodicStream::period_cycles,
             integer(1, kGreatestSigned, "cycles"),
             "length of the period")
      .key("amount", &PeriodicStream::amount, amount(), "occurrences in that cycle")
      .key("phase",
           &PeriodicStream::phase_cycles,
           integer(0, kGreatestSigned, "cycles"),
           "the first such cycle, counted from 0");
  return codec;
}

CodecOf<RunLengthStream> runs_codec() {
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  const auto piece = mapped<RunLengthStream::Piece, Pair>(
      pair_of("cycles", integer<std::uint32_t>(1, kGreatestAmount, "cycles"), "amount", amount()),
      [](const Pair& in) { return RunLengthStream::Piece{in.first, in.second}; },
      [](const RunLengthStream::Piece& in) { return Pair{in.cycles, in.amount}; });
  auto codec = object<RunLengthStream>("run_length_stream",
                                       "Stretches of equal amounts, repeated for ever.");
  codec->mark("runs",
              &RunLengthStream::runs,
              list_of(piece, 1),
              "length of each stretch and the amount in each of its cycles");
  return codec;
}

CodecOf<ListedStream> listed_codec() {
  auto codec =
      object<ListedStream>("listed_stream", "An amount for each cycle, repeated for ever.");
  codec->mark("list", &ListedStream::amounts, list_of(amount(), 1), "the amounts in order");
  return codec;
}

CodecOf<RecordedStream> recorded_codec() {
  auto codec =
      object<RecordedStream>("recorded_stream", "A column of a recorded file, repeated for ever.");
  codec
      ->mark("file",
             &RecordedStream::file,
             text(1, 4096),
             "path, relative to the folder of the scenario")
      .key("column",
           &RecordedStream::column,
           text(0),
           "the event's name in the file; empty: the name of this event");
  codec->check(check_recording);
  return codec;
}

CodecOf<RandomStream> random_codec() {
  auto codec = object<RandomStream>("random_stream", "An independent random amount in each cycle.");
  codec->mark(
      "random", &RandomStream::distribution, distribution_codec(), "distribution of the amounts");
  return codec;
}

CodecOf<BurstStream> burst_codec() {
  auto inner = object<BurstStream>("burst", "Busy and idle stretches with geometric lengths.");
  const auto mean = real(1, kGreatestMeanCycles, "cycles");
  inner
      ->key("mean_burst_cycles",
            &BurstStream::mean_burst_cycles,
            mean,
            "mean length of a busy stretch")
      .key("mean_gap_cycles", &BurstStream::mean_gap_cycles, mean, "mean length of an idle stretch")
      .key("amount", &BurstStream::amount, amount(), "occurrences in a busy cycle");
  auto codec = object<BurstStream>("burst_stream", "Occurrences that come in bursts.");
  const auto itself = [](auto& stream) -> auto& { return stream; };
  codec->mark("burst", itself, CodecOf<BurstStream>{inner}, "lengths and amount");
  return codec;
}

CodecOf<StreamSpec> stream_codec() {
  return alternatives(constant_codec(),
                      periodic_codec(),
                      runs_codec(),
                      listed_codec(),
                      recorded_codec(),
                      random_codec(),
                      burst_codec());
}

std::string_view nearest_event(std::string_view text) {
  std::vector<std::string_view> names;
  for (const EventDesc& event : architected_events()) {
    names.push_back(event.name);
  }
  return nearest(text, names);
}

/// A hint for a misspelt event of an activity. Who means one that the PMU makes gets no other name.
std::string suggest_stream(std::string_view text) {
  const auto event = find_event(nearest_event(text));
  return suggest_event(event && is_made_by_pmu(*event) ? std::string_view{} : text);
}

/// Every key names an event that an activity can have, and no two of them the same one.
bool check_event_names(ReadContext& in, NodeId events) {
  bool good = true;
  std::set<EventId> seen;
  in.document.for_each_child(events, [&](NodeId child) {
    const std::string_view key = in.document[child].key;
    const auto event = parse_event_name(key);
    if (!event) {
      const std::string hint = in.is_full() ? std::string{} : suggest_stream(key);
      good = in.problem(child, "unknown event \"" + printable(key) + "\"", hint);
    } else if (is_made_by_pmu(*event)) {
      good = in.problem(
          child,
          "event \"" + printable(key) + "\" is made by the PMU itself",
          *event == kSwIncr ? R"(let software write PMSWINC_EL0, with "msr")" : "leave it out");
    } else if (!seen.insert(*event).second) {
      good = in.problem(
          child, "event \"" + printable(key) + "\" has a stream already", "keep one of the two");
    }
  });
  return good;
}

CodecOf<std::vector<EventStream>> streams_codec() {
  using Streams = std::vector<std::pair<std::string, StreamSpec>>;
  return mapped<std::vector<EventStream>, Streams>(
      map_of("event name or number", stream_codec(), check_event_names),
      [](const Streams& in) {
        std::vector<EventStream> streams;
        for (const auto& [name, stream] : in) {
          streams.push_back({parse_event_name(name).value_or(EventId{}), stream});
        }
        return streams;
      },
      [](const std::vector<EventStream>& in) {
        Streams streams;
        for (const EventStream& stream : in) {
          streams.emplace_back(event_name(stream.event), stream.stream);
        }
        return streams;
      });
}

// ---- Pipeline ----

CodecOf<PipelineSpec> pipeline_codec() {
  auto codec = object<PipelineSpec>(
      "pipeline",
      "A core that dispatches operations. CPU_CYCLES, INST_RETIRED, OP_SPEC, OP_RETIRED, "
      "STALL, STALL_SLOT and their frontend and backend parts follow from one distribution "
      "and agree with each other in every cycle.");
  codec
      ->key("slots",
            &PipelineSpec::slots,
            integer<std::uint32_t>(1, kGreatestSlots),
            "dispatch slots a cycle, whatever PMMIR_EL1.SLOTS of the CPU says")
      .key("dispatch",
           &PipelineSpec::dispatch,
           distribution_codec(),
           "operations dispatched a cycle, at most `slots`")
      .key("frontend_share",
           &PipelineSpec::frontend_share,
           real(0, 1),
           "share of the cycles with empty slots in which the frontend is the cause; in the others "
           "it is the backend")
      .key("retire_share",
           &PipelineSpec::retire_share,
           real(0, 1),
           "share of the dispatched operations that retire")
      .key("operations_per_instruction",
           &PipelineSpec::operations_per_instruction,
           real(1, 1000),
           "operations that an instruction becomes, in the mean");
  codec->check([](ReadContext& in, NodeId at, const PipelineSpec& spec) {
    const std::uint64_t greatest = greatest_of(spec.dispatch);
    return greatest <= spec.slots ||
           in.problem(
               in.document.member_or_self(at, "dispatch"),
               fmt::format(
                   "dispatches up to {} operations a cycle through {} slots", greatest, spec.slots),
               fmt::format("choose a distribution up to {}, or more slots", spec.slots));
  });
  return codec;
}

}  // namespace

CodecOf<ActivitySpec> activity_codec() {
  static const CodecOf<ActivitySpec> codec = [] {
    auto table = object<ActivitySpec>(
        "activity",
        "What a CPU does while it runs: how often each event occurs in each cycle. "
        "CPU_CYCLES occurs once in every cycle in any case; an event that is not "
        "mentioned does not occur. Streams go on from item to item of the same activity and over "
        "repetitions: each cycle that is run takes the next cycle of the activity. Each task, on "
        "bare CPUs each of its copies, and each kind of handler on each CPU has a position of its "
        "own in every activity that it runs.");
    table
        ->key("pipeline",
              &ActivitySpec::pipeline,
              pipeline_codec(),
              "a consistent set of pipeline events")
        .key("events",
             &ActivitySpec::streams,
             streams_codec(),
             "streams of single events; these win over the pipeline");
    return table;
  }();
  return codec;
}

std::optional<EventId> parse_event_name(std::string_view text) {
  if (const auto event = find_event(text)) {
    return event;
  }
  std::size_t prefix = text.starts_with("0x") || text.starts_with("0X") ? 2 : 0;
  if (text.starts_with('r') || text.starts_with('R')) {  // as perf writes raw events
    prefix = 1;
  }
  std::uint16_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + prefix, end, number, 16);
  const bool whole = prefix > 0 && error == std::errc{} && rest == end;
  return whole ? std::optional{EventId{number}} : std::nullopt;
}

std::string event_name(EventId event) {
  const EventDesc* known = describe_event(event);
  return known != nullptr ? std::string{known->name} : fmt::format("{:#x}", event.value());
}

std::string suggest_event(std::string_view text) {
  const std::string_view name = nearest_event(text);
  return name.empty() ? R"(expected an architected event or a number such as "0x3f" or "r3f")"
                      : "did you mean \"" + std::string{name} + "\"?";
}

}  // namespace pmusim::scenario
