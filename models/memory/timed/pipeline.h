// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/memory/timed/access_observer.h"
#include "models/memory/timed/due_wheel.h"
#include "models/memory/timed/flight.h"
#include "models/memory/timed/latencies.h"
#include "models/memory/timed/micro_op.h"
#include "models/memory/timed/open_accesses.h"
#include "models/memory/timed/pipeline_counts.h"
#include "models/memory/timed/timed_memory.h"

namespace pmusim::memory {

/// Something that a program must not do, met where it was certain to execute.
struct PipelineFault {
  std::size_t instruction{};
  std::string what;
};

/// A CPU's out-of-order pipeline over shared memory: instructions are fetched along the predicted
/// path into a window, execute when their operands are known, and retire in order. Loads are
/// satisfied out of order and past undecided branches; stores become visible in any order that
/// `OpenAccesses` permits, also before older loads. What it shows is a subset of what the Armv8
/// memory model allows: two loads of one address never pass each other once both addresses are
/// known, the read and the write of an atomic are joined by a lock, and CSEL and CAS pass on full
/// dependencies.
///
/// An instant has two phases. In the first, `step`, every CPU acts on memory as it was before; in
/// the second, in the order of CPU numbers, lines get new holders, and stores and atomics reach
/// memory.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): there is one a CPU
class Pipeline {
 public:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr unsigned kUsualWidth = 4;

  /// @param memory, latencies  must outlive it
  /// @param width  slots a cycle: operations issued, and retired; at least kMaxMicroOps
  Pipeline(unsigned cpu,
           TimedMemory& memory,
           const Latencies& latencies,
           CounterRandom random,
           unsigned width = kUsualWidth);

  /// Begins `program` at its first instruction, in cycle `start` or somewhat later
  /// (Latencies::start_skew). @pre nothing is in flight; `program` outlives the run
  void start(const MicroProgram& program,
             const std::array<std::uint64_t, 31>& registers,
             std::uint64_t start);

  /// Where a program stands between two instructions.
  struct Place {
    std::array<std::uint64_t, isa::kRegs> registers{};
    std::uint32_t next{};  ///< the instruction that comes next
  };

  /// Nothing more is fetched; what is in flight comes to its end. The pipeline has then finished
  /// for now, and `place` says where.
  void stop_fetching() { is_draining_ = true; }

  /// @pre has_finished()
  [[nodiscard]] Place place() const { return {registers_, fetch_}; }

  /// Goes on at `place`, in cycle `now`, after an exception: the exclusive monitor is clear (Arm
  /// ARM, B2.9.5: an exception return clears the local monitor). @pre as for `start`
  void resume(const MicroProgram& program, const Place& place, std::uint64_t now);

  /// The cycle in which it wants to be called; kNever when it has finished.
  [[nodiscard]] std::uint64_t wake() const { return wake_; }

  /// @pre now == wake()
  void step(std::uint64_t now);

  /// Something of this instant is for others to see, once every CPU has acted in it.
  [[nodiscard]] bool has_effects() const { return !publishing_.empty() || !arrived_.empty(); }

  /// The second phase: of all CPUs with effects, first the lines that loads brought, then what
  /// stores and atomics write. @pre step(now) was called, and has_effects()
  void settle_lines();
  void publish(std::uint64_t now);

  /// The program has run past its end, and all its stores are visible; or it met a fault, or it
  /// was to stop fetching.
  [[nodiscard]] bool has_finished() const { return wake_ == kNever; }

  [[nodiscard]] const std::optional<PipelineFault>& fault() const { return fault_; }

  /// Whom to tell of each instruction that retires, as its index in the program; nobody: nullptr.
  void observe_retirement(std::vector<std::uint32_t>* retired) { retired_ = retired; }

  /// Whom to tell of the accesses of each instruction that retires; nobody: nullptr.
  void observe_accesses(AccessObserver* observer) { observer_ = observer; }

  /// A register as retired instructions left it.
  [[nodiscard]] std::uint64_t value(isa::Reg reg) const { return registers_[isa::index(reg)]; }

  /// Up to the cycle before `wake`, if all CPUs have acted in this instant.
  [[nodiscard]] const PipelineCounts& counts() const { return counts_; }

  /// What each cycle between this instant and `wake` adds: nothing but a stall.
  [[nodiscard]] PipelineCounts asleep() const;

 private:
  static constexpr std::uint8_t kNoSlot = 0xff;
  static constexpr std::size_t kPredictors = 256;

  /// What a store-exclusive must know of its load when that has retired.
  struct Monitor {
    std::uint64_t number{};
    std::uint64_t address{};
    std::uint64_t foreign{};
  };

