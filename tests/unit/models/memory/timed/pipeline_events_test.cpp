// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/pipeline_events.h"

#include <catch2/catch.hpp>

#include "models/activity/events.h"
#include "tests/unit/models/memory/timed/threads.h"

namespace pmusim::memory {
namespace {

PipelineCounts counts_of(const std::string& text, const Latencies& latencies = {}) {
  const ConcurrentProgram program = threads_of({text});
  TimedMachine machine{program, latencies};
  REQUIRE(machine.run(1, 1'000'000) == TimedMachine::End::finished);
  return machine.pipeline(0).counts();
}

/// Used and free slots.
std::uint64_t slots_of(const PipelineCounts& counts) {
  return counts.op_spec + counts.stall_slot_frontend + counts.stall_slot_backend;
}

/// A loop with loads, stores, a barrier and a branch that is predicted wrongly now and then.
const std::string kMixed = R"(
    MOV X0, #40
  again:
    LDR X2, [X1]
    ADD X2, X2, X0
    STR X2, [X1]
    TBZ X2, #1, odd
    STR X2, [X3]
    DMB ISH
  odd:
    LDP X6, X7, [X1]
    LDADD X0, X4, [X5]
    SUBS X0, X0, #1
    B.NE again)";

/// What the last step and the cycles `asleep` after it have added to the counts `before` it.
void check_step(const PipelineCounts& before,
                const Pipeline& pipeline,
                std::uint64_t asleep,
                unsigned width) {
  const PipelineCounts& after = pipeline.counts();
  const bool issued = after.op_spec > before.op_spec;
  REQUIRE(after.cycles - before.cycles == asleep + 1);
  REQUIRE(after.stall_frontend + after.stall_backend ==
          before.stall_frontend + before.stall_backend + asleep + (issued ? 0 : 1));
  REQUIRE(slots_of(after) == slots_of(before) + width * (asleep + 1));
  REQUIRE(after.op_spec - before.op_spec <= width);
  if (after.stall_backend - before.stall_backend == asleep + 1) {
    REQUIRE(after.stall_slot_backend - before.stall_slot_backend == width * (asleep + 1));
  }
  if (asleep > 0) {
    REQUIRE(slots_of(pipeline.asleep()) == width);
    REQUIRE(pipeline.asleep().stall_frontend + pipeline.asleep().stall_backend == 1);
  }
}

}  // namespace

TEST_CASE("every event of a pipeline is the architected one of its number") {
  EventId before{0};
  for (const PipelineEvent& row : kPipelineEvents) {
    CAPTURE(row.name);
    const EventDesc* const known = describe_event(row.event);
    REQUIRE(known != nullptr);
    CHECK(known->name == row.name);
    CHECK(row.event > before);
    before = row.event;
    CHECK(find_pipeline_event(row.event) == &row);
  }
  CHECK(find_pipeline_event(kCpuCycles) == nullptr);  // the PMU makes it
}

TEST_CASE("each cycle issues operations, or stalls for one cause") {
  const unsigned width = GENERATE(3U, 4U, 8U, 255U);
  const ConcurrentProgram program = threads_of({kMixed});
  const MicroProgram micro{program.threads[0].program};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    TimedMemory memory;
    for (const Location& location : program.locations) {
      memory.map(location.address, location.size);
    }
    const Latencies latencies = seed % 2 == 0 ? Latencies{} : Latencies::wild();
    Pipeline pipeline{0, memory, latencies, CounterRandom{seed}, width};
    pipeline.start(micro, program.threads[0].registers, 0);
    const std::uint64_t first = pipeline.wake();
    std::uint64_t last = first;
    std::uint64_t issuing = 0;
    while (!pipeline.has_finished()) {
      last = pipeline.wake();
      const PipelineCounts before = pipeline.counts();
      pipeline.step(last);
      pipeline.settle_lines();
      if (pipeline.has_effects()) {
        pipeline.publish(last);
      }
      const std::uint64_t asleep = pipeline.has_finished() ? 0 : pipeline.wake() - last - 1;
      check_step(before, pipeline, asleep, width);
      issuing += pipeline.counts().op_spec > before.op_spec ? 1U : 0U;
    }
    const PipelineCounts& all = pipeline.counts();
    CHECK(all.cycles == last - first + 1);
    CHECK(all.stall_frontend + all.stall_backend + issuing == all.cycles);
  }
}

TEST_CASE("an empty frontend and a full window are told apart") {
  // After the ISB nothing can be fetched before the load is there: a hundred cycles of frontend.
  const PipelineCounts frontend = counts_of("LDR X0,[X1]\nCBZ X0,.+4\nISB\nMOV X2,#1");
  CHECK(frontend.stall_frontend >= 90);
  CHECK(frontend.stall_backend == 0);
  // A window of 64 fills with what waits for the load.
  std::string text = "LDR X0,[X1]\n";
  for (int i = 0; i < 200; ++i) {
    text += "ADD X0,X0,#1\n";
  }
  const PipelineCounts backend = counts_of(text);
  CHECK(backend.stall_backend >= 80);
  // Only the end, when the last 64 operations of a chain are in flight, is without instructions.
  CHECK(backend.stall_frontend >= 40);
  CHECK(backend.stall_frontend <= 64);
}

