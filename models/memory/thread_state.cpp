// SPDX-License-Identifier: Apache-2.0
#include "models/memory/thread_state.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

namespace pmusim::memory {
namespace {

template <class T>
void put(std::string& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

template <class T>
T take(std::string_view& bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::array<char, sizeof(T)> image{};
  std::copy_n(bytes.begin(), image.size(), image.begin());
  bytes.remove_prefix(image.size());
  return std::bit_cast<T>(image);
}

template <class Visit>
void for_each_register(RegisterSet set, Visit&& visit) {
  for (; set != 0; set &= set - 1) {
    visit(static_cast<unsigned>(std::countr_zero(set)));
  }
}

RegisterSet kept(const ThreadProgram& program, const ThreadState& state) {
  return state.standing == Standing::faulted ? register_bit(isa::Reg::x0)
                                             : program.before(state.next).live;
}

void put_note(std::string& bytes, const Note& note) {
  put(bytes, note.done);
  put(bytes, note.known);
  put(bytes, note.stale);
  put(bytes,
      static_cast<std::uint8_t>((static_cast<unsigned>(note.choice) << 4U) |
                                (static_cast<unsigned>(note.side) << 1U) | note.broken));
  put(bytes, note.guess);
  put(bytes, note.distance);
  for (unsigned access = 0; access < 2; ++access) {
    if (note.is_known(access)) {
      put(bytes, note.value[access]);
    }
  }
}

Note take_note(std::string_view& bytes) {
  Note note;
  note.done = take<std::uint8_t>(bytes);
  note.known = take<std::uint8_t>(bytes);
  note.stale = take<std::uint8_t>(bytes);
  const auto packed = take<std::uint8_t>(bytes);
  note.choice = static_cast<Choice>(packed >> 4U);
  note.side = static_cast<Side>((packed >> 1U) & 3U);
  note.broken = (packed & 1U) != 0;
  note.guess = take<std::uint16_t>(bytes);
  note.distance = take<decltype(note.distance)>(bytes);
  for (unsigned access = 0; access < 2; ++access) {
    if (note.is_known(access)) {
      note.value[access] = take<std::uint64_t>(bytes);
    }
  }
  return note;
}

}  // namespace

void ThreadState::encode(const ThreadProgram& program, std::string& bytes) const {
  bytes.clear();
  put(bytes, next);
  put(bytes, standing);
  put(bytes, monitor.location);
  put(bytes,
      static_cast<std::uint8_t>(monitor.set | (monitor.broken << 1) | (monitor.own_store << 2)));
  for_each_register(kept(program, *this), [&](unsigned r) { put(bytes, registers[r]); });
  for (std::size_t slot = 0; slot < notes.size(); ++slot) {
    if (notes[slot] != Note{}) {
      put(bytes, static_cast<std::uint16_t>(slot));
      put_note(bytes, notes[slot]);
    }
  }
}

ThreadState ThreadState::decode(const ThreadProgram& program, std::string_view bytes) {
  ThreadState state;
  state.next = take<std::uint32_t>(bytes);
  state.standing = take<Standing>(bytes);
  state.monitor.location = take<std::uint16_t>(bytes);
  const auto packed = take<std::uint8_t>(bytes);
  state.monitor.set = (packed & 1U) != 0;
  state.monitor.broken = (packed & 2U) != 0;
  state.monitor.own_store = (packed & 4U) != 0;
  for_each_register(kept(program, state),
                    [&](unsigned r) { state.registers[r] = take<std::uint64_t>(bytes); });
  while (!bytes.empty()) {
    const auto slot = take<std::uint16_t>(bytes);
    state.at(slot) = take_note(bytes);
  }
  return state;
}

}  // namespace pmusim::memory
