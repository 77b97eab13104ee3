// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "models/activity/cycle_draws.h"
#include "models/activity/dense_kind.h"
#include "models/activity/event_stream.h"

namespace pmusim {

/// The last blocks of something that is made block by block.
///
/// At least two, because a reader looks ahead past the end of a block and then comes back.
template <class Amount, std::size_t Blocks = 2>
class BlockCache {
 public:
  using Block = std::span<Amount, kBlockCycles>;

  /// Block number `block`, made by `generate(block, amounts)` unless it is still here. Valid until
  /// `Blocks` other blocks have been asked for.
  template <class Generate>
  [[nodiscard]] std::span<const Amount, kBlockCycles> get(std::uint64_t block,
                                                          Generate&& generate) {
    Slot& slot = slots_[block % slots_.size()];
    if (slot.block != block || !slot.amounts) {
      if (!slot.amounts) {
        slot.amounts = std::make_unique<Storage>();
      }
      generate(block, Block{slot.amounts->amounts});
      slot.block = block;
    }
    return std::span<const Amount, kBlockCycles>{slot.amounts->amounts};
  }

 private:
  struct alignas(64) Storage {
    std::array<Amount, kBlockCycles> amounts;
  };

  struct Slot {
    std::uint64_t block{};
    std::unique_ptr<Storage> amounts;
  };

  std::array<Slot, Blocks> slots_;
};

/// A stream whose amounts are made in blocks of kBlockCycles. `Amount` is an unsigned integer of 8,
/// 16 or 32 bits.
template <class Amount>
class BlockStream : public EventStream {
 public:
  [[nodiscard]] StreamView view(std::uint64_t from, std::uint64_t /*wanted*/) final {
    const std::uint64_t block = from / kBlockCycles;
    const std::size_t offset = from % kBlockCycles;
    const auto amounts =
        cache_.get(block, [this](std::uint64_t number, Block out) { generate(number, out); });
    return {.kind = dense_kind(sizeof(Amount)),
            .greatest = greatest_,
            .cycles = kBlockCycles - offset,
            .data = amounts.data() + offset};
  }

 protected:
  using Block = typename BlockCache<Amount>::Block;

  /// @param greatest  no amount is above it.
  explicit BlockStream(std::uint32_t greatest) : greatest_{greatest} {}

  virtual void generate(std::uint64_t block, Block amounts) = 0;

 private:
  std::uint32_t greatest_;
  BlockCache<Amount> cache_;
};

}  // namespace pmusim
