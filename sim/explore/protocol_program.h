// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernel_model/abi/step_text.h"
#include "models/memory/explorer.h"
#include "sim/explore/protocol_result.h"

namespace pmusim::explore {

/// The record that a word of the ring is of: its low half; 0 before anything was written.
constexpr std::uint64_t record_of(std::uint64_t word) {
  return word & 0xFFFF'FFFF;
}

/// Programs of the two sides over shared memory, ready to be explored, with what a witness needs to
/// be told by the names of the steps.
class ProtocolProgram {
 public:
  /// Adds a word of shared memory that starts at 0. A word of records holds headers and payload.
  /// @return its address
  std::uint64_t word(std::string name, bool of_records = false);

  /// Adds a thread: who it is, its program, and the registers that it starts with.
  void thread(std::string side,
              const abi::StepText& text,
              std::span<const std::pair<unsigned, std::uint64_t>> registers);

  [[nodiscard]] const memory::ConcurrentProgram& program() const { return program_; }

  /// True for the access that shows what was asked for; gets the name of its step. Empty: the last.
  using Shows = std::function<bool(const memory::WitnessStep&, std::string_view step)>;

  /// The location called `name`.
  /// @pre there is one
  [[nodiscard]] unsigned location(std::string_view name) const;

  /// Whether an execution exists for which `bad` holds. Its witness ends when an access has shown
  /// it and every access that was overtaken until then has happened too.
  [[nodiscard]] Result<Finding> ask(const memory::Proposition& bad,
                                    const Shows& shows,
                                    const memory::ExploreLimits& limits) const;

  /// The name of the step of an access of a witness.
  [[nodiscard]] const std::string& step_of(const memory::WitnessStep& step) const;

 private:
  struct Side {
    std::string name;
    std::vector<std::string> steps;  ///< by instruction
  };

  [[nodiscard]] std::size_t told(const memory::Witness& witness, const Shows& shows) const;
  [[nodiscard]] WitnessLines tell(const memory::Witness& witness, const Shows& shows) const;
  [[nodiscard]] std::string effect(const memory::WitnessStep& step) const;

  memory::ConcurrentProgram program_;
  std::vector<bool> of_records_;  ///< by location
  std::vector<Side> sides_;
};

}  // namespace pmusim::explore
