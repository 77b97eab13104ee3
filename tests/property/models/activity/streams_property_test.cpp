// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <rapidcheck/catch.h>

#include "models/activity/activity.h"
#include "models/activity/fixed_stream.h"
#include "models/activity/random_stream.h"
#include "tests/unit/models/activity/stream_amounts.h"

namespace {

using pmusim::Activity;
using pmusim::CounterRandom;
using pmusim::Distribution;
using pmusim::EventId;
using pmusim::EventStream;
using pmusim::PipelineModel;
using pmusim::Run;
using Amounts = std::vector<std::uint32_t>;

double any_share() {
  return *rc::gen::inRange(0, 1001) / 1000.0;
}

Distribution any_distribution(std::uint32_t greatest) {
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return *Distribution::binomial(greatest, any_share());
    case 1:
      return *Distribution::poisson(*rc::gen::inRange(0, 400) / 10.0, greatest);
    case 2:
      return *Distribution::uniform(*rc::gen::inRange(std::uint32_t{0}, greatest + 1), greatest);
    default: {
      auto weights = *rc::gen::container<std::vector<int>>(greatest + 1, rc::gen::inRange(0, 10));
      weights.front() += 1;
      const std::vector<double> doubles(weights.begin(), weights.end());
      return *Distribution::from_weights(doubles);
    }
  }
}

