// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/window_log.h"

#include <catch2/catch.hpp>

#include "sim/engine/truth/event_tracks.h"

using namespace pmusim;
using namespace pmusim::engine;

namespace {

Window window(std::uint64_t first, std::uint64_t cycles, std::uint64_t count) {
  Window w;
  w.cause = Cause::guest_entry_switch;
  w.first = CycleTime{first};
  w.last = CycleTime{first + cycles - 1};
  w.count = count;
  return w;
}

}  // namespace

TEST_CASE("statistics are of all windows, and the first ones are kept whole", "[truth]") {
  WindowLog log;
  for (std::uint64_t i = 0; i < 1'500; ++i) {
    log.add(window(i * 100, 1 + i % 8, 2));
  }
  CHECK(log.first().size() == WindowLog::kKept);
  CHECK(log.left_out() == 1'500 - WindowLog::kKept);
  REQUIRE(log.statistics().size() == 1);
  const WindowStatistics& all = log.statistics().begin()->second;
  CHECK(all.windows == 1'500);
  CHECK(all.count == 3'000);
  CHECK(all.shortest == 1);
  CHECK(all.longest == 8);
  // 1500 windows of 1 to 8 cycles in turn: 187 rounds of 36 cycles, then 1 + 2 + 3 + 4.
  CHECK(all.cycles == 187 * 36 + 10);
  CHECK(all.by_length[0] == 188);
  CHECK(all.by_length[1] == 188 + 188);
  CHECK(all.by_length[3] == 187);
}

TEST_CASE("the windows kept are those that begin first, in whichever order they end", "[truth]") {
  WindowLog log;
  log.keep(3);
  for (const std::uint64_t first : {50U, 30U, 40U, 60U, 10U, 35U}) {
    log.add(window(first, 100, 1));
  }
  const std::vector<Window> kept = log.first();
  REQUIRE(kept.size() == 3);
  CHECK(kept[0].first == CycleTime{10});
  CHECK(kept[1].first == CycleTime{30});
  CHECK(kept[2].first == CycleTime{35});
  CHECK(log.left_out() == 3);
}

TEST_CASE("of windows that begin together those of the first events are kept", "[truth]") {
  WindowLog log;
  log.keep(2);
  for (const kernel::EventIndex event : {3U, 2U, 1U}) {
    Window together = window(7, event, 1);
    together.event = event;
    log.add(together);
  }
  const std::vector<Window> kept = log.first();
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].event == 1);
  CHECK(kept[1].event == 2);
}

TEST_CASE("statistics of two CPUs add up", "[truth]") {
  WindowStatistics a;
  WindowStatistics b;
  a.add(window(0, 10, 1));
  b.add(window(0, 3, 4));
  b.add(window(0, 30, 5));
  a.add(b);
  CHECK(a.windows == 3);
  CHECK(a.cycles == 43);
  CHECK(a.count == 10);
  CHECK(a.shortest == 3);
  CHECK(a.longest == 30);
  a.add(WindowStatistics{});
  CHECK(a.shortest == 3);
}

TEST_CASE("windows of another event, kind or cause are another row", "[truth]") {
  WindowLog log;
  Window w = window(0, 1, 1);
  log.add(w);
  w.kind = WindowKind::leak;
  log.add(w);
  w.cause = Cause::filter;
  log.add(w);
  w.event = 1;
  log.add(w);
  CHECK(log.statistics().size() == 4);
}

TEST_CASE("spans that go on as before are one span", "[truth]") {
  EventTracks tracks{3};
  const auto span = [](std::uint64_t first, std::uint64_t end, bool counting) {
    return CpuTimeline::CounterSpan{.first = CycleTime{first},
                                    .end = CycleTime{end},
                                    .enabled = true,
                                    .counting = counting,
                                    .count = counting ? end - first : 0};
  };
  tracks.add(1, span(0, 10, true));
  tracks.add(1, span(10, 15, true));
  tracks.add(1, span(15, 20, false));
  tracks.add(1, span(30, 35, false));
  REQUIRE(tracks.spans().at(1).size() == 3);
  CHECK(tracks.spans().at(1)[0].end == CycleTime{15});
  CHECK(tracks.spans().at(1)[0].count == 15);
  CHECK(!tracks.spans().contains(0));
  CHECK(tracks.left_out() == 0);
  tracks.add(0, span(40, 41, true));
  CHECK(!tracks.spans().contains(0));
  CHECK(tracks.left_out() == 1);
}
