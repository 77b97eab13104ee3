// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/isa/instruction.h"
#include "models/memory/concurrent_program.h"
#include "tests/support/draw.h"

namespace pmusim::test {

/// What accesses to numbers and addresses there are in one random program.
struct ProgramShape {
  unsigned data_locations{};  ///< locations 0 to this hold numbers; the next one holds an address
  bool wide{};                ///< accesses to numbers are of 64 bits
  bool dependent{};           ///< operands come from loads more often than not
};

/// Registers for the instructions of one random thread. X0 to X3 hold the addresses of locations 0
/// to 3. Where an operand has to be computed, the instructions for that are added to the thread.
class RandomOperands {
 public:
  RandomOperands(Draw& draw,
                 const ProgramShape& shape,
                 const std::vector<memory::Location>& locations);

  void emit(const isa::Instruction& instruction) { thread_.program.code.push_back(instruction); }

  [[nodiscard]] memory::Thread& thread() { return thread_; }

  /// The registers that got results.
  [[nodiscard]] const std::vector<isa::Reg>& results() const { return results_; }

  /// The next addresses are of this location, if they are not loaded.
  void go_to(unsigned location) { location_ = location; }

  [[nodiscard]] unsigned location() const { return location_; }

  [[nodiscard]] bool has_loaded_number() const { return !loaded_.empty(); }

  /// A register for a number that will be loaded.
  [[nodiscard]] isa::Reg result();

  /// A register for an address that will be loaded.
  [[nodiscard]] isa::Reg pointer_result();

  [[nodiscard]] isa::Reg constant();

  /// A number that was loaded, mostly the latest; a constant when there is none.
  [[nodiscard]] isa::Reg loaded();

  /// A number to store: a constant, something loaded, or a constant with a false dependency.
  [[nodiscard]] isa::Reg data();

  /// A register that a CAS compares with and puts its result into: one that starts with a small
  /// number, one that was loaded, or one that depends on a load.
  [[nodiscard]] isa::Reg compared();

  /// An address to store.
  [[nodiscard]] isa::Reg pointer();

  /// The address of a number: of the location, one that was loaded, or one that depends on a load.
  [[nodiscard]] isa::Reg address();

  /// The same in a register that stays as it is until it is asked for again.
  [[nodiscard]] isa::Reg lasting_address();

  /// The same as a base and perhaps an offset, for the instructions that can.
  void address_with_offset(isa::Instruction& instruction);

  /// The register that holds the address of the location.
  [[nodiscard]] isa::Reg location_base() const { return isa::x(location_); }

  /// The location that holds an address.
  [[nodiscard]] isa::Reg pointer_base() const { return isa::x(shape_.data_locations); }

 private:
  [[nodiscard]] isa::Reg temporary();
  [[nodiscard]] isa::Reg false_dependency();
  void add(isa::Reg result, isa::Reg first, isa::Reg second, bool wide);
  void note_result(isa::Reg reg);

  Draw& draw_;
  const ProgramShape& shape_;
  memory::Thread thread_;
  std::vector<isa::Reg> results_;
  std::vector<isa::Reg> loaded_;    ///< numbers that were loaded, the latest last
  std::vector<isa::Reg> pointers_;  ///< addresses that were loaded or picked
  unsigned location_{};
  unsigned next_result_{};
  unsigned next_pointer_{};
  unsigned next_temporary_{};
};

}  // namespace pmusim::test
