// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/isa/dataflow.h"
#include "models/memory/timed/micro_op.h"
#include "models/memory/timed/slot_set.h"

namespace pmusim::memory {

/// A micro-operation in flight.
struct Flight {
  const MicroOp* op{};
  std::uint64_t number{};       ///< of all issued by this CPU, from 1
  std::uint32_t instruction{};  ///< index into the program
  std::uint32_t next{};         ///< of a branch: the instruction fetched after it
  std::uint8_t missing{};       ///< operands not known yet, bit per MicroOp::Place
  bool is_started{};            ///< has a due time, or had one
  bool waited_for_line{};       ///< its latency includes the way of the line to this CPU
  bool is_satisfied{};          ///< a load has its value
  bool is_locked{};             ///< an atomic has read and not written
  bool was_mispredicted{};      ///< a branch decided against its prediction
  bool is_done{};
  bool is_wrong{};                          ///< accesses memory that is not there, or misaligned
  std::array<std::uint8_t, 4> producers{};  ///< slots of missing operands
  std::array<std::uint64_t, 4> operands{};
  SlotSet consumers;  ///< younger ones that miss this result
  std::uint64_t result{};
  std::uint64_t flags{};
  std::uint64_t address{};
  std::uint64_t written{};  ///< what a store or an atomic makes visible
  std::uint64_t due{};
  std::uint64_t happened{};   ///< when a load took its value, or a store became visible
  std::uint64_t source{};     ///< of a satisfied load: number of the own store it took; 0: memory
  std::uint64_t exclusive{};  ///< of a store-exclusive: number of its load; 0: none
  std::uint64_t foreign{};    ///< of a load-exclusive: foreign writes seen by its word so far

  [[nodiscard]] bool knows(MicroOp::Place place) const { return (missing >> place & 1U) == 0; }

  [[nodiscard]] bool knows_address() const {
    return knows(MicroOp::base) && knows(MicroOp::offset);
  }

  [[nodiscard]] unsigned bytes() const { return isa::access_size(*op->instruction); }

  /// Accesses of its instruction: two of LDP and STP.
  [[nodiscard]] unsigned parts() const {
    const isa::Op kind = op->instruction->op;
    return kind == isa::Op::load_pair || kind == isa::Op::store_pair ? 2 : 1;
  }

  /// Of its instruction.
  [[nodiscard]] std::uint64_t first_address() const { return address - op->displacement; }

  /// The accesses share a byte. @pre both addresses are known and aligned
  [[nodiscard]] bool overlaps(const Flight& other) const {
    return address - other.address < other.bytes() || other.address - address < bytes();
  }

  /// This store writes every byte that `load` reads.
  [[nodiscard]] bool covers(const Flight& load) const {
    return load.bytes() <= bytes() && load.address - address <= bytes() - load.bytes();
  }
};

}  // namespace pmusim::memory
