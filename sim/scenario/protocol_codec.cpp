// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/list_codecs.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;
using abi::RingPlace;

constexpr unsigned kMaxRecordWords = 16;
constexpr unsigned kMaxRecords = 256;
constexpr std::size_t kMaxReplacements = 64;
constexpr std::uint64_t kMaxSeconds = 1'000'000;
constexpr std::uint64_t kMaxMegabytes = 1'000'000;
constexpr std::uint64_t kMaxRaceRecords = 1'000'000'000;  // words have 32 bits for their number
constexpr std::uint64_t kMaxRaceRuns = 100'000;
constexpr std::uint32_t kMaxLatency = 1'000;
constexpr std::uint32_t kMaxDelayExponent = 9;  // a run that does not move for long is stuck

/// What stands at one of the four places, for messages and manual.
struct PlaceText {
  RingPlace place{};
  std::string key;
  std::string meaning;
};

const std::array<PlaceText, kRingPlaces>& places() {
  static const std::array<PlaceText, kRingPlaces> all{{
      {RingPlace::a, "a", "kernel: the load of data_tail, before the record is copied"},
      {RingPlace::b, "b", "kernel: the copy, before the store of data_head"},
      {RingPlace::c, "c", "reader: the load of data_head, before the record is read"},
      {RingPlace::d, "d", "reader: the reads, before the store of data_tail"},
  }};
  return all;
}

CodecOf<abi::PlaceOrder> place_order_codec(RingPlace place) {
  const std::vector<std::string_view> terms = abi::order_terms(place);
  const std::string either = fmt::format("({})", fmt::join(terms, "|"));
  return text_form<abi::PlaceOrder>(
      {.expected = fmt::format("\"none\" or one of {}, joined by +", fmt::join(terms, ", ")),
       .pattern = fmt::format("^(none|{0}(\\+{0})*)$", either),
       .parse =
           [place](std::string_view text) {
             const auto order = abi::parse_place_order(place, text);
             return order ? std::optional{*order} : std::nullopt;
           },
       .print = [](const abi::PlaceOrder& order) { return abi::to_text(order); },
       .suggest =
           [place](std::string_view text) {
             const auto order = abi::parse_place_order(place, text);
             return order || order.error().hint.starts_with("expected")
                        ? suggestion(text, abi::order_terms(place))
                        : order.error().what + ": " + order.error().hint;
           }});
}

CodecOf<ProtocolRing> ring_codec() {
  auto table = object<ProtocolRing>("protocol_ring", "The data area, and what goes through it.");
  table
      ->key("slots",
            &ProtocolRing::slots,
            integer(1, kMaxRingWords, "records"),
            "its size in records; by default one; excludes `words`")
      .key("words",
           &ProtocolRing::words,
           integer(1, kMaxRingWords, "words"),
           "its size in words of 8 bytes, when records are to wrap within; excludes `slots`")
      .key("record_words",
           &ProtocolRing::record_words,
           integer(1, kMaxRecordWords, "words"),
           "size of each record; the first word is its header")
      .key("records",
           &ProtocolRing::records,
           integer(1, kMaxRecords, "records"),
           "how many are written and read when the ring is explored");
  return table;
}

CodecOf<abi::RingOrder> order_codec() {
  auto table = object<abi::RingOrder>(
      "protocol_order", "What keeps accesses in order, at the four places of the protocol.");
  for (const PlaceText& text : places()) {
    table->key(
        text.key,
        [place = text.place](auto& order) -> auto& { return order.at(place); },
        place_order_codec(text.place),
        text.meaning);
  }
  return table;
}

CodecOf<ProtocolReplacements> replacements_codec() {
  auto table = object<ProtocolReplacements>(
      "protocol_replacements", "Orders to try at a place, the other three as `order` says.");
  for (const PlaceText& text : places()) {
    table->key(
        text.key,
        [index = static_cast<std::size_t>(text.place)](auto& all) -> auto& {
          return all.orders[index];
        },
        list_of(place_order_codec(text.place), 0, kMaxReplacements),
        text.meaning);
  }
  return table;
}

