// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/ring.h"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "kernel_model/perf/ring_writer_program.h"
#include "sim/explore/condition.h"
#include "sim/explore/protocol_program.h"
#include "userspace_model/record/ring_reader_program.h"

namespace pmusim::explore {
namespace {

using user::RingFindings;

constexpr unsigned kWriter = 0;
constexpr unsigned kReader = 1;
constexpr unsigned kSawRoom = 7;

ProtocolProgram ring_program(const abi::RingShape& shape, const abi::RingOrder& order) {
  ProtocolProgram program;
  const std::uint64_t data = program.word("data[0]", true);
  for (unsigned word = 1; word < shape.words; ++word) {
    program.word(fmt::format("data[{}]", word), true);
  }
  const std::uint64_t head = program.word("data_head");
  const std::uint64_t tail = program.word("data_tail");
  const std::array<std::pair<unsigned, std::uint64_t>, 3> registers{
      {{1, data}, {3, head}, {5, tail}}};
  program.thread("kernel", kernel::ring_writer_program(shape, order), registers);
  program.thread("reader", user::ring_reader_program(shape, order), registers);
  return program;
}

/// One kind of damage, the registers that tell of it, and the access that shows it.
struct Damage {
  unsigned header{};
  unsigned payload{};
  std::vector<RegisterIs> provided;
  ProtocolProgram::Shows shows;
};

/// The record that a step is about: the number at the end of its name; 0 if there is none.
std::uint64_t record_of_step(std::string_view step) {
  std::uint64_t record = 0;
  const std::string_view number = step.substr(step.rfind(' ') + 1);
  std::from_chars(number.data(), number.data() + number.size(), record);
  return record;
}

bool reads_a_record(const memory::WitnessStep& access, std::string_view step) {
  return !access.is_write && step.starts_with("read ");
}

Damage stale_words() {
  return {RingFindings::kHeaderStale,
          RingFindings::kPayloadStale,
          {},
          [](const memory::WitnessStep& access, std::string_view step) {
            return reads_a_record(access, step) && record_of(access.value) < record_of_step(step);
          }};
}

Damage overwritten_words() {
  return {RingFindings::kHeaderOverwritten,
          RingFindings::kPayloadOverwritten,
          {{kWriter, kSawRoom}},
          [](const memory::WitnessStep& access, std::string_view step) {
            return reads_a_record(access, step) && record_of(access.value) > record_of_step(step);
          }};
}

class RingQuestions {
 public:
  RingQuestions(const abi::RingShape& shape,
                const abi::RingOrder& order,
                const memory::ExploreLimits& limits)
      : program_{ring_program(shape, order)},
        limits_{limits},
        has_payload_{shape.record_words > 1} {}

  /// Is there this damage, and if so to which words?
  Result<void> ask(const Damage& damage, Finding& any, Answer& header, Answer& payload) const {
    auto found = has_payload_ ? find(damage, {damage.header, damage.payload})
                              : find(damage, {damage.header});
    if (!found) {
      return tl::unexpected{std::move(found.error())};
    }
    any = std::move(*found);
    header = any.answer;
    payload = any.answer;
    if (has_payload_ && any.answer == Answer::yes) {
      return tell_apart(damage, any, header, payload);
    }
    return {};
  }

 private:
  [[nodiscard]] Result<Finding> find(const Damage& damage,
                                     std::initializer_list<unsigned> flags) const {
    std::vector<RegisterIs> any;
    for (const unsigned flag : flags) {
      any.push_back({kReader, flag});
    }
    return program_.ask(holds(damage.provided, any), damage.shows, limits_);
  }

  Result<void> tell_apart(const Damage& damage,
                          Finding& any,
                          Answer& header,
                          Answer& payload) const {
    auto first = find(damage, {damage.header});
    auto others = find(damage, {damage.payload});
    if (!first || !others) {
      return tl::unexpected{std::move(first ? others.error() : first.error())};
    }
    any.states += first->states + others->states;
    header = first->answer;
    payload = others->answer;
    return {};
  }

  ProtocolProgram program_;
  const memory::ExploreLimits& limits_;
  bool has_payload_;
};

}  // namespace

Result<RingVerdict> explore_ring(const abi::RingShape& shape,
                                 const abi::RingOrder& order,
                                 const memory::ExploreLimits& limits) {
  const RingQuestions questions{shape, order, limits};
  RingVerdict verdict;
  verdict.order = order;
  WordVerdict payload;
  auto stale = questions.ask(stale_words(), verdict.stale, verdict.header.stale, payload.stale);
  if (!stale) {
    return tl::unexpected{std::move(stale.error())};
  }
  auto overwritten = questions.ask(
      overwritten_words(), verdict.overwritten, verdict.header.overwritten, payload.overwritten);
  if (!overwritten) {
    return tl::unexpected{std::move(overwritten.error())};
  }
  if (shape.record_words > 1) {
    verdict.payload = payload;
  }
  return verdict;
}

}  // namespace pmusim::explore
