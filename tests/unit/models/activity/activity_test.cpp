// SPDX-License-Identifier: Apache-2.0
#include "models/activity/activity.h"

#include <catch2/catch.hpp>

#include "models/activity/events.h"
#include "models/activity/fixed_stream.h"
#include "tests/unit/models/activity/stream_amounts.h"

namespace {

using pmusim::Activity;
using pmusim::EventId;
using Amounts = std::vector<std::uint32_t>;

constexpr EventId kOpSpec{0x3B};
constexpr EventId kStallSlot{0x3F};
constexpr pmusim::CounterRandom kTask{11};

Amounts amounts(Activity& activity, EventId event, std::uint64_t from, std::uint64_t cycles) {
  return pmusim::test::amounts(
      [&](std::uint64_t f, std::uint64_t w) { return activity.view(event, f, w); }, from, cycles);
}

pmusim::PipelineModel pipeline_of_4() {
  return *pmusim::PipelineModel::create(
      {.slots = 4, .dispatch = *pmusim::Distribution::binomial(4, 0.5)});
}

}  // namespace

TEST_CASE("an event without a stream never occurs", "[activity]") {
  Activity activity;
  CHECK(amounts(activity, EventId{0x0008}, 0, 3) == Amounts{0, 0, 0});
  CHECK(amounts(activity, EventId{0xFFFF}, 0, 1) == Amounts{0});
  CHECK(activity.view(kStallSlot, 0, 1).greatest == 0);
}

TEST_CASE("each event has its own stream", "[activity]") {
  Activity activity;
  REQUIRE(activity.add(EventId{0x0008}, pmusim::constant_stream(1)));
  REQUIRE(activity.add(EventId{0x8008}, pmusim::constant_stream(2)));
  REQUIRE(activity.add(EventId{0x00C0}, pmusim::constant_stream(3)));
  CHECK(amounts(activity, EventId{0x0008}, 5, 1) == Amounts{1});
  CHECK(amounts(activity, EventId{0x8008}, 5, 1) == Amounts{2});
  CHECK(amounts(activity, EventId{0x00C0}, 5, 1) == Amounts{3});
  CHECK(amounts(activity, EventId{0x8000}, 5, 1) == Amounts{0});
}

TEST_CASE("an event of the PMU's own making has no stream", "[activity]") {
  Activity activity;
  CHECK_FALSE(activity.add(pmusim::kCpuCycles, pmusim::constant_stream(1)));
  CHECK_FALSE(activity.add(pmusim::kChain, pmusim::constant_stream(1)));
  CHECK_FALSE(activity.add(pmusim::kSwIncr, pmusim::constant_stream(1)));
}

TEST_CASE("an event cannot have two streams", "[activity]") {
  Activity activity;
  REQUIRE(activity.add(kOpSpec, pmusim::constant_stream(1)));
  const auto again = activity.add(kOpSpec, pmusim::constant_stream(2));
  REQUIRE_FALSE(again);
  CHECK(again.error().what == "OP_SPEC has two streams");
  CHECK(amounts(activity, kOpSpec, 0, 1) == Amounts{1});
}

TEST_CASE("a stream of its own wins over the pipeline, whichever comes first",
          "[activity][pipeline]") {
  const bool stream_first = GENERATE(true, false);
  Activity activity;
  if (!stream_first) {
    activity.add_pipeline(pipeline_of_4(), kTask);
  }
  REQUIRE(activity.add(kOpSpec, pmusim::constant_stream(200)));
  if (stream_first) {
    activity.add_pipeline(pipeline_of_4(), kTask);
  }
  CHECK(amounts(activity, kOpSpec, 0, 2) == Amounts{200, 200});
  CHECK(activity.view(kStallSlot, 0, 1).greatest == 4);
}

TEST_CASE("activities that share a pipeline have equal amounts, however far apart they are read",
          "[activity][pipeline]") {
  constexpr std::uint64_t kBlock = 4096;
  Activity alone;
  alone.add_pipeline(pipeline_of_4(), kTask);
  Activity first;
  first.add_pipeline(pipeline_of_4(), kTask);
  Activity second;
  second.share_pipeline(first);
  for (const EventId event : pmusim::PipelineModel::events()) {
    const Amounts right = amounts(alone, event, 0, 12 * kBlock);
    Amounts leading;
    Amounts following;
    for (std::uint64_t block = 0; block < 12; ++block) {
      const auto append = [&](Amounts& all, Activity& activity, std::uint64_t number) {
        const Amounts more = amounts(activity, event, number * kBlock, kBlock);
        all.insert(all.end(), more.begin(), more.end());
      };
      append(leading, first, block);
      // Zero to seven blocks behind.
      for (std::uint64_t next = following.size() / kBlock; block % 8 == 7 && next <= block;
           ++next) {
        append(following, second, next);
      }
    }
    CAPTURE(event.value());
    CHECK(leading == right);
    CHECK(following == Amounts(right.begin(), right.begin() + 8 * kBlock));
  }
}

TEST_CASE("the view of one activity outlives those of another that shares its pipeline",
          "[activity][pipeline]") {
  Activity first;
  first.add_pipeline(pipeline_of_4(), kTask);
  Activity second;
  second.share_pipeline(first);
  const pmusim::StreamView view = first.view(kOpSpec, 0, 100);
  const Amounts before = pmusim::test::amounts_of(view, 100);
  for (std::uint64_t block = 1; block < 20; ++block) {
    (void)second.view(kOpSpec, block * 4096, 100);
  }
  CHECK(pmusim::test::amounts_of(view, 100) == before);
}

TEST_CASE("sharing the pipeline of an activity without one changes nothing",
          "[activity][pipeline]") {
  Activity first;
  Activity second;
  second.share_pipeline(first);
  CHECK(amounts(second, kOpSpec, 0, 2) == Amounts{0, 0});
}

TEST_CASE("the random stream of an event depends on task and event", "[activity][random]") {
  const auto key = [](std::uint64_t task, std::uint16_t event) {
    return pmusim::event_random(pmusim::CounterRandom{task}, EventId{event}).at(0);
  };
  CHECK(key(1, 8) == key(1, 8));
  CHECK(key(1, 8) != key(1, 9));
  CHECK(key(1, 8) != key(2, 8));
}
