// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/protocol_program.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/common/expect.h"

namespace pmusim::explore {
namespace {

constexpr std::uint64_t kMemory = 0x1'0000;
constexpr std::uint64_t kWordBytes = 8;

/// A header has a size in bits 63 to 48; a payload word has nothing there.
constexpr unsigned kSizeShift = 48;

std::string record_word(std::uint64_t value) {
  if (value == 0) {
    return "nothing yet";
  }
  return fmt::format(
      "{} of record {}", (value >> kSizeShift) != 0 ? "header" : "payload", record_of(value));
}

/// The step of the oldest access of the same thread that comes only after witness[at].
std::string overtaken(const memory::Witness& witness,
                      std::size_t at,
                      const std::vector<std::string>& steps) {
  if (!witness[at].before_older) {
    return {};
  }
  std::size_t oldest = witness[at].instruction;
  for (std::size_t later = at + 1; later < witness.size(); ++later) {
    if (witness[later].thread == witness[at].thread) {
      oldest = std::min(oldest, witness[later].instruction);
    }
  }
  return oldest < witness[at].instruction ? steps[oldest] : "an older access";
}

/// Whether an access among the first `length` overtook one that is not among them.
bool has_open_end(const memory::Witness& witness, std::size_t length) {
  for (std::size_t early = 0; early < length; ++early) {
    const auto is_older = [&](const memory::WitnessStep& later) {
      return later.thread == witness[early].thread &&
             later.instruction < witness[early].instruction;
    };
    const auto rest = std::span{witness}.subspan(length);
    if (witness[early].before_older && std::ranges::any_of(rest, is_older)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::uint64_t ProtocolProgram::word(std::string name, bool of_records) {
  const std::uint64_t address = kMemory + kWordBytes * program_.locations.size();
  program_.locations.push_back({.name = std::move(name), .address = address});
  of_records_.push_back(of_records);
  return address;
}

void ProtocolProgram::thread(std::string side,
                             const abi::StepText& text,
                             std::span<const std::pair<unsigned, std::uint64_t>> registers) {
  auto assembled = isa::assemble_text(text.text(), side);
  PMUSIM_EXPECT(assembled.has_value(), "the programs of the protocol assemble");
  PMUSIM_EXPECT(assembled->code.size() == text.steps().size(), "each line is one instruction");
  memory::Thread thread{.program = std::move(*assembled)};
  for (const auto& [number, value] : registers) {
    thread.registers[number] = value;
  }
  program_.threads.push_back(std::move(thread));
  sides_.push_back({std::move(side), text.steps()});
}

unsigned ProtocolProgram::location(std::string_view name) const {
  const auto found = std::ranges::find(program_.locations, name, &memory::Location::name);
  PMUSIM_EXPECT(found != program_.locations.end(), "the location was added");
  return static_cast<unsigned>(found - program_.locations.begin());
}

Result<Finding> ProtocolProgram::ask(const memory::Proposition& bad,
                                     const Shows& shows,
                                     const memory::ExploreLimits& limits) const {
  auto result = memory::explore(program_, {}, bad, memory::ExploreGoal::verdict, limits);
  if (!result) {
    return tl::unexpected{std::move(result.error())};
  }
  Finding finding;
  finding.states = result->explored;
  if (const auto& witness = result->holds) {
    finding.answer = Answer::yes;
    finding.witness = tell(*witness, shows);
  } else if (result->end == memory::ExploreEnd::complete) {
    finding.answer = Answer::no;
  } else {
    finding.end = result->end;
    finding.reason = std::move(result->reason);
  }
  return finding;
}

/// How many accesses tell it all.
std::size_t ProtocolProgram::told(const memory::Witness& witness, const Shows& shows) const {
  std::size_t length = shows ? 0 : witness.size();
  while (length < witness.size() && !shows(witness[length], step_of(witness[length]))) {
    ++length;
  }
  length = std::min(length + 1, witness.size());
  while (has_open_end(witness, length)) {
    ++length;
  }
  return length;
}

const std::string& ProtocolProgram::step_of(const memory::WitnessStep& step) const {
  return sides_[step.thread].steps[step.instruction];
}

WitnessLines ProtocolProgram::tell(const memory::Witness& witness, const Shows& shows) const {
  WitnessLines lines;
  const std::size_t length = told(witness, shows);
  for (std::size_t i = 0; i < length; ++i) {
    const memory::WitnessStep& step = witness[i];
    const Side& side = sides_[step.thread];
    lines.push_back(
        {.side = side.name,
         .step = step_of(step),
         .instruction = isa::to_text(program_.threads[step.thread].program.code[step.instruction]),
         .effect = effect(step),
         .overtakes = overtaken(witness, i, side.steps)});
  }
  return lines;
}

std::string ProtocolProgram::effect(const memory::WitnessStep& step) const {
  const std::string& name = program_.locations[step.location].name;
  if (of_records_[step.location]) {
    return step.is_write ? fmt::format("{} = {}", name, record_word(step.value))
                         : fmt::format("reads {}: {}", name, record_word(step.value));
  }
  return fmt::format("{}{} = {}", step.is_write ? "" : "reads ", name, step.value);
}

}  // namespace pmusim::explore