CodecOf<ProtocolLimits> limits_codec() {
  auto table = object<ProtocolLimits>(
      "protocol_limits",
      "What the explorer may spend on one question; one that reaches a limit is not decided.");
  table
      ->key("seconds",
            &ProtocolLimits::seconds,
            integer(1, kMaxSeconds, "s"),
            "time; results that depend on it are not the same on every machine")
      .key("states",
           &ProtocolLimits::states,
           integer(1, kGreatestSigned, "states"),
           "distinct states")
      .key("megabytes", &ProtocolLimits::megabytes, integer(1, kMaxMegabytes, "MiB"), "memory");
  return table;
}

CodecOf<RaceLatencies> race_latencies_codec() {
  const auto cycles = [](std::uint32_t least) {
    return integer<std::uint32_t>(least, kMaxLatency, "cycles");
  };
  auto table = object<RaceLatencies>("race_latencies",
                                     "How long accesses take in a race, in cycles of the CPU.");
  table->key("hit_cycles", &RaceLatencies::hit, cycles(1), "a load whose line the CPU holds")
      .key("remote_cycles", &RaceLatencies::remote, cycles(1), "a line that the other CPU holds")
      .key("first_cycles", &RaceLatencies::first, cycles(1), "a line that nobody holds")
      .key("drain_cycles", &RaceLatencies::drain, cycles(1), "a store whose line the CPU holds")
      .key("delayed_of_256",
           &RaceLatencies::delayed_of_256,
           integer<std::uint32_t>(0, 256, "accesses"),
           "how many of 256 accesses take longer, by chance")
      .key("delay_exponent",
           &RaceLatencies::delay_exponent,
           integer<std::uint32_t>(0, kMaxDelayExponent),
           "by how much: 2^u to 2^(u+1) - 1 cycles, u from 0 to this, each as likely")
      .key("start_skew",
           &RaceLatencies::start_skew,
           cycles(0),
           "each side starts less than so much later");
  return table;
}

CodecOf<ProtocolRace> race_codec() {
  auto table = object<ProtocolRace>(
      "protocol_race", "Runs of the ring in time, on an out-of-order pipeline for each side.");
  table
      ->key("records",
            &ProtocolRace::records,
            integer(1, kMaxRaceRecords, "records"),
            "how many go through the ring in each run")
      .key("runs", &ProtocolRace::runs, integer(1, kMaxRaceRuns, "runs"), "each has its own seed")
      .key("latencies", &ProtocolRace::latencies, race_latencies_codec(), "how long things take");
  return table;
}

}  // namespace

CodecOf<Protocol> protocol_codec() {
  auto table = object<Protocol>("protocol",
                                "The protocol of perf's ring, explored in every order that the "
                                "memory model of Armv8 allows, or run in time.");
  table->key("ring", &Protocol::ring, ring_codec(), "the ring")
      .key("order", &Protocol::order, order_codec(), "by default as the kernel's comment asks for")
      .key("subsets",
           &Protocol::subsets,
           boolean(),
           "explore each of the 16 subsets of the four orders")
      .key("replacements", &Protocol::replacements, replacements_codec(), "explore these too")
      .key("nesting",
           &Protocol::nesting,
           boolean(),
           "explore an NMI that writes a record at each instruction of another record's write")
      .key("wakeup",
           &Protocol::wakeup,
           boolean(),
           "explore a reader that goes to sleep while the kernel publishes a record")
      .key("limits", &Protocol::limits, limits_codec(), "limits of the explorer")
      .key("race",
           &Protocol::race,
           race_codec(),
           "run the ring in time, with `order`, `subsets` and `replacements`, instead of exploring "
           "it");
  return table;
}

}  // namespace pmusim::scenario
