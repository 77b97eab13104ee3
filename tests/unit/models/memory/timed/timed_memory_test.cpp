// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/timed_memory.h"

#include <catch2/catch.hpp>

namespace pmusim::memory {
namespace {

using Found = TimedMemory::Found;

TEST_CASE("words keep what was written, many lines of them") {
  TimedMemory memory;
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    memory.write(0, i * 72, 8, i + 1);
  }
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    CHECK(memory.read(i * 72, 8) == i + 1);
  }
  memory.write(1, 4, 4, 0x1'2345'6789);
  CHECK(memory.read(0, 8) == 0x2345'6789'0000'0001);
}

TEST_CASE("only what was mapped is mapped, and aligned") {
  TimedMemory memory;
  memory.map(0x100, 12);
  CHECK(memory.is_mapped(0x100, 8));
  CHECK(memory.is_mapped(0x108, 4));
  CHECK_FALSE(memory.is_mapped(0x104, 8));
  CHECK_FALSE(memory.is_mapped(0xf8, 8));
  CHECK_FALSE(memory.is_mapped(0x110, 8));
  CHECK_FALSE(memory.is_mapped(~std::uint64_t{7}, 8));
}

TEST_CASE("foreign writes are told from own ones") {
  TimedMemory memory;
  const auto seen = [&](unsigned cpu) { return memory.foreign_writes(cpu, 0x40); };
  const std::uint64_t at_first = seen(0);
  memory.write(0, 0x40, 8, 1);
  CHECK(seen(0) == at_first);
  memory.write(1, 0x40, 8, 1);
  const std::uint64_t later = seen(0);
  CHECK(later != at_first);
  memory.write(0, 0x40, 8, 1);
  memory.write(0, 0x40, 8, 1);
  CHECK(seen(0) == later);
  const std::uint64_t of_one = seen(1);
  memory.write(2, 0x40, 8, 1);
  CHECK(seen(0) != later);
  CHECK(seen(1) != of_one);
}

TEST_CASE("a line is held by its readers, or by its writer alone") {
  TimedMemory memory;
  CHECK(memory.find(0, 0x80, false) == Found::nowhere);
  memory.take_line(0, 0x80, false);
  CHECK(memory.find(0, 0xb8, false) == Found::held);
  CHECK(memory.find(1, 0x80, false) == Found::remote);
  memory.take_line(1, 0x80, false);
  CHECK(memory.find(0, 0x80, true) == Found::remote);
  memory.take_line(0, 0x80, true);
  CHECK(memory.find(0, 0x80, true) == Found::held);
  CHECK(memory.find(1, 0x80, false) == Found::remote);
  CHECK(memory.find(0, 0xc0, false) == Found::nowhere);
}

TEST_CASE("a lock keeps others out, not its owner") {
  TimedMemory memory;
  memory.lock(1, 0x10);
  CHECK(memory.is_locked_for(0, 0x10));
  CHECK_FALSE(memory.is_locked_for(1, 0x10));
  CHECK(memory.is_locked(0x14));
  CHECK_FALSE(memory.is_locked(0x18));
  memory.unlock(0x10);
  CHECK_FALSE(memory.is_locked_for(0, 0x10));
}

}  // namespace
}  // namespace pmusim::memory
