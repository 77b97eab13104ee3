// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/timed_code.h"

#include <array>
#include <map>
#include <memory>

#include <catch2/catch.hpp>

#include "models/memory/timed/pipeline_events.h"
#include "tests/unit/models/memory/timed/threads.h"

namespace pmusim::memory {
namespace {

constexpr Cycles kLongest{100'000};
constexpr EventId kRetired{0x08};

/// Programs on one memory, each with a CPU of its own.
struct Machine {
  explicit Machine(const std::vector<std::string>& texts,
                   Cycles longest = kLongest,
                   const Latencies& latencies = {},
                   std::uint64_t seed = 7)
      : program{threads_of(texts)},
        shared{latencies,
               CounterRandom{seed},
               std::vector<unsigned>(texts.size(), Pipeline::kUsualWidth)} {
    for (const Location& location : program.locations) {
      shared.memory().map(location.address, location.size);
    }
    micro.reserve(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Thread& thread = program.threads[i];
      micro.emplace_back(thread.program);
      codes.push_back(std::make_unique<TimedCode>(
          shared, CpuId{static_cast<std::uint16_t>(i)}, micro[i], thread.registers, longest));
    }
  }

  /// One stretch of the first program, at cycle `now`.
  std::uint64_t stretch(std::uint64_t now) {
    const Cycles cycles = codes[0]->act(CycleTime{now});
    shared.publish();
    return cycles.count();
  }

  /// The first program to its end, from cycle `now` on. @return the cycle after its last
  std::uint64_t finish(std::uint64_t now) {
    do {
      now += stretch(now);
    } while (!codes[0]->is_over());
    return now;
  }

  [[nodiscard]] std::uint64_t word(std::uint64_t address) const {
    return shared.memory().read(address, 8);
  }

  ConcurrentProgram program;
  SharedMemory shared;
  std::vector<MicroProgram> micro;
  std::vector<std::unique_ptr<TimedCode>> codes;
};

const std::string kCount = R"(
    MOV X0, #25
  again:
    LDR X2, [X1]
    ADD X2, X2, #1
    STR X2, [X1]
    SUBS X0, X0, #1
    B.NE again)";

}  // namespace

TEST_CASE("what a program does in its cycles adds up to what its pipeline counts") {
  Machine machine{{kCount}};
  TimedCode& code = *machine.codes[0];
  std::map<std::string_view, std::uint64_t> sums;
  std::uint64_t position = 0;
  std::uint64_t stalls_asleep = 0;
  code.begin();
  do {
    const std::uint64_t cycles = machine.stretch(position);
    for (const PipelineEvent& row : kPipelineEvents) {
      const StreamView acting = code.view(row.event, position, cycles);
      REQUIRE(acting.cycles == 1);
      REQUIRE(acting.amount <= acting.greatest);
      sums[row.name] += acting.amount;
      if (cycles > 1) {
        const StreamView waiting = code.view(row.event, position + 1, cycles);
        REQUIRE(waiting.cycles == cycles - 1);
        sums[row.name] += waiting.amount * waiting.cycles;
        stalls_asleep += row.name == "STALL" ? waiting.cycles : 0;
      }
    }
    position += cycles;
  } while (!code.is_over());
  const PipelineCounts& counts = machine.shared.pipeline(CpuId{0}).counts();
  CHECK(position == counts.cycles);
  for (const PipelineEvent& row : kPipelineEvents) {
    CAPTURE(row.name);
    CHECK(sums[row.name] == row.of(counts));
  }
  CHECK(sums["INST_RETIRED"] == 1 + 25 * 5);
  // The first load comes from memory, a hundred cycles; to fill the window takes a good sixteen.
  CHECK(stalls_asleep >= 50);
  CHECK(machine.word(kX) == 25);
}

TEST_CASE("an event that no pipeline has does not occur") {
  Machine machine{{kCount}};
  machine.codes[0]->begin();
  machine.stretch(0);
  CHECK(machine.codes[0]->view(EventId{0x40}, 0, 10).amount == 0);
}

TEST_CASE("a program that was drained goes on with its next instruction") {
  for (std::uint64_t interrupted = 0; interrupted < 150; ++interrupted) {
    Machine machine{{kCount}};
    TimedCode& code = *machine.codes[0];
    code.begin();
    CHECK(code.is_drained());
    std::uint64_t now = 0;
    while (now < interrupted) {
      now += machine.stretch(now);
    }
    if (code.is_over()) {
      break;
    }
    code.drain();
    while (!code.is_drained()) {
      now += machine.stretch(now);
    }
    const std::uint64_t retired = machine.shared.pipeline(CpuId{0}).counts().inst_retired;
    REQUIRE(retired <= 126);
    REQUIRE(machine.word(kX) <= 25);
    if (!code.is_over()) {
      machine.finish(now + 1000);
    }
    REQUIRE(machine.shared.pipeline(CpuId{0}).counts().inst_retired == 126);
    REQUIRE(machine.word(kX) == 25);
    REQUIRE_FALSE(code.failure());
  }
}

TEST_CASE("an interrupt between a load-exclusive and its store lets the store fail") {
  // Nothing behind the ISB is fetched with what stands before it.
  Machine machine{{"MOV X2,#5\nLDXR X0,[X1]\nISB\nSTXR W4,X2,[X1]\nSTR X4,[X5]"}};
  TimedCode& code = *machine.codes[0];
  code.begin();
  std::uint64_t now = machine.stretch(0);
  const bool interrupted = GENERATE(false, true);
  if (interrupted) {
    code.drain();
    while (!code.is_drained()) {
      now += machine.stretch(now);
    }
    REQUIRE_FALSE(code.is_over());
  }
  machine.finish(now);
  CHECK(machine.word(kX) == (interrupted ? 0 : 5));
  CHECK(machine.word(kZ) == (interrupted ? 1 : 0));
}

TEST_CASE("a run that does not end is given up between two instructions") {
  Machine machine{{"again:\nADD X0,X0,#1\nSTR X0,[X1]\nB again"}, Cycles{500}};
  TimedCode& code = *machine.codes[0];
  code.begin();
  const std::uint64_t end = machine.finish(0);
  CHECK(end > 500);
  CHECK(end < 1000);
  CHECK(code.failure() == "not at its end after 500 cycles");
  code.begin();
  machine.finish(end);
  CHECK(code.failure());
}

TEST_CASE("a fault is told with its instruction, and the next run begins afresh") {
  Machine machine{{"LDR X0,[X1]\nLDR X2,[X7]"}};
  TimedCode& code = *machine.codes[0];
  code.begin();
  const std::uint64_t end = machine.finish(0);
  CHECK(code.failure() == "LDR X2,[X7]: an access of 8 bytes at 0x0, where no memory is");
  code.begin();
  CHECK_FALSE(code.failure());
  machine.finish(end);
  CHECK(code.failure());
}

TEST_CASE("the order in which CPUs act in an instant does not show") {
  // Loads, stores and atomics of three CPUs that meet in two lines all the time.
  const std::string text = R"(
      MOV X0, #40
    again:
      LDR X4, [X3]
      LDADD X0, X2, [X1]
      ADD X4, X4, X2
      TBZ X4, #0, even
      STR X4, [X3]
      LDR X6, [X1, #8]
    even:
      LDR X8, [X3]
      SUBS X0, X0, #1
      B.NE again)";
  const std::uint64_t seed = GENERATE(range<std::uint64_t>(0, 20));
  std::array<std::vector<std::uint64_t>, 2> results;
  for (const bool reversed : {false, true}) {
    Machine machine{{text, text, text}, kLongest, Latencies::wild(), seed};
    std::array<std::uint64_t, 3> due{};
    for (const auto& code : machine.codes) {
      code->begin();
    }
    const auto is_running = [&](std::size_t i) { return !machine.codes[i]->is_over(); };
    for (std::uint64_t now = 0; is_running(0) || is_running(1) || is_running(2); ++now) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = reversed ? 2 - k : k;
        if (is_running(i) && due[i] == now) {
          due[i] = now + machine.codes[i]->act(CycleTime{now}).count();
        }
      }
      machine.shared.publish();
      REQUIRE(now < 1'000'000);
    }
    std::vector<std::uint64_t>& out = results[reversed ? 1 : 0];
    out = {machine.word(kX), machine.word(kY), due[0], due[1], due[2]};
    CHECK(machine.word(kX) == 3 * 40 * 41 / 2);
  }
  CHECK(results[0] == results[1]);
}

}  // namespace pmusim::memory
