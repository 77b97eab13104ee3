// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/models/memory/timed/threads.h"

#include <catch2/catch.hpp>

namespace pmusim::memory {

ConcurrentProgram threads_of(const std::vector<std::string>& texts) {
  ConcurrentProgram program;
  program.locations = {{"x", kX, 8, 0}, {"y", kY, 8, 0}, {"z", kZ, 8, 0}, {"x2", kX + 8, 8, 0}};
  for (const std::string& text : texts) {
    const auto assembled = isa::assemble_text(text, "test");
    REQUIRE(assembled.has_value());
    Thread thread{.program = *assembled};
    thread.registers[1] = kX;
    thread.registers[3] = kY;
    thread.registers[5] = kZ;
    program.threads.push_back(thread);
  }
  return program;
}

unsigned count_runs(const ConcurrentProgram& program,
                    unsigned runs,
                    const std::function<bool(const FinishedRun&)>& condition) {
  constexpr std::uint64_t kLongest = 1'000'000;
  TimedMachine machine{program, Latencies::wild()};
  unsigned held = 0;
  for (unsigned seed = 0; seed < runs; ++seed) {
    REQUIRE(machine.run(seed, kLongest) == TimedMachine::End::finished);
    held += condition({&machine}) ? 1U : 0U;
  }
  return held;
}

}  // namespace pmusim::memory
