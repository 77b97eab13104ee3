// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/worker_pool.h"

#include <csignal>
#include <map>
#include <set>
#include <stdexcept>

#include <catch2/catch.hpp>
#include <unistd.h>

using namespace pmusim;
using namespace pmusim::sweep;
using Catch::Contains;

namespace {

const std::atomic<bool> kNeverStop{false};

/// Tasks 0, 1, ... up to `count`, with what came of each.
struct Run {
  std::map<std::size_t, Answer> answers;
  Result<void> ended;
};

Run run(std::size_t workers,
        std::size_t count,
        const std::function<std::string(std::size_t)>& work,
        const std::atomic<bool>& stop = kNeverStop) {
  Run done;
  std::size_t next = 0;
  done.ended =
      run_pool({.workers = workers,
                .next = [&] { return next < count ? std::optional{next++} : std::nullopt; },
                .work = work,
                .take = [&](const Answer& answer) -> Result<void> {
                  done.answers[answer.task] = answer;
                  return {};
                }},
               stop);
  return done;
}

}  // namespace

TEST_CASE("every task is done once, in a process of its own", "[sweep][pool]") {
  const pid_t here = ::getpid();
  const std::size_t workers = GENERATE(as<std::size_t>{}, 1, 3);
  int touched = 0;
  const Run done = run(workers, 20, [&](std::size_t task) {
    ++touched;
    return std::to_string(task) + " " + std::to_string(::getpid());
  });
  REQUIRE(done.ended);
  CHECK(touched == 0);
  REQUIRE(done.answers.size() == 20);
  std::set<std::string> processes{std::to_string(here)};
  for (const auto& [task, answer] : done.answers) {
    REQUIRE(answer.bytes);
    CHECK(answer.bytes->starts_with(std::to_string(task) + " "));
    processes.insert(answer.bytes->substr(answer.bytes->find(' ') + 1));
  }
  CHECK(processes.size() == 21);
}

TEST_CASE("an answer may be longer than a pipe holds, or empty", "[sweep][pool]") {
  const std::string large(3'000'000, 'x');
  const Run done = run(2, 2, [&](std::size_t task) { return task == 0 ? large : std::string{}; });
  CHECK(done.answers.at(0).bytes == large);
  CHECK(done.answers.at(1).bytes == std::string{});
}

TEST_CASE("a worker that crashes harms no other", "[sweep][pool]") {
  const Run done = run(2, 6, [](std::size_t task) -> std::string {
    if (task == 2) {
      ::raise(SIGKILL);
    }
    if (task == 3) {
      ::_exit(9);
    }
    if (task == 4) {
      throw std::runtime_error{"broken"};
    }
    return "fine";
  });
  REQUIRE(done.ended);
  REQUIRE(done.answers.size() == 6);
  CHECK_THAT(done.answers.at(2).death, Contains("signal 9"));
  CHECK_THAT(done.answers.at(3).death, Contains("status 9"));
  for (const std::size_t task : {2U, 3U, 4U}) {
    CHECK_FALSE(done.answers.at(task).bytes);
  }
  for (const std::size_t task : {0U, 1U, 5U}) {
    CHECK(done.answers.at(task).bytes == std::string{"fine"});
  }
}

TEST_CASE("after a stop nothing begins, and workers are told", "[sweep][pool]") {
  ::signal(SIGTERM, SIG_DFL);  // workers have no use for Catch's
  std::atomic<bool> stop{false};
  std::size_t begun = 0;
  std::size_t taken = 0;
  const auto ended = run_pool({.workers = 2,
                               .next =
                                   [&] {
                                     stop = begun == 1;  // while the second begins
                                     return std::optional{begun++};
                                   },
                               .work = [](std::size_t /*task*/) -> std::string {
                                 while (true) {
                                   ::pause();
                                 }
                               },
                               .take = [&](const Answer& answer) -> Result<void> {
                                 CHECK_THAT(answer.death, Contains("signal 15"));
                                 ++taken;
                                 return {};
                               }},
                              stop);
  CHECK(ended);
  CHECK(begun == 2);
  CHECK(taken == 2);
}

TEST_CASE("an answer that cannot be taken ends the pool", "[sweep][pool]") {
  std::size_t next = 0;
  const auto ended = run_pool({.workers = 2,
                               .next = [&] { return std::optional{next++}; },
                               .work = [](std::size_t /*task*/) { return std::string{"x"}; },
                               .take = [&](const Answer& /*answer*/) -> Result<void> {
                                 return fail(ErrorCode::io, "journal", "disk full");
                               }},
                              kNeverStop);
  REQUIRE_FALSE(ended);
  CHECK(ended.error().what == "disk full");
}
