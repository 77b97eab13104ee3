// SPDX-License-Identifier: Apache-2.0
#include "models/activity/random_stream.h"

#include "models/activity/block_stream.h"

namespace pmusim {

namespace {

class RandomStream final : public BlockStream<std::uint8_t> {
 public:
  RandomStream(const Distribution& distribution, CounterRandom random)
      : BlockStream{distribution.greatest()}, distribution_{distribution}, draws_{random} {}

 private:
  void generate(std::uint64_t block, Block amounts) override {
    distribution_.fill(draws_, block, amounts);
  }

  Distribution distribution_;
  CycleDraws draws_;
};

}  // namespace

std::unique_ptr<EventStream> random_stream(const Distribution& distribution, CounterRandom random) {
  return std::make_unique<RandomStream>(distribution, random);
}

}  // namespace pmusim
