// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/pipeline.h"

#include <catch2/catch.hpp>

#include "tests/unit/models/memory/timed/threads.h"

namespace pmusim::memory {
namespace {

constexpr std::uint64_t kLongest = 1'000'000;

struct Ran {
  explicit Ran(const std::string& text, const Latencies& latencies = {}, std::uint64_t seed = 1)
      : program{threads_of({text})},
        machine{program, latencies},
        end{machine.run(seed, kLongest)} {}

  [[nodiscard]] std::uint64_t reg(unsigned number) const {
    return machine.pipeline(0).value(isa::x(number));
  }

  /// 0 to 3: x, y, z, x2.
  [[nodiscard]] std::uint64_t word(unsigned location) const {
    return FinishedRun{&machine}.word(location);
  }

  [[nodiscard]] const PipelineCounts& counts() const { return machine.pipeline(0).counts(); }

  ConcurrentProgram program;
  TimedMachine machine;
  TimedMachine::End end;
};

TEST_CASE("a loop computes what its text says, however branches are predicted") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Ran ran{R"(
      MOV X0, #0
      MOV X2, #10
    again:
      ADD X0, X0, X2
      SUBS X2, X2, #1
      B.NE again
    )",
                  Latencies::wild(),
                  seed};
    REQUIRE(ran.end == TimedMachine::End::finished);
    CHECK(ran.reg(0) == 55);
    CHECK(ran.counts().inst_retired == 2 + 3 * 10);
    CHECK(ran.counts().br_retired == 10);
    CHECK(ran.counts().br_mis_pred >= 1);  // either the loop's end or, at first, its repetition
  }
}

TEST_CASE("a pair load whose first register is its base reads both words at the old address") {
  const Ran ran{"MOV X0,#7\nMOV X2,#9\nSTP X0,X2,[X1]\nMOV X4,X1\nLDP X4,X6,[X4]"};
  REQUIRE(ran.end == TimedMachine::End::finished);
  CHECK(ran.reg(4) == 7);
  CHECK(ran.reg(6) == 9);
  CHECK(ran.counts().inst_retired == 5);
  CHECK(ran.counts().op_retired == 7);
}

TEST_CASE("a fault names the thread and the instruction, and older ones have retired") {
  const Ran ran{"MOV X0,#7\nSTP X0,X0,[X3]\nMOV X0,#8"};
  CHECK(ran.end == TimedMachine::End::fault);
  CHECK(ran.machine.fault() ==
        "thread 0, STP X0,X0,[X3]: an access of 16 bytes at 0x10040, where no memory is");
  CHECK(ran.reg(0) == 7);
}

TEST_CASE("writing back moves the base after the access, or before it") {
  const Ran post{"MOV X0,#5\nMOV X2,X1\nSTR X0,[X2],#64\nLDR X4,[X1]"};
  REQUIRE(post.end == TimedMachine::End::finished);
  CHECK(post.reg(2) == kY);
  CHECK(post.reg(4) == 5);
  const Ran pre{"MOV X0,#5\nMOV X2,X1\nSTR X0,[X2,#64]!\nLDR X4,[X3]"};
  REQUIRE(pre.end == TimedMachine::End::finished);
  CHECK(pre.reg(2) == kY);
  CHECK(pre.reg(4) == 5);
  CHECK(pre.counts().inst_retired == 4);
  CHECK(pre.counts().op_retired == 5);
}

TEST_CASE("calls and returns go where their registers say") {
  const Ran ran{"BL f\nADD X0,X0,#1\nB end\nf: MOV X0,#10\nRET\nend:"};
  REQUIRE(ran.end == TimedMachine::End::finished);
  CHECK(ran.reg(0) == 11);
  CHECK(ran.counts().inst_retired == 5);
}

TEST_CASE("an access outside the locations is a fault only when it is certain to execute") {
  CHECK(Ran{"MOV X0,#0\nLDR X2,[X0]"}.end == TimedMachine::End::fault);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Ran skipped{
        "MOV X0,#0\nLDR X2,[X1]\nCBZ X2,end\nLDR X4,[X0]\nSTR X4,[X0]\nBR X1\n"
        "end: MOV X0,#1\nSTR X0,[X1]",
        Latencies::wild(),
        seed};
    REQUIRE(skipped.end == TimedMachine::End::finished);
    CHECK(skipped.word(0) == 1);
  }
}

