// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/race_program.h"

#include <fmt/format.h>

#include "kernel_model/abi/step_text.h"
#include "kernel_model/perf/ring_writer_program.h"
#include "models/common/expect.h"
#include "userspace_model/record/ring_reader_program.h"

namespace pmusim::explore {
namespace {

constexpr std::size_t kWriterRecords = 9;
constexpr std::size_t kReaderRecords = 21;
constexpr std::uint64_t kMostRecords = 0xffff'ffff;

memory::Thread thread(const abi::StepText& text,
                      std::size_t count_register,
                      std::uint64_t records) {
  auto assembled = isa::assemble_text(text.text(), "ring");
  PMUSIM_EXPECT(assembled.has_value(), "the programs of the protocol assemble");
  PMUSIM_EXPECT(assembled->code.size() == text.steps().size(), "each line is one instruction");
  memory::Thread thread{.program = std::move(*assembled)};
  thread.registers[1] = RaceProgram::kData;
  thread.registers[3] = RaceProgram::kHead;
  thread.registers[5] = RaceProgram::kTail;
  thread.registers[count_register] = records;
  return thread;
}

}  // namespace

RaceProgram race_program(const abi::RingShape& shape,
                         const abi::RingOrder& order,
                         std::uint64_t records) {
  PMUSIM_EXPECT(records - 1 < kMostRecords, "words have 32 bits for a record's number");
  RaceProgram race{.shape = shape, .program = {}, .steps = {}};
  for (unsigned word = 0; word < shape.words; ++word) {
    race.program.locations.push_back(
        {fmt::format("data[{}]", word),
         RaceProgram::kData + std::uint64_t{word} * abi::RingShape::kWordBytes});
  }
  race.program.locations.push_back({"data_head", RaceProgram::kHead});
  race.program.locations.push_back({"data_tail", RaceProgram::kTail});
  const abi::StepText writer = kernel::ring_writer_loop(shape, order);
  const abi::StepText reader = user::ring_reader_loop(shape, order);
  race.program.threads = {thread(writer, kWriterRecords, records),
                          thread(reader, kReaderRecords, records)};
  race.steps = {writer.steps(), reader.steps()};
  return race;
}

}  // namespace pmusim::explore
