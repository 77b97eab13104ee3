// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "models/activity/block_stream.h"
#include "models/activity/random_stream.h"

namespace pmusim {

namespace {

/// What a cycle's draw does to either state. Busy and idle share the draw, since only one of the
/// two is the state in that cycle.
enum Turn : std::uint8_t { both_turn, likelier_turns, none_turns };

/// The chain of states. Each state ends with probability 1 / (its mean length) after each cycle.
class BurstChain {
 public:
  BurstChain(double mean_burst, double mean_gap, CounterRandom random)
      : idle_is_likelier_{mean_gap < mean_burst},
        turns_{turn_distribution(1.0 / mean_burst, 1.0 / mean_gap)},
        starts_{*Distribution::binomial(1, mean_burst / (mean_burst + mean_gap))},
        draws_{random.child("turn")},
        start_random_{random.child("start")} {}

  /// 1 in each busy cycle of the block, 0 in the others.
  void fill(std::uint64_t block, std::span<std::uint8_t, kBlockCycles> busy) const {
    turns_.fill(draws_, block, busy);
    const std::uint8_t burst_ends_up_to = idle_is_likelier_ ? both_turn : likelier_turns;
    const std::uint8_t gap_ends_up_to = idle_is_likelier_ ? likelier_turns : both_turn;
    std::uint8_t state = starts_.amount(start_random_.at(block));
    for (std::uint8_t& cycle : busy) {
      const auto busy_next = static_cast<std::uint8_t>(cycle > burst_ends_up_to);
      const auto idle_next = static_cast<std::uint8_t>(cycle <= gap_ends_up_to);
      cycle = state;
      // state ? busy_next : idle_next, as arithmetic, so that the chain is two operations long.
      state = static_cast<std::uint8_t>(idle_next ^ ((idle_next ^ busy_next) & state));
    }
  }

 private:
  static Distribution turn_distribution(double burst_ends, double gap_ends) {
    const double least = std::min(burst_ends, gap_ends);
    const double most = std::max(burst_ends, gap_ends);
    const std::array weights{least, most - least, 1.0 - most};
    return *Distribution::from_weights(weights);
  }

  bool idle_is_likelier_;  ///< that a gap ends is likelier than that a burst ends
  Distribution turns_;
  Distribution starts_;
  CycleDraws draws_;
  CounterRandom start_random_;
};

template <class Amount>
class BurstStream final : public BlockStream<Amount> {
 public:
  BurstStream(const BurstParameters& bursts, CounterRandom random)
      : BlockStream<Amount>{bursts.amount},
        chain_{bursts.mean_burst_cycles, bursts.mean_gap_cycles, random},
        amount_{static_cast<Amount>(bursts.amount)} {}

 private:
  void generate(std::uint64_t block, typename BlockStream<Amount>::Block amounts) override {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by the next call
    alignas(64) std::array<std::uint8_t, kBlockCycles> busy;
    chain_.fill(block, busy);
    for (std::size_t i = 0; i < kBlockCycles; ++i) {
      amounts[i] = static_cast<Amount>(busy[i] * amount_);
    }
  }

  BurstChain chain_;
  Amount amount_;
};

bool is_mean_length(double cycles) {
  return std::isfinite(cycles) && cycles >= 1.0;
}

}  // namespace

Result<std::unique_ptr<EventStream>> burst_stream(const BurstParameters& bursts,
                                                  CounterRandom random) {
  for (const double mean : {bursts.mean_burst_cycles, bursts.mean_gap_cycles}) {
    if (!is_mean_length(mean)) {
      return fail(ErrorCode::invalid_input,
                  "bursts",
                  "a mean length of " + std::to_string(mean) + " cycles",
                  "a stretch lasts at least 1 cycle, and its mean is finite");
    }
  }
  std::unique_ptr<EventStream> stream;
  if (bursts.amount <= std::numeric_limits<std::uint8_t>::max()) {
    stream = std::make_unique<BurstStream<std::uint8_t>>(bursts, random);
  } else if (bursts.amount <= std::numeric_limits<std::uint16_t>::max()) {
    stream = std::make_unique<BurstStream<std::uint16_t>>(bursts, random);
  } else {
    stream = std::make_unique<BurstStream<std::uint32_t>>(bursts, random);
  }
  return stream;
}

}  // namespace pmusim
