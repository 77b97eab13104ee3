// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/list_codecs.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;
using memory::Latencies;

constexpr std::uint64_t kMaxLatency = 1'000'000;
constexpr std::uint64_t kMaxDelayExponent = 20;
constexpr std::size_t kMaxCodeLines = 65'536;
constexpr std::size_t kLongestLine = 1'024;

CodecOf<Location> location_codec() {
  auto table = object<Location>("location", "A range of shared memory.");
  table
      ->key("words",
            &Location::words,
            integer(1, kMaxMemoryWords, "words of 8 bytes"),
            "how long it is")
      .key("initial",
           &Location::initial,
           register_value(),
           "what each of its words holds at the start")
      .key("address",
           &Location::address,
           register_value(),
           "a multiple of 8 below 2^48; by default the next line of 64 bytes that nothing else "
           "has, so that only addresses make two locations share a line");
  return table;
}

CodecOf<Latencies> latencies_codec() {
  auto table = object<Latencies>(
      "latencies",
      "How long things take on a pipeline, in cycles of its CPU. The defaults are of the order of "
      "those that vendors publish; no core is meant.");
  const auto cycles =
      [&](const std::string& key, std::uint32_t Latencies::* member, const std::string& meaning) {
        table->key(key, member, integer<std::uint32_t>(1, kMaxLatency, "cycles"), meaning);
      };
  cycles("operation_cycles", &Latencies::operation, "arithmetic, and a branch until it is decided");
  cycles("hit_cycles", &Latencies::hit, "a load whose line the CPU holds");
  cycles("remote_cycles", &Latencies::remote, "an access whose line another CPU holds");
  cycles("first_cycles", &Latencies::first, "an access whose line nobody holds");
  cycles("drain_cycles",
         &Latencies::drain,
         "a store that may become visible, until it is; its line held for writing");
  cycles("refetch_cycles", &Latencies::refetch, "from a misprediction to the next instruction");
  table
      ->key("delayed_of_256",
            &Latencies::delayed_of_256,
            integer<std::uint32_t>(0, 256),
            "of 256 accesses, how many take longer, by chance from the seed")
      .key(
          "delay_exponent",
          &Latencies::delay_exponent,
          integer<std::uint32_t>(0, kMaxDelayExponent),
          "those take 2^u to 2^(u+1)-1 cycles longer, with u from 0 to this; each u is as frequent")
      .key("spurious_of_256",
           &Latencies::spurious_of_256,
           integer<std::uint32_t>(0, 255),
           "of 256 store-exclusives, how many fail without a reason");
  return table;
}

/// A value, or the name of a location.
CodecOf<StartValue> start_value_codec() {
  return alternatives(integer(0, ~std::uint64_t{0}), text());
}

}  // namespace

CodecOf<Memory> memory_codec() {
  auto table =
      object<Memory>("memory", "Memory that all CPUs share, and how long its accesses take.");
  table
      ->key("locations",
            &Memory::locations,
            map_of("name", location_codec()),
            "what programs may access")
      .key("latencies", &Memory::latencies, latencies_codec(), "what a pipeline takes for it");
  return table;
}

CodecOf<Code> code_codec() {
  auto table = object<Code>(
      "code",
      "A program in A64 instructions, for the pipelines of CPUs. It ends behind its last "
      "instruction.");
  table
      ->required("text",
                 &Code::text,
                 list_of(text(0, kLongestLine), 1, kMaxCodeLines),
                 "its lines: labels and an instruction, as GNU as takes them")
      .key("registers",
           &Code::registers,
           map_of("register", start_value_codec()),
           "what X0 to X30 hold at its start: a value, or the name of a location for its address; "
           "others hold 0")
      .key("at_most_cycles",
           &Code::longest,
           integer<Cycles>(1, kGreatestSigned, "cycles"),
           "a run that takes longer is given up, with a note, and its task ends");
  return table;
}

}  // namespace pmusim::scenario
