// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/memory/thread_program.h"

namespace pmusim::memory {

/// What was chosen for a store-exclusive or a CAS when it was fetched.
enum class Choice : std::uint8_t {
  open,
  success,              ///< of a CAS: the result register takes the compared register's value
  success_from_memory,  ///< of a CAS: the result register takes the value read
  failure,              ///< nothing is written
  failure_with_write,   ///< of a CAS: the value read is written back
};

/// Which way a branch or a conditional select was guessed before its operand was known.
enum class Side : std::uint8_t { open, second, first };  // first: taken, or the first operand

/// What has happened to one fetched, unfinished instruction. An access is 0 or 1: of a pair the
/// first and second, of an atomic the read and the write.
struct Note {
  std::uint8_t done{};   ///< bit a: access a has taken place
  std::uint8_t known{};  ///< bit a: access a is a read and its value is known
  std::uint8_t stale{};  ///< bit a: access a is a read that another thread's write has overtaken
                         ///< while an older read of unknown address was open
  bool broken{};         ///< of a load-exclusive: another thread has written the location since
  Choice choice{Choice::open};
  Side side{Side::open};
  std::uint16_t guess{};  ///< location + 1 that the (first) access was guessed to be at
  std::array<std::uint16_t, 2> distance{};  ///< how many instructions back the own store stands
                                            ///< that access a took its value from while it was open
  std::array<std::uint64_t, 2> value{};     ///< of `known` reads

  [[nodiscard]] bool is_done(unsigned access) const { return ((done >> access) & 1U) != 0; }

  [[nodiscard]] bool is_known(unsigned access) const { return ((known >> access) & 1U) != 0; }

  [[nodiscard]] bool is_stale(unsigned access) const { return ((stale >> access) & 1U) != 0; }

  friend bool operator==(const Note&, const Note&) = default;
};

/// The exclusive monitor as the last finished load-exclusive has left it.
struct Monitor {
  bool set{};
  bool broken{};     ///< another thread has written the location since
  bool own_store{};  ///< so has this thread
  std::uint16_t location{};

  friend bool operator==(const Monitor&, const Monitor&) = default;
};

/// How a thread stands.
enum class Standing : std::uint8_t {
  running,
  endless,  ///< it repeats itself without accessing memory, for ever
  faulted,  ///< its next access has no location; the address stands in register 0
};

/// A thread during exploration: a finished prefix, of which only register values are left, and
/// notes on the instructions fetched since. All else follows from these and the program.
struct ThreadState {
  std::uint32_t next{};  ///< index of the oldest unfinished instruction
  Standing standing{Standing::running};
  Monitor monitor;
  std::array<std::uint64_t, isa::kRegs> registers{};
  std::vector<Note> notes;  ///< of the instructions from `next` on, in the order of fetching; those
                            ///< at the end of which nothing is to be said are missing

  [[nodiscard]] Note note(unsigned slot) const {
    return slot < notes.size() ? notes[slot] : Note{};
  }

  /// The note to change.
  Note& at(unsigned slot) {
    if (slot >= notes.size()) {
      notes.resize(slot + 1);
    }
    return notes[slot];
  }

  /// Bytes that are equal exactly when the states are, for states of one thread. Registers that are
  /// not live at `next` must be 0.
  void encode(const ThreadProgram& program, std::string& bytes) const;
  [[nodiscard]] static ThreadState decode(const ThreadProgram& program, std::string_view bytes);
};

}  // namespace pmusim::memory
