// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/access_observer.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <catch2/catch.hpp>

#include "tests/unit/models/memory/timed/threads.h"

namespace pmusim::memory {
namespace {

constexpr std::uint64_t kLongest = 1'000'000;

struct Told {
  unsigned cpu{};
  RetiredAccess access;
};

class Listener final : public AccessObserver {
 public:
  void on_access(unsigned cpu, const RetiredAccess& access) override {
    told.push_back({cpu, access});
  }

  std::vector<Told> told;
};

/// In the order of memory: within a cycle loads, then stores in the order of CPUs.
std::vector<Told> in_memory_order(std::vector<Told> told) {
  std::ranges::stable_sort(told, {}, [](const Told& one) {
    return std::tuple{one.access.at, one.access.is_write, one.cpu};
  });
  return told;
}

}  // namespace

TEST_CASE("told accesses, in the order of their times, are a memory of which each load reads") {
  const ConcurrentProgram program = threads_of(
      {"MOV X0,#1\nSTR X0,[X1]\nSTR X0,[X3]\nLDR X2,[X5]\nMOV X0,#2\nSTR X0,[X1]\nSTR X0,[X3]",
       "LDR X0,[X3]\nLDR X2,[X1]\nSTR X2,[X5]\nLDR X4,[X3]\nCBZ X4,out\nLDR X6,[X1]\nout:"});
  TimedMachine machine{program, Latencies::wild()};
  bool strays = false;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Listener listener;
    machine.observe_accesses(&listener);
    REQUIRE(machine.run(seed, kLongest) == TimedMachine::End::finished);
    std::map<std::uint64_t, std::uint64_t> memory;
    for (const auto& [cpu, access] : in_memory_order(listener.told)) {
      CAPTURE(seed, cpu, access.instruction, access.at);
      if (access.is_write) {
        memory[access.address] = access.value;
      } else {
        CHECK(access.value == memory[access.address]);
      }
    }
    // By CPU they come in the order of the program, and not always in that of memory.
    for (const unsigned cpu : {0U, 1U}) {
      std::vector<RetiredAccess> own;
      for (const Told& one : listener.told) {
        if (one.cpu == cpu) {
          own.push_back(one.access);
        }
      }
      CHECK(std::ranges::is_sorted(own, {}, &RetiredAccess::instruction));
      strays = strays || !std::ranges::is_sorted(own, {}, &RetiredAccess::at);
    }
  }
  CHECK(strays);
}

TEST_CASE("accesses of a wrong path are not told, of an atomic the read") {
  Listener listener;
  const ConcurrentProgram program = threads_of(
      {"CBZ XZR,on\nSTR X1,[X3]\nLDR X0,[X5]\non:\nMOV X2,#5\nLDADD X2,X4,[X1]\nLDADD X2,X6,[X1]"});
  TimedMachine machine{program, Latencies::wild()};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    listener.told.clear();
    machine.observe_accesses(&listener);
    REQUIRE(machine.run(seed, kLongest) == TimedMachine::End::finished);
    REQUIRE(listener.told.size() == 2);
    CHECK(listener.told[0].access.instruction == 4);
    CHECK_FALSE(listener.told[1].access.is_write);
    CHECK(listener.told[1].access.value == 5);
  }
}

TEST_CASE("a machine that advances in pieces runs as one that runs at once") {
  const ConcurrentProgram program =
      threads_of({"MOV X0,#20\nl:\nSTR X0,[X1]\nLDR X2,[X3]\nSUBS X0,X0,#1\nB.NE l",
                  "MOV X0,#20\nl:\nSTR X0,[X3]\nLDR X2,[X1]\nSUBS X0,X0,#1\nB.NE l"});
  TimedMachine whole{program, Latencies::wild()};
  TimedMachine pieces{program, Latencies::wild()};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    REQUIRE(whole.run(seed, kLongest) == TimedMachine::End::finished);
    pieces.start(seed);
    std::uint64_t limit = 0;
    while (pieces.advance(limit) == TimedMachine::End::cycle_limit) {
      limit += 7;
    }
    for (const std::size_t thread : {0U, 1U}) {
      CHECK(pieces.pipeline(thread).value(isa::x(2)) == whole.pipeline(thread).value(isa::x(2)));
      CHECK(pieces.pipeline(thread).counts().cycles == whole.pipeline(thread).counts().cycles);
    }
  }
}

}  // namespace pmusim::memory
