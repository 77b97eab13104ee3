// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.h"

#include <sstream>

#include <catch2/catch.hpp>

using namespace pmusim;
using pmusim::cli::ProgressLine;
using std::chrono::milliseconds;

TEST_CASE("progress stays quiet for the first second", "[cli][progress]") {
  std::ostringstream terminal;
  const ProgressLine::Clock::time_point start{};
  {
    ProgressLine line{terminal, "demo", std::nullopt, start};
    line.show({.simulated_ps = 5, .core_cycles = 5}, start + milliseconds{999});
  }
  CHECK(terminal.str().empty());
}

TEST_CASE("progress shows time, share and speed, and is wiped at the end", "[cli][progress]") {
  std::ostringstream terminal;
  const ProgressLine::Clock::time_point start{};
  {
    ProgressLine line{terminal, "demo", 4'000'000, start};
    line.show({.simulated_ps = 1'000'000, .core_cycles = 6'000'000}, start + milliseconds{2000});
  }
  CHECK(terminal.str() ==
        "\r\033[Kdemo: 1.0 us simulated, 25 %, 3 million core-cycles a second, 2 s"
        "\r\033[K");
}
