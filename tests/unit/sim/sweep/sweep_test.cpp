// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/sweep.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <catch2/catch.hpp>

#include "sim/sweep/documents.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/sim/sweep/examples.h"

using namespace pmusim;
using namespace pmusim::sweep;
using Catch::Contains;

namespace {

const std::atomic<bool> kNeverStop{false};

/// A sweep of twelve points in a folder of its own.
class Example {
 public:
  [[nodiscard]] Plan plan(Shard shard = {}, std::size_t jobs = 2) const {
    return {.grid = grid_,
            .identity = identity_of(grid_),
            .folder = folder(),
            .shard = shard,
            .restart = false,
            .jobs = jobs};
  }

  [[nodiscard]] std::string folder() const { return (folder_.path() / "out").string(); }

  [[nodiscard]] std::string journal(Shard shard = {}) const {
    return folder() + "/" + shard.journal_name();
  }

  [[nodiscard]] std::string csv(const Results& results) const {
    return csv_document(grid_, results);
  }

 private:
  TemporaryFolder folder_;
  Grid grid_ = grid_of({"/x=1:6:1", "/y=a,b"});
};

std::optional<PointResult> square(std::size_t point) {
  return result_of(point, std::to_string(point * point), "0");
}

/// Runs the sweep and says which points it ran for that.
struct Ran {
  Result<Results> results;
  std::set<std::size_t> points;
};

Ran run(const Plan& plan,
        const std::function<std::optional<PointResult>(std::size_t)>& work = square) {
  std::set<std::size_t> points;
  Result<Results> results =
      run_sweep(plan,
                {.work = work,
                 .finished = [&](const PointResult& result,
                                 const Results& /*results*/) { points.insert(result.point); }},
                kNeverStop);
  return {std::move(results), std::move(points)};
}

}  // namespace

TEST_CASE("the results do not depend on the number of workers", "[sweep][determinism]") {
  const Example one;
  const Example four;
  const Ran a = run(one.plan({}, 1));
  const Ran b = run(four.plan({}, 4));
  REQUIRE(a.results);
  REQUIRE(b.results);
  CHECK(a.results->complete());
  CHECK(one.csv(*a.results) == four.csv(*b.results));
}

TEST_CASE("finished points are not run again", "[sweep][resume]") {
  const Example example;
  CHECK(run(example.plan()).points.size() == 12);
  const Ran again = run(example.plan());
  CHECK(again.points.empty());
  CHECK(again.results->complete());
}

TEST_CASE("a sweep whose journal is cut at any byte ends with the same results",
          "[sweep][resume]") {
  const Example example;
  const std::string whole = example.csv(*run(example.plan()).results);
  const auto size = std::filesystem::file_size(example.journal());
  // Every byte is the journal's own test; here each seventh, since each needs processes.
  for (std::size_t length = 0; length < size; length += 7) {
    CAPTURE(length);
    std::filesystem::resize_file(example.journal(), length);
    const Ran resumed = run(example.plan());
    REQUIRE(resumed.results);
    REQUIRE(example.csv(*resumed.results) == whole);
    REQUIRE(std::filesystem::file_size(example.journal()) == size);
  }
}

TEST_CASE("a whole sweep joins its shards", "[sweep][shard]") {
  const Example example;
  for (std::size_t index = 1; index <= 3; ++index) {
    const Ran part = run(example.plan({index, 3}));
    REQUIRE(part.results);
    CHECK(part.points.size() == 4);
    CHECK(part.results->count() == 4);
  }
  const Ran joined = run(example.plan());
  CHECK(joined.points.empty());
  const Example alone;
  CHECK(example.csv(*joined.results) == alone.csv(*run(alone.plan()).results));
}

TEST_CASE("a whole sweep runs what a shard left undone", "[sweep][shard]") {
  const Example example;
  REQUIRE(run(example.plan({2, 3})).results);
  const Ran joined = run(example.plan());
  CHECK(joined.points.size() == 8);
  CHECK_FALSE(joined.points.contains(1));
  CHECK(joined.results->complete());
}

TEST_CASE("a crash is the result of its point, and is tried again", "[sweep][crash]") {
  const Example example;
  const Ran crashed = run(example.plan(), [](std::size_t point) {
    if (point == 5) {
      ::signal(SIGSEGV, SIG_DFL);  // not Catch's
      ::raise(SIGSEGV);
    }
    return square(point);
  });
  REQUIRE(crashed.results);
  CHECK(crashed.results->complete());
  CHECK(crashed.results->at(5).status == PointStatus::fault);
  CHECK_THAT(crashed.results->at(5).problem, Contains("signal 11"));
  CHECK(crashed.results->count(PointStatus::fault) == 1);
  const Ran again = run(example.plan());
  CHECK(again.points == std::set<std::size_t>{5});
  CHECK(again.results->at(5) == *square(5));
}

TEST_CASE("a point that was told to stop has no result", "[sweep][resume]") {
  const Example example;
  const Ran some = run(example.plan(), [](std::size_t point) {
    return point % 2 == 0 ? square(point) : std::nullopt;
  });
  CHECK(some.results->count() == 6);
  CHECK(run(example.plan()).points.size() == 6);
}

TEST_CASE("the journal of another sweep stops this one until it is discarded", "[sweep][resume]") {
  const Example example;
  REQUIRE(run(example.plan()).results);
  REQUIRE(run(example.plan({1, 2})).results);
  Plan other = example.plan();
  other.identity.content = 99;
  const Ran refused = run(other);
  REQUIRE_FALSE(refused.results);
  CHECK(refused.results.error().code == ErrorCode::usage);
  other.restart = true;
  const Ran fresh = run(other);
  REQUIRE(fresh.results);
  CHECK(fresh.points.size() == 12);
  CHECK_FALSE(std::filesystem::exists(example.journal({1, 2})));
}

TEST_CASE("a shard restarts alone", "[sweep][shard]") {
  const Example example;
  REQUIRE(run(example.plan({1, 2})).results);
  REQUIRE(run(example.plan({2, 2})).results);
  Plan again = example.plan({1, 2});
  again.restart = true;
  CHECK(run(again).points.size() == 6);
  CHECK(run(example.plan({2, 2})).points.empty());
}

TEST_CASE("a folder that cannot be made is an I/O error", "[sweep]") {
  const Example example;
  Plan plan = example.plan();
  plan.folder = "/dev/null/out";
  const Ran ran = run(plan);
  REQUIRE_FALSE(ran.results);
  CHECK(ran.results.error().code == ErrorCode::io);
}
