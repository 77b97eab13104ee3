// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/timed_memory.h"

#include <utility>

#include "models/common/expect.h"

namespace pmusim::memory {
namespace {

constexpr std::uint64_t word_index(std::uint64_t address) {
  return address % TimedMemory::kLineBytes / TimedMemory::kWordBytes;
}

/// Bit position of the accessed bytes within their word.
constexpr unsigned shift_of(std::uint64_t address) {
  return static_cast<unsigned>(address % TimedMemory::kWordBytes) * 8;
}

constexpr std::uint64_t mask_of(unsigned bytes) {
  return bytes == 8 ? ~std::uint64_t{0} : 0xffff'ffffU;
}

}  // namespace

std::size_t TimedMemory::slot_of(std::uint64_t address) const {
  const std::uint64_t number = address / kLineBytes + 1;
  std::size_t at = mix64(number) & (slots_.size() - 1);
  while (slots_[at].number != 0 && slots_[at].number != number) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

const TimedMemory::Line* TimedMemory::line(std::uint64_t address) const {
  const Slot& slot = slots_[slot_of(address)];
  return slot.number == 0 ? nullptr : &lines_[slot.line];
}

TimedMemory::Line& TimedMemory::line_for(std::uint64_t address) {
  std::size_t at = slot_of(address);
  if (slots_[at].number == 0) {
    if (2 * (lines_.size() + 1) > slots_.size()) {
      grow();
      at = slot_of(address);
    }
    slots_[at] = {address / kLineBytes + 1, static_cast<std::uint32_t>(lines_.size())};
    lines_.emplace_back();
  }
  return lines_[slots_[at].line];
}

void TimedMemory::grow() {
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
  for (const Slot& slot : old) {
    if (slot.number != 0) {
      slots_[slot_of((slot.number - 1) * kLineBytes)] = slot;
    }
  }
}

const TimedMemory::Word* TimedMemory::word(std::uint64_t address) const {
  const Line* const found = line(address);
  return found == nullptr ? nullptr : &found->words[word_index(address)];
}

TimedMemory::Word& TimedMemory::word_for(std::uint64_t address) {
  return line_for(address).words[word_index(address)];
}

void TimedMemory::map(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = address + bytes;
  for (std::uint64_t at = address / kWordBytes * kWordBytes; at < end; at += kWordBytes) {
    line_for(at).mapped |= static_cast<std::uint8_t>(1U << word_index(at));
  }
}

bool TimedMemory::is_mapped(std::uint64_t address, unsigned bytes) const {
  if (address % bytes != 0) {
    return false;
  }
  const Line* const found = line(address);
  return found != nullptr && (found->mapped >> word_index(address) & 1U) != 0;
}

void TimedMemory::clear() {
  for (Line& line : lines_) {
    line.holders = 0;
    line.written = false;
    line.words = {};
  }
}

std::uint64_t TimedMemory::read(std::uint64_t address, unsigned bytes) const {
  const Word* const found = word(address);
  return found == nullptr ? 0 : found->value >> shift_of(address) & mask_of(bytes);
}

void TimedMemory::initialise(std::uint64_t address, unsigned bytes, std::uint64_t value) {
  Word& word = word_for(address);
  const std::uint64_t mask = mask_of(bytes) << shift_of(address);
  word.value = (word.value & ~mask) | (value << shift_of(address) & mask);
}

void TimedMemory::write(unsigned cpu, std::uint64_t address, unsigned bytes, std::uint64_t value) {
  initialise(address, bytes, value);
  Word& word = word_for(address);
  if (word.last_writer != cpu) {
    word.last_writer = cpu;
    word.before_run = word.writes;
  }
  ++word.writes;
}

std::uint64_t TimedMemory::foreign_writes(unsigned cpu, std::uint64_t address) const {
  const Word* const found = word(address);
  if (found == nullptr) {
    return 0;
  }
  return found->last_writer == cpu ? found->before_run : found->writes;
}

bool TimedMemory::is_locked_for(unsigned cpu, std::uint64_t address) const {
  const Word* const found = word(address);
  return found != nullptr && found->lock != kNobody && found->lock != cpu;
}

bool TimedMemory::is_locked(std::uint64_t address) const {
  const Word* const found = word(address);
  return found != nullptr && found->lock != kNobody;
}

void TimedMemory::lock(unsigned cpu, std::uint64_t address) {
  Word& word = word_for(address);
  PMUSIM_EXPECT(word.lock == kNobody, "one atomic at a time");
  word.lock = cpu;
}

void TimedMemory::unlock(std::uint64_t address) {
  word_for(address).lock = kNobody;
}

TimedMemory::Found TimedMemory::find(unsigned cpu, std::uint64_t address, bool for_writing) const {
  const Line* const found = line(address);
  if (found == nullptr || found->holders == 0) {
    return Found::nowhere;
  }
  const std::uint64_t own = std::uint64_t{1} << cpu;
  const bool held =
      for_writing ? found->holders == own && found->written : (found->holders & own) != 0;
  if (held) {
    return Found::held;
  }
  return (found->holders & ~own) != 0 ? Found::remote : Found::held;
}

void TimedMemory::take_line(unsigned cpu, std::uint64_t address, bool for_writing) {
  Line& line = line_for(address);
  const std::uint64_t own = std::uint64_t{1} << cpu;
  if (for_writing) {
    line.holders = own;
    line.written = true;
  } else {
    line.written = line.written && line.holders == own;
    line.holders |= own;
  }
}

}  // namespace pmusim::memory
