// SPDX-License-Identifier: Apache-2.0
//
// The pipeline, with all its reordering and speculation, means what walking the program one
// instruction after the other means.
#include <catch2/catch.hpp>

#include "models/cpu/walker.h"
#include "models/memory/timed/timed_machine.h"
#include "tests/property/models/memory/random_walk.h"

namespace pmusim::memory {
namespace {

ConcurrentProgram machine_program(const isa::Program& program) {
  ConcurrentProgram concurrent;
  for (std::uint64_t offset = 0; offset < kAreaBytes; offset += 8) {
    concurrent.locations.push_back({"", kArea + offset, 8, 0});
  }
  concurrent.threads.resize(1);
  concurrent.threads[0].program = program;
  concurrent.threads[0].registers[1] = kArea;
  return concurrent;
}

/// The instructions walked, in order.
std::vector<std::uint32_t> walk(Walker& walker) {
  std::vector<std::uint32_t> path;
  while (walker.end() == Walker::End::running) {
    path.push_back(static_cast<std::uint32_t>(walker.at()));
    walker.step();
  }
  return path;
}

TEST_CASE("the pipeline retires the instructions that walking executes, with the same results") {
  constexpr std::uint64_t kPrograms = 3'000;
  constexpr std::uint64_t kLongest = 1'000'000;
  std::uint64_t mispredicted = 0;
  std::uint64_t restarted = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = random_walk(seed);
    INFO("seed " << seed << "\n" << text);
    const auto program = isa::assemble_text(text, "random");
    REQUIRE(program.has_value());
    const ConcurrentProgram concurrent = machine_program(*program);

    Walker walker{*program, concurrent.threads[0].registers};
    const std::vector<std::uint32_t> path = walk(walker);
    REQUIRE(walker.end() == Walker::End::finished);

    Latencies latencies = Latencies::wild();
    latencies.spurious_of_256 = 0;
    TimedMachine machine{concurrent, latencies};
    machine.keep_retired();
    REQUIRE(machine.run(seed, kLongest) == TimedMachine::End::finished);
    const Pipeline& pipeline = machine.pipeline(0);

    REQUIRE(machine.retired(0) == path);
    REQUIRE(pipeline.counts().inst_retired == walker.counts().inst_retired);
    REQUIRE(pipeline.counts().br_retired == walker.counts().br_retired);
    REQUIRE(pipeline.counts().mem_access_wr == walker.counts().mem_access_wr);
    REQUIRE(pipeline.counts().mem_access_rd >= walker.counts().mem_access_rd);
    for (unsigned number = 0; number < isa::kRegs; ++number) {
      REQUIRE(pipeline.value(isa::x(number)) == walker.value(isa::x(number)));
    }
    for (unsigned i = 0; i < concurrent.locations.size(); ++i) {
      REQUIRE(machine.value({Observable::Kind::location, 0, isa::Reg::zero, i}) ==
              walker.memory().read(concurrent.locations[i].address, 8));
    }
    mispredicted += pipeline.counts().br_mis_pred;
    restarted += pipeline.counts().order_restarts;
  }
  // It is about speculation: without any, the property says little.
  CHECK(mispredicted > kPrograms);
  CHECK(restarted > kPrograms / 10);
}

TEST_CASE("a jump to where no instruction is ends the walk and the run at the same place") {
  const std::string jump = GENERATE(
      as<std::string>{}, "B .+4096", "MOV X7,#6\nBR X7", "MOV X30,#-4\nRET", "BL .-0x8000");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string text = random_walk(seed) + "\n" + jump + "\nSTR XZR,[X1]\n";
    INFO("seed " << seed << "\n" << text);
    const auto program = isa::assemble_text(text, "random");
    REQUIRE(program.has_value());
    const ConcurrentProgram concurrent = machine_program(*program);
    Walker walker{*program, concurrent.threads[0].registers};
    std::vector<std::uint32_t> path = walk(walker);
    REQUIRE(walker.end() == Walker::End::nowhere);

    Latencies latencies = Latencies::wild();
    latencies.spurious_of_256 = 0;
    TimedMachine machine{concurrent, latencies};
    machine.keep_retired();
    REQUIRE(machine.run(seed, 1'000'000) == TimedMachine::End::fault);
    CHECK(machine.pipeline(0).fault()->instruction == path.back());
    path.pop_back();
    CHECK(machine.retired(0) == path);
    CHECK(machine.pipeline(0).counts().br_retired == walker.counts().br_retired);
  }
}

}  // namespace
}  // namespace pmusim::memory
