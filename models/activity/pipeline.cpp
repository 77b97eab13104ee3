// SPDX-License-Identifier: Apache-2.0
#include "models/activity/pipeline.h"

#include <algorithm>
#include <array>

#include "models/activity/block_stream.h"
#include "models/activity/events.h"
#include "models/activity/thinning.h"
#include "models/common/expect.h"

namespace pmusim {

struct PipelineModel::Tables {
  std::uint8_t slots;
  Distribution dispatch;
  Distribution frontend;  ///< 1 when the frontend owns the empty slots
  Thinning operations_to_retired;
  Thinning operations_to_instructions;
};

namespace {

using Amounts = std::span<const std::uint8_t, kBlockCycles>;
using Block = std::span<std::uint8_t, kBlockCycles>;

constexpr EventId kStallFrontend{0x0023};
constexpr EventId kStallBackend{0x0024};
constexpr EventId kOpRetired{0x003A};
constexpr EventId kOpSpec{0x003B};
constexpr EventId kStall{0x003C};
constexpr EventId kStallSlotBackend{0x003D};
constexpr EventId kStallSlotFrontend{0x003E};
constexpr EventId kStallSlot{0x003F};

}  // namespace

/// What the events are made of, block by block, and only as far as some event needs it.
class PipelineDraws {
 public:
  PipelineDraws(std::shared_ptr<const PipelineModel::Tables> tables, CounterRandom random)
      : tables_{std::move(tables)},
        dispatch_draws_{random.child("dispatch")},
        frontend_draws_{random.child("frontend")},
        retired_draws_{random.child("retired")},
        instruction_draws_{random.child("instructions")} {}

  [[nodiscard]] std::uint8_t slots() const { return tables_->slots; }

  /// Operations sent in each cycle.
  Amounts dispatched(std::uint64_t block) {
    return dispatched_.get(block, [this](std::uint64_t number, Block out) {
      tables_->dispatch.fill(dispatch_draws_, number, out);
    });
  }

  /// 1 where the frontend owns the empty slots, 0 where the backend does.
  Amounts frontend(std::uint64_t block) {
    return frontend_.get(block, [this](std::uint64_t number, Block out) {
      tables_->frontend.fill(frontend_draws_, number, out);
    });
  }

  /// Operations retired in each cycle.
  Amounts retired(std::uint64_t block) {
    return retired_.get(block, [this](std::uint64_t number, Block out) {
      tables_->operations_to_retired.thin(retired_draws_, number, dispatched(number), out);
    });
  }

  /// Instructions retired in each cycle.
  Amounts instructions(std::uint64_t block) {
    return instructions_.get(block, [this](std::uint64_t number, Block out) {
      tables_->operations_to_instructions.thin(instruction_draws_, number, retired(number), out);
    });
  }

 private:
  /// Enough for a second reader that follows the first one closely.
  using Cache = BlockCache<std::uint8_t, 4>;

