// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "models/isa/instruction.h"
#include "models/memory/concurrent_program.h"
#include "tests/support/memory/thread_run.h"

namespace pmusim::test {

/// An event, or none: the zero register has no events.
using MaybeEvent = std::optional<std::size_t>;

/// One thread, part of the way through a run. Instructions are executed through it; it records
/// events and the flow of values between them.
class ThreadMachine {
 public:
  ThreadMachine(const memory::Thread& thread,
                const std::vector<memory::Location>& locations,
                const ForeignValues& foreign);

  [[nodiscard]] const ThreadRun& run() const { return run_; }

  [[nodiscard]] bool finished() const { return pc_ >= program_->code.size(); }

  [[nodiscard]] const isa::Instruction& instruction() const { return program_->code[pc_]; }

  /// Where the current instruction stands in memory.
  [[nodiscard]] std::uint64_t address() const { return program_->base + 4 * pc_; }

  [[nodiscard]] std::uint64_t value(isa::Reg reg) const { return run_.registers[index(reg)]; }

  /// Ends the current instruction; execution goes on with the next one.
  void next() { go_to(pc_ + 1); }

  /// Ends the current instruction; execution goes on at `pc`.
  void go_to(std::size_t pc);

  /// The branch target `offset` bytes from here; nothing when it lies backwards or outside.
  [[nodiscard]] std::optional<std::size_t> forward_target(std::int64_t offset) const;

  // Each of these adds one event to the current instruction.
  MaybeEvent read_register(isa::Reg reg, bool data = false);
  MaybeEvent write_register(isa::Reg reg, std::uint64_t value);
  std::size_t add(Event event);

  // Each of these adds one pair to a relation, if both events exist.
  void data(MaybeEvent from, MaybeEvent to);
  void control(MaybeEvent from, MaybeEvent to);

  void amo(std::size_t read, std::size_t write) { run_.amo.emplace_back(read, write); }

  /// Opens the exclusive monitor for the address of the load-exclusive `read`.
  void open_monitor(std::size_t read) { monitor_ = read; }

  void close_monitor() { monitor_.reset(); }

  /// The load-exclusive that lets a store-exclusive to `location` succeed, if there is one.
  [[nodiscard]] MaybeEvent monitored(unsigned location) const;

  void lxsx(std::size_t read, std::size_t write) { run_.lxsx.emplace_back(read, write); }

  /// What a read of the location may return now: the value of the thread's own latest write, the
  /// initial value if there is none, or what another thread may write.
  [[nodiscard]] std::set<std::uint64_t> readable(unsigned location) const;

  /// The location of an access; nothing when there is none at this address and of this size.
  [[nodiscard]] std::optional<unsigned> location(std::uint64_t address, unsigned size) const;

 private:
  const isa::Program* program_;
  const std::vector<memory::Location>* locations_;
  const ForeignValues* foreign_;
  std::vector<std::uint64_t> own_;  ///< of each location the latest own value
  ThreadRun run_;
  std::size_t pc_{};
  std::size_t instance_{};
  std::array<MaybeEvent, isa::kRegs> writer_{};  ///< the last write of each register
  MaybeEvent monitor_;
};

/// Appends to `successors` a machine for each way in which the current instruction, which accesses
/// memory, may go; there may be none. False when the instruction is not covered.
[[nodiscard]] bool step_access(const ThreadMachine& machine,
                               std::vector<ThreadMachine>& successors);

}  // namespace pmusim::test
