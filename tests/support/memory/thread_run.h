// SPDX-License-Identifier: Apache-2.0
//
// All runs of one thread alone: every read returns, in turn, what the thread itself wrote last and
// each value that another thread may write. A run is the thread's part of an execution graph: its
// events, and how values flow inside and between its instructions. Whether the other threads can
// provide the values together, and in time, is not asked here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "models/isa/instruction.h"
#include "models/memory/concurrent_program.h"

namespace pmusim::test {

enum class EventKind : std::uint8_t {
  register_read,
  register_write,
  read,     ///< of memory
  write,    ///< to memory
  branch,   ///< a branch instruction's decision
  pick,     ///< a conditional select's decision
  barrier,  ///< DMB, DSB or ISB
};

struct Event {
  EventKind kind{EventKind::read};
  std::size_t instance{};  ///< which executed instruction of the thread it belongs to, in order
  unsigned location{};     ///< of `read` and `write`
  std::uint64_t value{};   ///< of `read` and `write`
  bool acquire{};          ///< of a `read`: A
  bool acquire_pc{};       ///< of a `read`: Q
  bool release{};          ///< of a `write`: L
  bool no_return{};        ///< the `read` of an atomic whose result is discarded
  bool data{};             ///< of a `register_read`: stored or combined, not part of an address
  isa::Op barrier{isa::Op::isb};
  isa::BarrierTypes types{isa::BarrierTypes::all};
};

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

struct ThreadRun {
  std::vector<Event> events;  ///< in program order
  Edges iico_data;            ///< intrinsic data dependency, within an instruction
  Edges iico_control;         ///< intrinsic control dependency, within an instruction
  Edges rf_register;          ///< from a register's write to its reads
  Edges amo;                  ///< from the read to the write of a single-instruction atomic
  Edges lxsx;                 ///< from a load-exclusive to the store-exclusive that it lets succeed
  std::array<std::uint64_t, isa::kRegs> registers{};  ///< in the end
};

/// For each location the values that other threads may write.
using ForeignValues = std::vector<std::set<std::uint64_t>>;

/// What the locations hold in the beginning.
[[nodiscard]] std::vector<std::uint64_t> initial_values(
    const std::vector<memory::Location>& locations);

/// The runs of `thread`, at most `limit`. Nothing when there are more, or when the thread has an
/// instruction that is not covered: loops, calls, system instructions. A run that would access
/// memory outside the locations is left out, so the caller sees to it that none can.
[[nodiscard]] std::optional<std::vector<ThreadRun>> runs_of(
    const memory::Thread& thread,
    const std::vector<memory::Location>& locations,
    const ForeignValues& foreign,
    std::size_t limit);

}  // namespace pmusim::test
