// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/race_account.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "sim/explore/protocol_program.h"

namespace pmusim::explore {
namespace {

constexpr unsigned kWriter = RaceProgram::kWriter;
constexpr unsigned kReader = RaceProgram::kReader;

/// Within a cycle loads come first, then stores in the order of the CPUs.
auto in_memory(const memory::RetiredAccess& access, unsigned cpu) {
  return std::tuple{access.at, access.is_write, cpu};
}

}  // namespace

void RaceAccount::on_access(unsigned cpu, const memory::RetiredAccess& access) {
  const std::string& step = program_.steps[cpu][access.instruction];
  const std::uint64_t record = finished_[cpu] + 1;
  // What overwrites a record is at most as far ahead as the ring has room for.
  const std::uint64_t furthest = cpu == kReader ? record_ : record_ + program_.shape.words + 1;
  if (record >= record_ && record <= furthest) {
    std::vector<Kept>& kept = kept_[cpu];
    // Of a look that is repeated until it finds what it waits for, the last.
    const bool repeats = !kept.empty() && !access.is_write && kept.back().record == record &&
                         kept.back().access.instruction == access.instruction;
    if (repeats) {
      kept.pop_back();
    }
    kept.push_back({access, cpu, record, kept.size()});
  }
  if (access.is_write && step == (cpu == kWriter ? "publish" : "consume")) {
    ++finished_[cpu];
  }
}

const std::string& RaceAccount::step_of(const Kept& kept) const {
  return program_.steps[kept.cpu][kept.access.instruction];
}

const RaceAccount::Kept* RaceAccount::last(unsigned cpu,
                                           std::uint64_t record,
                                           std::string_view step) const {
  const Kept* found = nullptr;
  for (const Kept& kept : kept_[cpu]) {
    if (kept.record == record && step_of(kept) == step) {
      found = &kept;
    }
  }
  return found;
}

const RaceAccount::Kept* RaceAccount::first_copy(std::uint64_t record,
                                                 std::uint64_t address) const {
  const auto found = std::ranges::find_if(kept_[kWriter], [&](const Kept& kept) {
    return kept.record == record && kept.access.address == address && step_of(kept) == "copy";
  });
  return found == kept_[kWriter].end() ? nullptr : &*found;
}

/// The copy of a word that a load has read: there are several when the writer copied without room.
const RaceAccount::Kept* RaceAccount::copy_seen_by(const Kept& read, std::uint64_t record) const {
  const Kept* found = nullptr;
  for (const Kept& kept : kept_[kWriter]) {
    const bool is_before = in_memory(kept.access, kept.cpu) < in_memory(read.access, read.cpu);
    if (kept.record == record && kept.access.address == read.access.address &&
        step_of(kept) == "copy" && is_before) {
      found = &kept;
    }
  }
  return found;
}

BadRecord RaceAccount::tell() const {
  BadRecord out;
  out.record = record_;
  const Kept* bad = nullptr;
  for (const Kept& kept : kept_[kReader]) {
    if (step_of(kept) == "read") {
      const std::uint64_t found = record_of(kept.access.value);
      if (found != record_ && bad == nullptr) {
        bad = &kept;
        out.word = static_cast<unsigned>(out.words.size());
      }
      out.words.push_back(found);
    }
  }
  PMUSIM_EXPECT(bad != nullptr, "the same seed gives the same run");
  const std::uint64_t found = out.words[out.word];
  out.cycle = bad->access.at;
  out.is_stale = found < record_;
  if (out.is_stale) {
    tell_stale(*bad, out);
  } else {
    tell_overwritten(*bad, found, out);
  }
  return out;
}

/// The word was read before it was written. Either the kernel showed the record too early, or the
/// reader read it before it had looked.
void RaceAccount::tell_stale(const Kept& read, BadRecord& out) const {
  const Kept* const look = last(kReader, record_, "look");
  const Kept* const publish = last(kWriter, record_, "publish");
  const Kept* const copy = first_copy(record_, read.access.address);
  if (look == nullptr || publish == nullptr || copy == nullptr) {
    return;  // the run got stuck before
  }
  if (publish->access.at < copy->access.at) {
    out.places = "B";
    out.reasons.push_back(
        fmt::format("data_head covered record {} in cycle {}, before its word {} was visible",
                    record_,
                    publish->access.at,
                    out.word));
  }
  if (read.access.at < look->access.at) {
    out.places += out.places.empty() ? "C" : " and C";
    out.reasons.push_back(
        fmt::format("the reader took word {} in cycle {}, before it looked at data_head",
                    out.word,
                    read.access.at));
  }
  tell_steps({copy, publish, look, &read}, out);
}

/// The word was read after a younger record had taken its place. Either the reader gave it free too
/// early, or the kernel wrote before it had looked.
void RaceAccount::tell_overwritten(const Kept& read, std::uint64_t younger, BadRecord& out) const {
  const Kept* const consume = last(kReader, record_, "consume");
  const Kept* const room = last(kWriter, younger, "reserve");
  const Kept* const copy = copy_seen_by(read, younger);
  if (consume == nullptr || room == nullptr || copy == nullptr) {
    return;
  }
  std::vector<const Kept*> steps{&read, consume, room, copy};
  if (in_memory(copy->access, kWriter) < in_memory(room->access, kWriter)) {
    out.places = "A";
    out.reasons.push_back(
        fmt::format("the kernel wrote record {} in cycle {}, before data_tail showed it room",
                    younger,
                    copy->access.at));
    // Without an order it copies before it knows, and perhaps more than once.
    const Kept* const look = look_before(*copy);
    if (look != nullptr && look != room) {
      steps.push_back(look);
    }
  }
  if (in_memory(consume->access, kReader) < in_memory(read.access, kReader)) {
    out.places += out.places.empty() ? "D" : " and D";
    out.reasons.push_back(
        fmt::format("data_tail gave record {} free in cycle {}, before word {} was read",
                    record_,
                    consume->access.at,
                    out.word));
  }
  tell_steps(steps, out);
}

/// The look at data_tail that a copy follows in the program.
const RaceAccount::Kept* RaceAccount::look_before(const Kept& copy) const {
  const Kept* found = nullptr;
  for (const Kept& kept : kept_[kWriter]) {
    if (kept.place < copy.place && step_of(kept) == "reserve") {
      found = &kept;
    }
  }
  return found;
}

void RaceAccount::tell_steps(std::vector<const Kept*> steps, BadRecord& out) const {
  std::ranges::sort(steps, {}, [](const Kept* kept) { return in_memory(kept->access, kept->cpu); });
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Kept& kept = *steps[i];
    const auto overtaken = std::find_if(
        steps.begin() + static_cast<std::ptrdiff_t>(i), steps.end(), [&](const Kept* later) {
          return later->cpu == kept.cpu && later->place < kept.place;
        });
    const auto& code = program_.program.threads[kept.cpu].program.code;
    out.steps.push_back(
        {.cycle = kept.access.at,
         .line = {.side = kept.cpu == kWriter ? "kernel" : "reader",
                  .step = name_of(kept),
                  .instruction = isa::to_text(code[kept.access.instruction]),
                  .effect = effect_of(kept),
                  .overtakes = overtaken == steps.end() ? "" : name_of(**overtaken)}});
  }
}

std::string RaceAccount::name_of(const Kept& kept) const {
  return fmt::format("{} {}", step_of(kept), kept.record);
}

std::string RaceAccount::effect_of(const Kept& kept) const {
  const auto& locations = program_.program.locations;
  const auto location =
      std::ranges::find(locations, kept.access.address, &memory::Location::address);
  PMUSIM_EXPECT(location != locations.end(), "both sides stay in the ring");
  const std::string what = (kept.access.is_write ? "" : "reads ") + location->name;
  const std::uint64_t value = kept.access.value;
  if (location->address < RaceProgram::kHead) {
    return what +
           (record_of(value) == 0 ? ": nothing yet" : fmt::format(": record {}", record_of(value)));
  }
  const bool is_full = step_of(kept) == "reserve" && !has_room(kept);
  return fmt::format("{} = {}{}", what, value, is_full ? ": no room" : "");
}

/// What the kernel makes of data_tail.
bool RaceAccount::has_room(const Kept& reserve) const {
  return reserve.access.value + program_.shape.bytes() >=
         reserve.record * program_.shape.record_bytes();
}

}  // namespace pmusim::explore
