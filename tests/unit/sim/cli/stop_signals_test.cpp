// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/stop_signals.h"

#include <catch2/catch.hpp>

using pmusim::cli::StopSignals;

namespace {

void ignore(int /*signal*/) {}

}  // namespace

TEST_CASE("SIGINT and SIGTERM raise the flag", "[cli][signals]") {
  const int signal = GENERATE(SIGINT, SIGTERM);
  const StopSignals signals;
  CHECK_FALSE(signals.flag());
  std::raise(signal);
  CHECK(signals.flag());
}

TEST_CASE("a second signal of the same kind is not caught", "[cli][signals]") {
  const StopSignals signals;
  std::raise(SIGTERM);
  struct sigaction now{};
  ::sigaction(SIGTERM, nullptr, &now);
  CHECK(now.sa_handler == SIG_DFL);
}

TEST_CASE("earlier handlers come back", "[cli][signals]") {
  std::signal(SIGINT, ignore);
  {
    const StopSignals signals;
    std::raise(SIGINT);
  }
  struct sigaction now{};
  ::sigaction(SIGINT, nullptr, &now);
  CHECK(now.sa_handler == ignore);
  std::signal(SIGINT, SIG_DFL);
}
