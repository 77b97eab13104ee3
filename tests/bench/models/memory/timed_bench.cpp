// SPDX-License-Identifier: Apache-2.0
//
// The timed pipeline: instructions a second, alone and with a second CPU that writes the same line.
// The label is a checksum: the cycles that the run took.
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "models/cpu/walker.h"
#include "models/memory/timed/timed_machine.h"

namespace pmusim::memory {
namespace {

constexpr std::uint64_t kArea = 0x10000;
constexpr std::uint64_t kLongest = std::uint64_t{1} << 40U;

/// Loads, stores that forward, arithmetic and a branch, 65,536 times.
isa::Program loop() {
  return isa::assemble_text(R"(
      MOV X10, #0
      MOVZ X11, #1, LSL #16
    loop:
      LDR X2, [X1]
      ADD X2, X2, #1
      STR X2, [X1]
      LDR X3, [X1, #64]
      EOR X4, X3, X2
      STR X4, [X1, #8]
      ADD X10, X10, #1
      CMP X10, X11
      B.NE loop
  )",
                            "bench")
      .value();
}

ConcurrentProgram threads(std::size_t count) {
  ConcurrentProgram program;
  program.locations = {{"a", kArea, 8, 0}, {"b", kArea + 8, 8, 0}, {"c", kArea + 64, 8, 0}};
  for (std::size_t i = 0; i < count; ++i) {
    Thread thread{.program = loop()};
    thread.registers[1] = kArea;
    program.threads.push_back(thread);
  }
  return program;
}

void timed(benchmark::State& state) {
  const ConcurrentProgram program = threads(static_cast<std::size_t>(state.range(0)));
  TimedMachine machine{program, Latencies{}};
  std::uint64_t instructions = 0;
  for ([[maybe_unused]] auto round : state) {
    machine.run(1, kLongest);
    instructions += machine.instructions();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
  state.SetLabel(fmt::format("{} cycles", machine.pipeline(0).counts().cycles));
}

/// The reference: the same program, one instruction after the other, without time.
void walked(benchmark::State& state) {
  const ConcurrentProgram program = threads(1);
  std::uint64_t instructions = 0;
  for ([[maybe_unused]] auto round : state) {
    Walker walker{program.threads[0].program, program.threads[0].registers};
    while (walker.step() == Walker::End::running) {
    }
    instructions += walker.counts().inst_retired;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
}

BENCHMARK(walked);
BENCHMARK(timed)->Arg(1)->Arg(2)->ArgName("cpus");

}  // namespace
}  // namespace pmusim::memory

BENCHMARK_MAIN();
