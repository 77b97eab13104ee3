// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/worker.h"

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "sim/cli/stop_signals.h"

using namespace pmusim;
using namespace pmusim::cli;
using Catch::Contains;

namespace {

const std::atomic<bool> kNeverStop{false};

WorkResult work_of(const std::function<WorkResult()>& work,
                   const std::atomic<bool>& stop = kNeverStop) {
  const Result<WorkResult> done = do_in_worker(work, stop);
  REQUIRE(done);
  return *done;
}

}  // namespace

TEST_CASE("a worker hands back everything that it gave", "[cli][worker]") {
  const std::string large(3'000'000, 'x');  // more than a pipe holds
  const WorkResult done =
      work_of([&] { return WorkResult{ExitCode::disagreement, large, "note"}; });
  CHECK(done.code == ExitCode::disagreement);
  CHECK(done.result == large);
  CHECK(done.diagnostics == "note");
}

TEST_CASE("a worker does not change the process that asked", "[cli][worker]") {
  int value = 1;
  CHECK(work_of([&] { return WorkResult{ExitCode::fine, std::to_string(++value), ""}; }).result ==
        "2");
  CHECK(value == 1);
}

TEST_CASE("a worker that dies is a fault, and is named", "[cli][worker]") {
  const WorkResult killed = work_of([]() -> WorkResult {
    ::raise(SIGKILL);
    return {};
  });
  CHECK(killed.code == ExitCode::fault);
  CHECK_THAT(killed.diagnostics, Contains("signal 9"));
  const WorkResult left = work_of([]() -> WorkResult { ::_exit(3); });
  CHECK(left.code == ExitCode::fault);
  CHECK_THAT(left.diagnostics, Contains("status 3"));
}

TEST_CASE("an exception in a worker is a fault with its message", "[cli][worker]") {
  const WorkResult done = work_of([]() -> WorkResult { throw std::runtime_error{"broken"}; });
  CHECK(done.code == ExitCode::fault);
  CHECK_THAT(done.diagnostics, Contains("broken"));
}

TEST_CASE("a worker is told to stop and may still hand back what it has", "[cli][worker]") {
  const StopSignals signals;
  const std::atomic<bool> stop{true};
  const WorkResult done = work_of(
      [&] {
        while (!signals.flag()) {
          ::usleep(1000);
        }
        return WorkResult{ExitCode::interrupted, "partial", ""};
      },
      stop);
  CHECK(done.code == ExitCode::interrupted);
  CHECK(done.result == "partial");
  CHECK_FALSE(signals.flag());  // the worker's own
}