  // fetch and issue (pipeline_fetch.cpp)
  void issue();
  [[nodiscard]] bool can_fetch() const;
  [[nodiscard]] bool has_room() const;
  [[nodiscard]] bool waits_for_room() const;
  void issue_instruction();
  void read_operands(Slot slot, const MicroOp& op);
  void name_results(Slot slot, const MicroOp& op);
  void enter(Slot slot);
  [[nodiscard]] std::uint32_t predict(Slot slot);
  void decide(Slot slot);
  [[nodiscard]] std::uint64_t direct_address(std::uint32_t at,
                                             const isa::Instruction& branch) const;
  [[nodiscard]] std::uint32_t target_of(std::uint64_t address) const;

  // execution (pipeline.cpp)
  void complete(Slot slot);
  void compute(Slot slot);
  void deliver(Slot slot);
  void operand_arrived(Slot slot);
  void finish(Slot slot);
  void arm(Slot slot, std::uint32_t cycles);
  void complete_barriers();
  void squash(Slot oldest, std::uint32_t refetch);
  void rebuild_names();
  void retire();
  void commit(Slot slot);
  void tell_access(const Flight& flight) const;
  [[nodiscard]] static std::string why_wrong(const Flight& flight);
  void stop(Slot slot, std::string what);
  void plan_wake();

  // memory (pipeline_memory.cpp)
  void know_address(Slot slot);
  [[nodiscard]] bool is_mapped(const Flight& access) const;
  void restart_younger_loads(Slot slot);
  void start_accesses();
  void start_access(Slot slot);
  [[nodiscard]] bool may_start(Slot slot) const;
  [[nodiscard]] bool older_same_address_done(Slot slot) const;
  [[nodiscard]] std::uint32_t latency(Flight& flight, bool for_writing);
  void count_access(const Flight& access, TimedMemory::Found found, bool for_writing);
  [[nodiscard]] bool is_on_its_way(std::uint64_t address, bool for_writing) const;
  void satisfy(Slot slot);
  [[nodiscard]] TimedMemory::Found find_line(std::uint64_t address, bool for_writing) const;
  [[nodiscard]] bool has_lost_line(const Flight& load) const;
  [[nodiscard]] bool take_value(Slot slot);
  void publish_store(Slot slot);
  void publish_exclusive(Slot slot);
  void publish_atomic(Slot slot);
  void read_atomic(Slot slot);
  [[nodiscard]] std::optional<Monitor> monitor_of(const Flight& store) const;
  void make_visible(Flight& flight);

  unsigned cpu_;
  unsigned width_;
  TimedMemory* memory_;
  const Latencies* latencies_;
  Chance chance_;
  const MicroProgram* program_{};

  std::uint64_t now_{};
  std::uint64_t wake_{kNever};
  std::uint64_t issued_{};             ///< operations so far: the number of the youngest
  std::uint32_t fetch_{};              ///< next instruction to fetch
  std::uint64_t fetch_from_{};         ///< not before this cycle
  std::uint8_t fetch_waits_{kNoSlot};  ///< for this ISB or indirect branch
  std::uint64_t exclusive_{};  ///< number of the last load-exclusive without a store-exclusive
  std::uint64_t retired_exclusive_{};  ///< the same of retired instructions
  Monitor retired_monitor_;
  bool is_draining_{};
  bool changed_{};  ///< something in this instant may let other things go on

  Ring ring_;
  std::array<Flight, kWindow> flights_{};
  OpenAccesses open_;
  SlotSet waiting_;     ///< accesses with known operands that order holds back
  SlotSet retrying_;    ///< loads whose latency is over, but whose value cannot be taken yet
  SlotSet publishing_;  ///< stores and atomics that reach memory in this instant
  std::vector<std::uint64_t> arrived_;  ///< addresses whose lines loads brought in this instant
  SlotSet barriers_;                    ///< incomplete barriers and ISBs
  DueWheel due_;
  std::array<std::uint8_t, isa::kRegs>
      names_{};  ///< youngest producer of each register, or kNoSlot
  std::array<std::uint64_t, isa::kRegs> registers_{};
  std::array<std::uint8_t, kPredictors> predictors_{};  ///< two-bit counters

  PipelineCounts counts_;
  bool waits_for_room_{};  ///< and not for instructions, until `wake_`
  std::vector<std::uint32_t>* retired_{};
  AccessObserver* observer_{};
  std::optional<PipelineFault> fault_;
};

}  // namespace pmusim::memory
