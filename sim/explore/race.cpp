// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/race.h"

#include <algorithm>
#include <utility>

#include "models/common/expect.h"
#include "models/common/random.h"
#include "models/memory/timed/timed_machine.h"
#include "sim/explore/race_account.h"
#include "sim/explore/race_program.h"
#include "userspace_model/record/ring_reader_program.h"

namespace pmusim::explore {
namespace {

using memory::TimedMachine;
using user::RingTally;

memory::Latencies latencies_of(const scenario::RaceLatencies& race) {
  memory::Latencies latencies;
  latencies.hit = race.hit;
  latencies.remote = race.remote;
  latencies.first = race.first;
  latencies.drain = race.drain;
  latencies.delayed_of_256 = race.delayed_of_256;
  latencies.delay_exponent = race.delay_exponent;
  latencies.start_skew = race.start_skew;
  return latencies;
}

/// How a run ended.
enum class RunEnd : std::uint8_t { finished, stuck, stopped };

class RingRace {
 public:
  RingRace(const abi::RingShape& shape,
           const abi::RingOrder& order,
           const scenario::RaceSpec& race,
           const std::atomic<bool>& stop)
      : program_{race_program(shape, order, race.records)},
        machine_{program_.program, latencies_of(race.latencies)},
        stop_{stop} {}

  /// Runs once and returns what the reader counted.
  RaceCounts run(std::uint64_t seed) {
    machine_.start(seed);
    const RunEnd end = to_the_end();
    return {.bad = tally(RingTally::kBad),
            .lost = tally(RingTally::kBadHeaders),
            .stale = tally(RingTally::kStale),
            .overwritten = tally(RingTally::kOverwritten),
            .wrong_sequences = tally(RingTally::kWrongSequences),
            .wrong_checksums = tally(RingTally::kWrongChecksums),
            .stuck = end == RunEnd::stuck ? 1U : 0U,
            .instructions = machine_.instructions(),
            .cycles = machine_.pipeline(RaceProgram::kReader).counts().cycles};
  }

  /// Runs again and watches; nothing when it was stopped. @pre the last run, of this seed, has a
  /// bad record
  std::optional<BadRecord> explain(std::uint64_t seed) {
    RaceAccount account{program_, tally(RingTally::kFirstBad)};
    machine_.observe_accesses(&account);
    machine_.start(seed);
    const RunEnd end = to_the_end();
    machine_.observe_accesses(nullptr);
    return end == RunEnd::stopped ? std::nullopt : std::optional{account.tell()};
  }

 private:
  /// A run has no end when both sides wait: neither moves its position any more. No access takes
  /// a thousandth of these cycles.
  RunEnd to_the_end() {
    constexpr std::uint64_t kCycles = 2'000'000;
    std::pair<std::uint64_t, std::uint64_t> before;
    for (std::uint64_t limit = kCycles;; limit += kCycles) {
      const TimedMachine::End end = machine_.advance(limit);
      if (end != TimedMachine::End::cycle_limit) {
        PMUSIM_EXPECT(end == TimedMachine::End::finished, "the programs stay in their memory");
        return RunEnd::finished;
      }
      const std::pair now{position("data_head"), position("data_tail")};
      if (now == before || stop_) {
        return now == before ? RunEnd::stuck : RunEnd::stopped;
      }
      before = now;
    }
  }

  [[nodiscard]] std::uint64_t position(std::string_view name) const {
    const auto& locations = program_.program.locations;
    const auto found = std::ranges::find(locations, name, &memory::Location::name);
    return machine_.value({.kind = memory::Observable::Kind::location,
                           .location = static_cast<unsigned>(found - locations.begin())});
  }

  [[nodiscard]] std::uint64_t tally(unsigned reg) const {
    return machine_.pipeline(RaceProgram::kReader).value(isa::x(reg));
  }

  RaceProgram program_;
  TimedMachine machine_;
  const std::atomic<bool>& stop_;
};

}  // namespace

RaceCounts& RaceCounts::operator+=(const RaceCounts& more) {
  bad += more.bad;
  lost += more.lost;
  stale += more.stale;
  overwritten += more.overwritten;
  wrong_sequences += more.wrong_sequences;
  wrong_checksums += more.wrong_checksums;
  stuck += more.stuck;
  instructions += more.instructions;
  cycles += more.cycles;
  return *this;
}

RaceVerdict race_ring(const abi::RingShape& shape,
                      const abi::RingOrder& order,
                      const scenario::RaceSpec& race,
                      std::uint64_t seed,
                      const std::atomic<bool>& stop) {
  RingRace ring{shape, order, race, stop};
  RaceVerdict verdict{.name = {}, .order = order, .counts = {}, .first = {}};
  const CounterRandom seeds{seed};
  for (std::uint64_t run = 0; run < race.runs && !stop; ++run) {
    const RaceCounts counts = ring.run(seeds.at(run));
    verdict.counts += counts;
    if (counts.bad > 0 && !verdict.first) {
      verdict.first = ring.explain(seeds.at(run));
      if (verdict.first) {
        verdict.first->run = run + 1;
      }
    }
  }
  return verdict;
}

}  // namespace pmusim::explore
