// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/memory/timed/latencies.h"

namespace pmusim::memory {

/// The memory that the pipelines of all CPUs share: a write becomes visible to all others at one
/// instant (multi-copy atomicity, Arm ARM B2.3), so that values need one copy only. Beside each
/// line it is kept who holds it, which decides how long an access takes and nothing else.
///
/// Words of 8 aligned bytes are created on first touch or by `map`; they start at zero.
class TimedMemory {
 public:
  /// Where an access finds its line.
  enum class Found : std::uint8_t { held, remote, nowhere };

  static constexpr std::uint64_t kWordBytes = 8;
  static constexpr std::uint64_t kLineBytes = 64;
  static constexpr unsigned kMaxCpus = 64;  ///< holders of a line are one bit each

  /// Programs may access the `bytes` from `address` on.
  void map(std::uint64_t address, std::uint64_t bytes);

  [[nodiscard]] bool is_mapped(std::uint64_t address, unsigned bytes) const;

  /// Everything as it was after the last `map`; cheaper than a new object.
  void clear();

  /// @pre aligned, 4 or 8 bytes. Unmapped memory reads as zero: a wrong path may lead there.
  [[nodiscard]] std::uint64_t read(std::uint64_t address, unsigned bytes) const;

  /// The write of `cpu` becomes visible.
  void write(unsigned cpu, std::uint64_t address, unsigned bytes, std::uint64_t value);

  /// Writes before the start; nobody made them.
  void initialise(std::uint64_t address, unsigned bytes, std::uint64_t value);

  /// How many writes by others than `cpu` the word has seen; for exclusive monitors.
  [[nodiscard]] std::uint64_t foreign_writes(unsigned cpu, std::uint64_t address) const;

  /// Between the read and the write of an atomic, nobody else writes the word.
  [[nodiscard]] bool is_locked_for(unsigned cpu, std::uint64_t address) const;
  [[nodiscard]] bool is_locked(std::uint64_t address) const;
  void lock(unsigned cpu, std::uint64_t address);
  void unlock(std::uint64_t address);

  /// Where a read or write of `cpu` would find the line now.
  [[nodiscard]] Found find(unsigned cpu, std::uint64_t address, bool for_writing) const;

  /// The access has got its line: a reader shares it, a writer holds it alone.
  void take_line(unsigned cpu, std::uint64_t address, bool for_writing);

 private:
  static constexpr std::uint32_t kNobody = 0xffff'ffffU;

  struct Word {
    std::uint64_t value{};
    std::uint64_t writes{};       ///< all
    std::uint32_t lock{kNobody};  ///< CPU that holds it
    std::uint32_t last_writer{kNobody};
    std::uint64_t before_run{};  ///< `writes` when that run began
  };

  struct Line {
    std::uint64_t holders{};  ///< bit per CPU
    bool written{};           ///< its one holder has written it
    std::array<Word, kLineBytes / kWordBytes> words{};
    std::uint8_t mapped{};  ///< bit per word
  };

  [[nodiscard]] const Line* line(std::uint64_t address) const;
  [[nodiscard]] Line& line_for(std::uint64_t address);
  [[nodiscard]] const Word* word(std::uint64_t address) const;
  [[nodiscard]] Word& word_for(std::uint64_t address);
  [[nodiscard]] std::size_t slot_of(std::uint64_t address) const;
  void grow();

  struct Slot {
    std::uint64_t number{};  ///< of the line, plus one; 0: free
    std::uint32_t line{};
  };

  std::vector<Slot> slots_ = std::vector<Slot>(64);  ///< open addressing; size a power of two
  std::vector<Line> lines_;
};

}  // namespace pmusim::memory