TEST_CASE("nothing behind a fault becomes visible, nor half of what it does") {
  const std::string faulting = GENERATE(as<std::string>{},
                                        "LDR X2,[X7]",
                                        "LDUR X2,[X1,#4]",
                                        "LDAR X2,[X7]",
                                        "LDXR X2,[X7]",
                                        "STR X2,[X7]",
                                        "LDP X2,X4,[X3]",
                                        "STP X0,X0,[X3]",
                                        "LDADD X0,X2,[X7]",
                                        "CAS X2,X0,[X7]",
                                        "BR X1",
                                        "BLR X7",
                                        "B .+4096",
                                        "CBNZ X0,.-4096");
  INFO(faulting);
  // The first load keeps the fault from retirement for long.
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Ran ran{"MOV X0,#1\nMOV X7,#6\nADD X11,X1,#8\nLDR X8,[X5]\nADD X8,X8,#1\n" + faulting +
                      "\nSTR X0,[X1]\nSTADD X0,[X5]\nLDXR X9,[X11]\nSTXR W10,X0,[X11]",
                  Latencies::wild(),
                  seed};
    REQUIRE(ran.end == TimedMachine::End::fault);
    CHECK(ran.reg(8) == 1);
    for (unsigned location = 0; location < 4; ++location) {
      CHECK(ran.word(location) == 0);
    }
  }
}

TEST_CASE("a fault on a way that is not taken holds nothing back") {
  const auto cycles = [](const std::string& on_other_way, std::uint64_t seed) {
    const Ran ran{"LDR X6,[X5]\nCBZ X6,l\n" + on_other_way + "\nl: LDR X2,[X1]\nSTR X6,[X3]",
                  Latencies{},
                  seed};
    REQUIRE(ran.end == TimedMachine::End::finished);
    return ran.counts().cycles;
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CHECK(cycles("LDR X4,[X7]", seed) == cycles("MOV X4,X7", seed));
    CHECK(cycles("STR X4,[X7]", seed) == cycles("MOV X4,X7", seed));
  }
}

TEST_CASE("a jump goes to an instruction of the program or to its end") {
  CHECK(Ran{"B .+8\nADD X0,X0,#1"}.end == TimedMachine::End::finished);
  CHECK(Ran{"MOV X7,#8\nBR X7"}.end == TimedMachine::End::finished);
}

TEST_CASE("a fault tells where a jump went, or what an access met") {
  const auto [text, fault] = GENERATE(table<std::string, std::string>({
      {"B .+8", "B .+8: a jump to 0x8, where no instruction of the program is"},
      {"MOV X7,#6\nBR X7\nNOP", "BR X7: a jump to 0x6, where no instruction of the program is"},
      {"LDUR X2,[X1,#4]", "LDUR X2,[X1,#4]: an access of 8 bytes at 0x10004, which is not aligned"},
      {"LDP W2,W4,[X3,#4]",
       "LDP W2,W4,[X3,#4]: an access of 8 bytes at 0x10044, where no memory is"},
  }));
  const Ran ran{text};
  REQUIRE(ran.end == TimedMachine::End::fault);
  CHECK(ran.machine.fault() == "thread 0, " + fault);
}

TEST_CASE("an endless loop ends at the limit of cycles") {
  CHECK(Ran{"l: LDR X2,[X1]\nCBZ X2,l"}.end == TimedMachine::End::cycle_limit);
}

TEST_CASE("equal seeds give equal runs, cycle for cycle") {
  const ConcurrentProgram program =
      threads_of({"MOV X0,#1\nSTR X0,[X1]\nLDR X2,[X3]", "MOV X0,#1\nSTR X0,[X3]\nLDR X2,[X1]"});
  TimedMachine first{program, Latencies::wild()};
  TimedMachine second{program, Latencies::wild()};
  for (const std::uint64_t seed : {3U, 9U, 3U}) {
    REQUIRE(first.run(seed, kLongest) == TimedMachine::End::finished);
    REQUIRE(second.run(seed, kLongest) == TimedMachine::End::finished);
    CHECK(first.pipeline(0).counts().cycles == second.pipeline(0).counts().cycles);
    CHECK(first.pipeline(0).value(isa::x(2)) == second.pipeline(0).value(isa::x(2)));
  }
}

TEST_CASE("a load of a line that another CPU wrote counts as a refill from remote") {
  // The writer is late, so that the reader holds the line by then.
  const ConcurrentProgram program =
      threads_of({"MOV X0,#500\nl: SUBS X0,X0,#1\nB.NE l\nMOV X0,#1\nSTR X0,[X1]",
                  "wait: LDR X2,[X1]\nCBZ X2,wait\nLDR X4,[X1]"});
  TimedMachine machine{program, Latencies{}};
  REQUIRE(machine.run(1, kLongest) == TimedMachine::End::finished);
  CHECK(machine.pipeline(1).counts().remote_access >= 1);
  CHECK(machine.pipeline(1).counts().l1d_cache_refill >= 1);
}

}  // namespace
}  // namespace pmusim::memory