/// One stream of every kind, in turn.
std::unique_ptr<EventStream> any_stream(int kind, CounterRandom random) {
  switch (kind) {
    case 0:
      return pmusim::constant_stream(*rc::gen::arbitrary<std::uint32_t>());
    case 1:
      return pmusim::periodic_stream(
          *rc::gen::inRange(1U, 300U), *rc::gen::inRange(0U, 600U), *rc::gen::inRange(0U, 300U));
    case 2: {
      std::vector<Run> runs(*rc::gen::inRange<std::size_t>(1, 40));
      for (Run& run : runs) {
        run = {*rc::gen::inRange(1U, 200U), *rc::gen::inRange(0U, 300U)};
      }
      return pmusim::run_length_stream(*pmusim::make_run_list(runs));
    }
    case 3: {
      const auto amounts =
          *rc::gen::nonEmpty(rc::gen::container<Amounts>(rc::gen::inRange(0U, 70'000U)));
      return pmusim::column_stream(pmusim::AmountColumn::copy_of(amounts));
    }
    case 4:
      return pmusim::random_stream(any_distribution(*rc::gen::inRange(0U, 256U)), random);
    default:
      return *pmusim::burst_stream({1.0 + *rc::gen::inRange(0, 500) / 10.0,
                                    1.0 + *rc::gen::inRange(0, 500) / 10.0,
                                    *rc::gen::element(1U, 255U, 256U, 70'000U)},
                                   random);
  }
}

Amounts amounts(EventStream& stream,
                std::uint64_t from,
                std::uint64_t cycles,
                std::uint64_t piece) {
  return pmusim::test::amounts(
      [&](std::uint64_t f, std::uint64_t w) { return stream.view(f, w); }, from, cycles, piece);
}

}  // namespace

TEST_CASE("a stream's amounts do not depend on how its cycles are cut and ordered",
          "[property][activity]") {
  for (int kind = 0; kind < 6; ++kind) {
    CAPTURE(kind);
    rc::prop("kind " + std::to_string(kind), [kind] {
      const CounterRandom random{*rc::gen::arbitrary<std::uint64_t>()};
      const auto stream = any_stream(kind, random);
      constexpr std::uint64_t kCycles = 10'000;
      const std::uint64_t start =
          *rc::gen::element<std::uint64_t>(0, 1, 4095, 1'000'003, std::uint64_t{1} << 50U);
      const Amounts whole = amounts(*stream, start, kCycles, 1'000'000);
      RC_ASSERT(amounts(*stream, start, kCycles, *rc::gen::inRange<std::uint64_t>(1, 5000)) ==
                whole);
      for (int i = 0; i < 8; ++i) {
        const auto offset = *rc::gen::inRange<std::uint64_t>(0, kCycles);
        const auto length = *rc::gen::inRange<std::uint64_t>(1, kCycles - offset + 1);
        const Amounts part =
            amounts(*stream, start + offset, length, *rc::gen::inRange<std::uint64_t>(1, 5000));
        RC_ASSERT(std::equal(
            part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(offset)));
      }
    });
  }
}

TEST_CASE("no amount of a view is above its greatest", "[property][activity]") {
  rc::prop("greatest", [] {
    const auto stream =
        any_stream(*rc::gen::inRange(0, 6), CounterRandom{*rc::gen::arbitrary<std::uint64_t>()});
    const auto view = stream->view(*rc::gen::inRange<std::uint64_t>(0, 100'000), 5000);
    RC_ASSERT(view.cycles >= 1);
    const Amounts amounts =
        pmusim::test::amounts_of(view, std::min<std::uint64_t>(view.cycles, 5000));
    RC_ASSERT(std::ranges::max(amounts) <= view.greatest);
  });
}

TEST_CASE("the events of a pipeline agree with each other in every cycle",
          "[property][activity][pipeline]") {
  rc::prop("top-down identities", [] {
    const std::uint32_t slots = *rc::gen::element(1U, 2U, 4U, 8U, 10U, 31U, 255U);
    const auto model =
        *PipelineModel::create({.slots = slots,
                                .dispatch = any_distribution(slots),
                                .frontend_share = any_share(),
                                .retire_share = any_share(),
                                .operations_per_instruction = 1.0 + any_share() * 3});
    Activity activity;
    activity.add_pipeline(model, CounterRandom{*rc::gen::arbitrary<std::uint64_t>()});
    const auto from = *rc::gen::inRange<std::uint64_t>(0, 20'000);
    constexpr std::size_t kCycles = 2000;
    const auto event = [&](std::uint16_t number) {
      return pmusim::test::amounts(
          [&](std::uint64_t f, std::uint64_t w) { return activity.view(EventId{number}, f, w); },
          from,
          kCycles);
    };
    const Amounts inst_retired = event(0x08);
    const Amounts stall_frontend = event(0x23);
    const Amounts stall_backend = event(0x24);
    const Amounts op_retired = event(0x3A);
    const Amounts op_spec = event(0x3B);
    const Amounts stall = event(0x3C);
    const Amounts slot_backend = event(0x3D);
    const Amounts slot_frontend = event(0x3E);
    const Amounts stall_slot = event(0x3F);
    for (std::size_t i = 0; i < kCycles; ++i) {
      RC_ASSERT(op_spec[i] + stall_slot[i] == slots);
      RC_ASSERT(slot_frontend[i] + slot_backend[i] == stall_slot[i]);
      RC_ASSERT(slot_frontend[i] == 0 || slot_backend[i] == 0);
      RC_ASSERT(stall[i] == (op_spec[i] == 0 ? 1U : 0U));
      RC_ASSERT(stall_frontend[i] + stall_backend[i] == stall[i]);
      RC_ASSERT(stall_frontend[i] == 0 || slot_frontend[i] == slots);
      RC_ASSERT(stall_backend[i] == 0 || slot_backend[i] == slots);
      RC_ASSERT(op_retired[i] <= op_spec[i]);
      RC_ASSERT(inst_retired[i] <= op_retired[i]);
    }
  });
}

TEST_CASE("the events of a pipeline do not depend on which of them are observed",
          "[property][activity][pipeline]") {
  rc::prop("observation", [] {
    const auto model = *PipelineModel::create({.slots = 8,
                                               .dispatch = any_distribution(8),
                                               .frontend_share = any_share(),
                                               .retire_share = any_share(),
                                               .operations_per_instruction = 1.0 + any_share()});
    const CounterRandom task{*rc::gen::arbitrary<std::uint64_t>()};
    Activity alone;
    Activity crowded;
    alone.add_pipeline(model, task);
    crowded.add_pipeline(model, task);
    const EventId event = *rc::gen::elementOf(
        std::vector<EventId>(PipelineModel::events().begin(), PipelineModel::events().end()));
    const auto cycles = [&](Activity& activity) {
      return pmusim::test::amounts(
          [&](std::uint64_t f, std::uint64_t w) {
            if (&activity == &crowded) {
              for (const EventId other : PipelineModel::events()) {
                // Somebody else looks ahead at another event.
                static_cast<void>(
                    activity.view(other, f + std::uint64_t{4096} * (other.value() % 3U), w));
              }
            }
            return activity.view(event, f, w);
          },
          0,
          12'000,
          700);
    };
    RC_ASSERT(cycles(alone) == cycles(crowded));
  });
}
