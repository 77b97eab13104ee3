// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/shard.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::sweep;

TEST_CASE("each point is in exactly one shard", "[sweep][shard]") {
  for (std::size_t count = 1; count <= 5; ++count) {
    std::size_t total = 0;
    for (std::size_t index = 1; index <= count; ++index) {
      const Shard shard{index, count};
      std::size_t members = 0;
      for (std::size_t point = 0; point < 13; ++point) {
        CHECK(shard.has(point) == (point % count == index - 1));
        members += shard.has(point) ? 1U : 0U;
      }
      CHECK(shard.size(13) == members);
      total += members;
    }
    CHECK(total == 13);
  }
  CHECK(Shard{3, 4}.size(2) == 0);
}

TEST_CASE("a shard is written I/N with I from 1 to N", "[sweep][shard][usage]") {
  CHECK(parse_shard("3/8")->index == 3);
  CHECK(parse_shard("3/8")->count == 8);
  CHECK(parse_shard("1/1")->is_whole());
  for (const char* wrong :
       {"3/2", "0/2", "1/0", "1", "/", "a/b", "1/2/3", "-1/2", "1/9999999", ""}) {
    CAPTURE(wrong);
    const auto shard = parse_shard(wrong);
    REQUIRE_FALSE(shard);
    CHECK(shard.error().code == ErrorCode::usage);
    CHECK_THAT(shard.error().what, Catch::Contains("1 <= I <= N"));
  }
}

TEST_CASE("journals are known by their names", "[sweep][shard]") {
  CHECK(Shard{}.journal_name() == "sweep.journal");
  CHECK(Shard{2, 8}.journal_name() == "sweep.2-of-8.journal");
  CHECK(is_journal_name("sweep.journal"));
  CHECK(is_journal_name("sweep.2-of-8.journal"));
  for (const char* other : {"sweep.csv",
                            "sweep.2-of-8.journal.tmp",
                            "sweep.x-of-8.journal",
                            "sweep.2-of-.journal",
                            "my.journal",
                            "sweep.journal2",
                            "sweep..journal",
                            "sweep.2-of-8journal"}) {
    CAPTURE(other);
    CHECK_FALSE(is_journal_name(other));
  }
}