  std::shared_ptr<const PipelineModel::Tables> tables_;
  CycleDraws dispatch_draws_;
  CycleDraws frontend_draws_;
  CycleDraws retired_draws_;
  CycleDraws instruction_draws_;
  Cache dispatched_;
  Cache frontend_;
  Cache retired_;
  Cache instructions_;
};

namespace {

void op_spec(PipelineDraws& blocks, std::uint64_t block, Block out) {
  std::ranges::copy(blocks.dispatched(block), out.begin());
}

void op_retired(PipelineDraws& blocks, std::uint64_t block, Block out) {
  std::ranges::copy(blocks.retired(block), out.begin());
}

void inst_retired(PipelineDraws& blocks, std::uint64_t block, Block out) {
  std::ranges::copy(blocks.instructions(block), out.begin());
}

void stall_slot(PipelineDraws& blocks, std::uint64_t block, Block out) {
  const Amounts dispatched = blocks.dispatched(block);
  const std::uint8_t slots = blocks.slots();
  for (std::size_t i = 0; i < kBlockCycles; ++i) {
    out[i] = static_cast<std::uint8_t>(slots - dispatched[i]);
  }
}

void stall(PipelineDraws& blocks, std::uint64_t block, Block out) {
  const Amounts dispatched = blocks.dispatched(block);
  for (std::size_t i = 0; i < kBlockCycles; ++i) {
    out[i] = dispatched[i] == 0;
  }
}

/// Keeps the amounts of the cycles that the frontend (Cause 1) or the backend (Cause 0) owns.
template <std::uint8_t Cause>
void keep_cause(PipelineDraws& blocks, std::uint64_t block, Block amounts) {
  const Amounts frontend = blocks.frontend(block);
  for (std::size_t i = 0; i < kBlockCycles; ++i) {
    amounts[i] = frontend[i] == Cause ? amounts[i] : std::uint8_t{0};
  }
}

template <std::uint8_t Cause>
void stall_slot_by(PipelineDraws& blocks, std::uint64_t block, Block out) {
  stall_slot(blocks, block, out);
  keep_cause<Cause>(blocks, block, out);
}

template <std::uint8_t Cause>
void stall_by(PipelineDraws& blocks, std::uint64_t block, Block out) {
  stall(blocks, block, out);
  keep_cause<Cause>(blocks, block, out);
}

using MakeBlock = void (*)(PipelineDraws&, std::uint64_t block, Block out);

struct PipelineEvent {
  EventId event;
  MakeBlock make_block{};
  bool counts_cycles{};  ///< at most 1 a cycle; the others at most `slots`
};

constexpr std::array kPipelineEvents{
    PipelineEvent{kInstRetired, inst_retired, false},
    PipelineEvent{kStallFrontend, stall_by<1>, true},
    PipelineEvent{kStallBackend, stall_by<0>, true},
    PipelineEvent{kOpRetired, op_retired, false},
    PipelineEvent{kOpSpec, op_spec, false},
    PipelineEvent{kStall, stall, true},
    PipelineEvent{kStallSlotBackend, stall_slot_by<0>, false},
    PipelineEvent{kStallSlotFrontend, stall_slot_by<1>, false},
    PipelineEvent{kStallSlot, stall_slot, false},
};

constexpr auto kPipelineEventIds = [] {
  std::array<EventId, kPipelineEvents.size()> ids;
  std::ranges::transform(kPipelineEvents, ids.begin(), &PipelineEvent::event);
  return ids;
}();

class PipelineStream final : public BlockStream<std::uint8_t> {
 public:
  PipelineStream(const PipelineEvent& event, std::shared_ptr<PipelineDraws> blocks)
      : BlockStream{event.counts_cycles ? 1U : blocks->slots()},
        make_block_{event.make_block},
        blocks_{std::move(blocks)} {}

 private:
  void generate(std::uint64_t block, BlockStream::Block out) override {
    make_block_(*blocks_, block, out);
  }

  MakeBlock make_block_;
  std::shared_ptr<PipelineDraws> blocks_;
};

tl::unexpected<Error> wrong(std::string what, std::string hint) {
  return fail(ErrorCode::invalid_input, "pipeline", std::move(what), std::move(hint));
}

bool is_probability(double p) {
  return p >= 0.0 && p <= 1.0;
}

}  // namespace

Result<PipelineModel> PipelineModel::create(const PipelineParameters& parameters) {
  if (parameters.slots < 1 || parameters.slots > 255) {
    return wrong(std::to_string(parameters.slots) + " slots", "1 to 255 are possible");
  }
  if (parameters.dispatch.greatest() > parameters.slots) {
    return wrong("up to " + std::to_string(parameters.dispatch.greatest()) +
                     " operations a cycle in " + std::to_string(parameters.slots) + " slots",
                 "choose a dispatch distribution that ends at the number of slots");
  }
  if (!is_probability(parameters.frontend_share)) {
    return wrong("frontend share " + std::to_string(parameters.frontend_share),
                 "a share lies between 0 and 1");
  }
  if (!is_probability(parameters.retire_share)) {
    return wrong("retire share " + std::to_string(parameters.retire_share),
                 "a share lies between 0 and 1");
  }
  if (!(parameters.operations_per_instruction >= 1.0)) {
    return wrong(
        std::to_string(parameters.operations_per_instruction) + " operations per instruction",
        "an instruction is at least 1 operation");
  }
  return PipelineModel{std::make_shared<const Tables>(
      Tables{static_cast<std::uint8_t>(parameters.slots),
             parameters.dispatch,
             *Distribution::binomial(1, parameters.frontend_share),
             Thinning{parameters.slots, parameters.retire_share},
             Thinning{parameters.slots, 1.0 / parameters.operations_per_instruction}})};
}

std::span<const EventId> PipelineModel::events() {
  return kPipelineEventIds;
}

std::shared_ptr<PipelineDraws> PipelineModel::draws(CounterRandom random) const {
  return std::make_shared<PipelineDraws>(tables_, random);
}

std::vector<std::unique_ptr<EventStream>> PipelineModel::streams(
    const std::shared_ptr<PipelineDraws>& draws) {
  std::vector<std::unique_ptr<EventStream>> streams;
  streams.reserve(kPipelineEvents.size());
  for (const PipelineEvent& event : kPipelineEvents) {
    streams.push_back(std::make_unique<PipelineStream>(event, draws));
  }
  return streams;
}

}  // namespace pmusim
