// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/ring.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>

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

/// @param checked  the only record that the reader checks; without it, all are
ProtocolProgram ring_program(const abi::RingShape& shape,
                             const abi::RingOrder& order,
                             std::optional<unsigned> checked = {}) {
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
  program.thread("reader", user::ring_reader_program(shape, order, checked), registers);
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
                const memory::ExploreLimits& limits,
                std::uint64_t together)
      : shape_{shape},
        order_{order},
        limits_{limits},
        together_{together},
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
  using Clock = std::chrono::steady_clock;
  using Flags = std::initializer_list<unsigned>;

  /// Asks about all records at once, then about one after the other.
  [[nodiscard]] Result<Finding> find(const Damage& damage, Flags flags) const {
    const auto end = Clock::now() + limits_.time;
    memory::ExploreLimits limits = limits_;
    limits.states = std::min(limits_.states, together_);
    auto together = find(damage, flags, {}, limits);
    const bool is_open = together && together->answer == Answer::unknown;
    if (!is_open || limits.states == limits_.states || shape_.records == 1) {
      return together;
    }
    return find_in_turn(damage, flags, together->states, end);
  }

  [[nodiscard]] Result<Finding> find(const Damage& damage,
                                     Flags flags,
                                     std::optional<unsigned> record,
                                     const memory::ExploreLimits& limits) const {
    std::vector<RegisterIs> any;
    for (const unsigned flag : flags) {
      any.push_back({kReader, flag});
    }
    return ring_program(shape_, order_, record)
        .ask(holds(damage.provided, any), damage.shows, limits);
  }

  /// The answer for the first record that has the damage, or that for all.
  [[nodiscard]] Result<Finding> find_in_turn(const Damage& damage,
                                             Flags flags,
                                             std::uint64_t states,
                                             Clock::time_point end) const {
    Finding all;
    all.answer = Answer::no;
    for (unsigned record = 1; record <= shape_.records; ++record) {
      memory::ExploreLimits limits = limits_;
      limits.time = std::max(std::chrono::milliseconds{0},
                             std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()));
      auto one = find(damage, flags, record, limits);
      if (!one) {
        return one;
      }
      states += one->states;
      if (one->answer == Answer::yes || all.answer == Answer::no) {
        all = std::move(*one);
      }
      if (all.answer == Answer::yes) {
        break;
      }
    }
    all.states = states;
    return all;
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

  const abi::RingShape& shape_;
  const abi::RingOrder& order_;
  const memory::ExploreLimits& limits_;
  std::uint64_t together_;
  bool has_payload_;
};

}  // namespace

Result<RingVerdict> explore_ring(const abi::RingShape& shape,
                                 const abi::RingOrder& order,
                                 const memory::ExploreLimits& limits,
                                 std::uint64_t together) {
  const RingQuestions questions{shape, order, limits, together};
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