TEST_CASE("parts are never more than the whole") {
  for (const Latencies& latencies : {Latencies{}, Latencies::wild()}) {
    const PipelineCounts c = counts_of(kMixed, latencies);
    CHECK(c.br_mis_pred > 0);
    CHECK(c.br_mis_pred <= c.br_pred);
    CHECK(c.br_mis_pred_retired <= c.br_mis_pred);
    CHECK(c.br_mis_pred_retired <= c.br_retired);
    CHECK(c.op_retired <= c.op_spec);
    CHECK(c.inst_retired <= c.op_retired);
    CHECK(c.l1d_cache_refill <= c.l1d_cache);
    CHECK(c.ll_cache_miss <= c.l1d_cache_refill);
  }
}

TEST_CASE("retired loads and stores are instructions, accesses are parts of them") {
  const PipelineCounts pair = counts_of("LDP X6,X7,[X1]\nSTP X6,X7,[X1]\nLDR X0,[X3],#8");
  CHECK(pair.ld_retired == 2);
  CHECK(pair.st_retired == 1);
  CHECK(pair.mem_access_rd == 3);
  CHECK(pair.mem_access_wr == 2);
  const PipelineCounts atomic = counts_of("MOV X0,#1\nLDADD X0,X2,[X1]\nSTADD X0,[X1]");
  CHECK(atomic.ld_retired == 2);  // both read memory, both write it
  CHECK(atomic.st_retired == 2);
  const PipelineCounts exclusive =
      counts_of("LDXR X0,[X1]\nSTXR W2,X0,[X1]\nSTXR W4,X0,[X1]");  // the second has no load
  CHECK(exclusive.st_retired == 2);
  CHECK(exclusive.strex_pass == 1);
  CHECK(exclusive.strex_fail == 1);
  CHECK(exclusive.mem_access_wr == 1);
}

TEST_CASE("the first of many loads brings a line, the others find it") {
  const unsigned words = GENERATE(8U, 64U);
  ConcurrentProgram program =
      threads_of({"again:\nLDR X2,[X1],#8\nADD X4,X4,X2\n"
                  "EOR X6,X4,X4\nADD X1,X1,X6\n"
                  "SUBS X0,X0,#1\nB.NE again"});
  program.locations.clear();
  for (unsigned i = 0; i < words; ++i) {
    program.locations.push_back({"", kX + 8 * std::uint64_t{i}, 8, 0});
  }
  program.threads[0].registers[0] = words;
  TimedMachine machine{program, {}};
  REQUIRE(machine.run(1, 1'000'000) == TimedMachine::End::finished);
  // The next address depends on what was read, so nothing is accessed ahead of the last word, and
  // the loads behind the last one, on the wrong way, are of no memory.
  const PipelineCounts& counts = machine.pipeline(0).counts();
  CHECK(counts.l1d_cache == words);
  CHECK(counts.l1d_cache_refill == words / 8);
  CHECK(counts.ll_cache_miss == words / 8);
}

TEST_CASE("an access of no memory brings no line") {
  const ConcurrentProgram program = threads_of({"MOV X7,#4096\nLDR X0,[X7]"});
  TimedMachine machine{program, {}};
  REQUIRE(machine.run(1, 1'000'000) == TimedMachine::End::fault);
  CHECK(machine.pipeline(0).counts().l1d_cache_refill == 0);
  CHECK(machine.pipeline(0).counts().ll_cache_miss == 0);
}

TEST_CASE("a line comes from memory once, then from the CPU that has it") {
  // One thread waits for the other's flag, so that the order is known.
  const ConcurrentProgram program = threads_of({R"(
      MOV X0,#1
      STR X0,[X1]
      DMB ISH
      STR X0,[X3])",
                                                R"(
    wait:
      LDR X0,[X3]
      CBZ X0,wait
      DMB ISH
      LDR X2,[X1]
      STR X2,[X1])"});
  TimedMachine machine{program, {}};
  REQUIRE(machine.run(1, 1'000'000) == TimedMachine::End::finished);
  const PipelineCounts& writer = machine.pipeline(0).counts();
  const PipelineCounts& reader = machine.pipeline(1).counts();
  // The writer brings x and y from memory, unless the reader has fetched y first; the reader y, if
  // it comes first, and x from the writer. Its spinning loads wait for one line together.
  CHECK(writer.ll_cache_miss + reader.ll_cache_miss >= 2);
  CHECK(writer.ll_cache_miss + reader.ll_cache_miss <= 3);
  CHECK(reader.remote_access >= 2);
  // To write x it already has a copy: the other CPU gives up its own, and nothing is refilled.
  CHECK(reader.l1d_cache_refill - reader.ll_cache_miss < reader.remote_access);
}

}  // namespace pmusim::memory
