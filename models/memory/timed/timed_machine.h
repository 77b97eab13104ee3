// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/memory/concurrent_program.h"
#include "models/memory/timed/pipeline.h"

namespace pmusim::memory {

/// The threads of a program, each on a pipeline of its own over one memory, without a simulation
/// around them: for litmus tests.
class TimedMachine {
 public:
  enum class End : std::uint8_t { finished, cycle_limit, fault };

  /// @param program  must outlive it; at most TimedMemory::kMaxCpus threads
  TimedMachine(const ConcurrentProgram& program, const Latencies& latencies);

  /// Runs from the initial state; the same seed gives the same run.
  /// @param limit  in cycles; a spin loop that waits for a value may never end
  End run(std::uint64_t seed, std::uint64_t limit) {
    start(seed);
    return advance(limit);
  }

  /// Goes to the initial state.
  void start(std::uint64_t seed);

  /// Runs on from where it is, as far as cycle `limit`; `cycle_limit` when it has not ended by
  /// then.
  End advance(std::uint64_t limit);

  /// After a run. @pre `what` names a thread and a location of the program
  [[nodiscard]] std::uint64_t value(const Observable& what) const;

  [[nodiscard]] FinalState values(const std::vector<Observable>& observed) const;

  /// What went wrong, after End::fault.
  [[nodiscard]] std::string fault() const;

  /// From the next run on, keeps the instructions that each thread retires, in order.
  void keep_retired() { retired_.resize(programs_.size()); }

  /// Indices into the thread's program. @pre keep_retired was called
  [[nodiscard]] const std::vector<std::uint32_t>& retired(std::size_t thread) const {
    return retired_[thread];
  }

  /// From the next start on, tells the accesses of all threads; nobody: nullptr.
  void observe_accesses(AccessObserver* observer) { observer_ = observer; }

  /// Sums over all threads of the last run.
  [[nodiscard]] std::uint64_t instructions() const;

  [[nodiscard]] const Pipeline& pipeline(std::size_t thread) const { return pipelines_[thread]; }

 private:
  const ConcurrentProgram* program_;
  Latencies latencies_;
  std::vector<MicroProgram> programs_;
  TimedMemory memory_;
  std::vector<Pipeline> pipelines_;
  std::vector<std::vector<std::uint32_t>> retired_;  ///< empty: not wanted
  AccessObserver* observer_{};
};

}  // namespace pmusim::memory
