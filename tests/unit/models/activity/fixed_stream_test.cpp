// SPDX-License-Identifier: Apache-2.0
#include "models/activity/fixed_stream.h"

#include <catch2/catch.hpp>

#include "tests/unit/models/activity/stream_amounts.h"

namespace {

using pmusim::EventStream;
using Amounts = std::vector<std::uint32_t>;

Amounts amounts(EventStream& stream, std::uint64_t from, std::uint64_t cycles) {
  return pmusim::test::amounts(
      [&](std::uint64_t f, std::uint64_t w) { return stream.view(f, w); }, from, cycles);
}

}  // namespace

TEST_CASE("a constant stream has its amount in every cycle", "[activity][streams]") {
  const auto stream = pmusim::constant_stream(7);
  CHECK(amounts(*stream, 0, 3) == Amounts{7, 7, 7});
  CHECK(stream->view(1'000'000'000'000, 5).greatest == 7);
}

TEST_CASE("a periodic stream pulses first in the cycle that is asked for", "[activity][streams]") {
  CHECK(amounts(*pmusim::periodic_stream(3, 1, 9), 0, 8) == Amounts{0, 9, 0, 0, 9, 0, 0, 9});
  CHECK(amounts(*pmusim::periodic_stream(1, 0, 2), 0, 3) == Amounts{2, 2, 2});
}

TEST_CASE("no pulse comes before the first, even when the period is shorter",
          "[activity][streams]") {
  const auto stream = pmusim::periodic_stream(2, 5, 1);
  CHECK(amounts(*stream, 0, 9) == Amounts{0, 0, 0, 0, 0, 1, 0, 1, 0});
  CHECK(amounts(*stream, 4, 2) == Amounts{0, 1});
}

TEST_CASE("runs are repeated for ever", "[activity][streams]") {
  const auto list = pmusim::make_run_list({{2, 5}, {1, 0}, {3, 4}});
  REQUIRE(list);
  const auto stream = pmusim::run_length_stream(*list);
  CHECK(amounts(*stream, 0, 9) == Amounts{5, 5, 0, 4, 4, 4, 5, 5, 0});
  CHECK(amounts(*stream, 6'000'001, 4) == Amounts{5, 0, 4, 4});
  CHECK(stream->view(0, 1).greatest == 5);
}

TEST_CASE("runs can be asked for in any order of cycles", "[activity][streams]") {
  const auto stream =
      pmusim::run_length_stream(*pmusim::make_run_list({{1000, 1}, {1000, 2}, {1000, 3}}));
  CHECK(amounts(*stream, 2999, 2) == Amounts{3, 1});
  CHECK(amounts(*stream, 0, 1) == Amounts{1});
  CHECK(amounts(*stream, 1999, 2) == Amounts{2, 3});
  CHECK(amounts(*stream, 999, 2) == Amounts{1, 2});
}

TEST_CASE("a list of runs must have runs, and a run must have cycles", "[activity][streams]") {
  CHECK_FALSE(pmusim::make_run_list({}));
  const auto list = pmusim::make_run_list({{1, 1}, {0, 1}});
  REQUIRE_FALSE(list);
  CHECK(list.error().where == "runs, element 1");
}

TEST_CASE("listed amounts are kept in the narrowest width and repeated", "[activity][streams]") {
  const auto [greatest, width, kind] =
      GENERATE(table<std::uint32_t, unsigned, pmusim::StreamView::Kind>({
          {255, 1, pmusim::StreamView::Kind::dense8},
          {256, 2, pmusim::StreamView::Kind::dense16},
          {65'535, 2, pmusim::StreamView::Kind::dense16},
          {65'536, 4, pmusim::StreamView::Kind::dense32},
          {4'294'967'295, 4, pmusim::StreamView::Kind::dense32},
      }));
  CAPTURE(greatest);
  const auto column = pmusim::AmountColumn::copy_of(Amounts{0, greatest, 3});
  CHECK(column.width() == width);
  const auto stream = pmusim::column_stream(column);
  const auto view = stream->view(0, 10);
  CHECK(view.kind == kind);
  CHECK(view.greatest == greatest);
  CHECK(amounts(*stream, 0, 7) == Amounts{0, greatest, 3, 0, greatest, 3, 0});
  CHECK(amounts(*stream, 3'000'000'000'002, 2) == Amounts{3, 0});
}

TEST_CASE("a short list gives views that are worth a call", "[activity][streams]") {
  CHECK(pmusim::column_stream(pmusim::AmountColumn::copy_of(Amounts{1}))->view(0, 1).cycles >=
        4096);
}
