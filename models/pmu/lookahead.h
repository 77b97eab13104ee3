// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/pmu/dense_kernels.h"
#include "models/pmu/feed.h"
#include "models/pmu/pmu_registers.h"
#include "models/pmu/threshold.h"

namespace pmusim {

/// Prefix sums of dense streams that were evaluated ahead of the present cycle to find an overflow.
/// They are kept, and commits are served from them, so that looking ahead costs no second
/// evaluation.
class Lookahead {
 public:
  /// At most this many cycles are evaluated ahead.
  static constexpr std::uint64_t kFarthest = 65'536;

  /// The first of the next `cycles` cycles of the feed at whose end `counter` has added `distance`.
  /// @pre the feed's view is dense and covers `cycles`, which is at most kFarthest.
  [[nodiscard]] std::optional<std::uint64_t> first_reaching(unsigned counter,
                                                            const Feed& feed,
                                                            std::uint64_t cycles,
                                                            const Threshold& threshold,
                                                            bool condition,
                                                            std::uint64_t distance);

  /// What `counter` adds over the next `cycles` cycles, if that was evaluated before.
  [[nodiscard]] std::optional<std::uint64_t> sum(unsigned counter,
                                                 const Feed& feed,
                                                 std::uint64_t cycles,
                                                 const Threshold& threshold);

  /// The counters' histories of the threshold condition are not continuous with what was evaluated:
  /// they may not have counted in the meantime, or from another stream.
  void forget_edges();

 private:
  static constexpr std::uint64_t kBlock = kSumBlock;

  /// What is known of one counter's increments from one point of one view on.
  struct Ahead {
    std::uint64_t generation{};  ///< of the view; 0: nothing is known
    Threshold threshold;
    StreamView view;  ///< as it was at the point
    bool condition{};
    std::vector<std::uint64_t> prefix;  ///< sums after 0, 1, 2, ... blocks
    std::uint64_t marked_cycles{};  ///< the last sum that was asked for, so that it is continued
    std::uint64_t marked_sum{};

    [[nodiscard]] std::uint64_t evaluated() const;
    /// The threshold condition in the cycle ahead of `cycle`, as far as edges need it.
    [[nodiscard]] bool condition_before(std::uint64_t cycle) const;
    /// Sum of the increments of cycles [first, last) after the point; both inside one block.
    [[nodiscard]] std::uint64_t part(std::uint64_t first, std::uint64_t last) const;
    /// Sum of the first `cycles` increments, which have been evaluated.
    [[nodiscard]] std::uint64_t sum_to(std::uint64_t cycles);
    /// The cycle in block `block` at whose end the sum from the point reaches `target`.
    [[nodiscard]] std::uint64_t locate(std::uint64_t block, std::uint64_t target);
    void evaluate_next_blocks();
  };

  [[nodiscard]] Ahead* known(unsigned counter, const Feed& feed, const Threshold& threshold);

  std::array<Ahead, kInstructionCounter + 1> ahead_;
};

}  // namespace pmusim
