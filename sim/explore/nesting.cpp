// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/nesting.h"

#include <array>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "sim/explore/condition.h"
#include "sim/explore/protocol_program.h"
#include "userspace_model/record/ring_observer_program.h"

namespace pmusim::explore {
namespace {

using user::ObserverFindings;

constexpr unsigned kWriter = 0;
constexpr unsigned kObserver = 1;
constexpr isa::Reg kAfterNmi = isa::x(29);
constexpr isa::Reg kNmiCame = isa::x(30);
constexpr isa::Reg kGaveUp = isa::x(28);

class Nesting {
 public:
  Nesting(const abi::RingShape& shape,
          const abi::RingOrder& order,
          const memory::ExploreLimits& limits,
          const kernel::NestingForm& form)
      : shape_{.words = 2 * shape.record_words, .record_words = shape.record_words, .records = 2},
        order_{order},
        limits_{limits},
        form_{form} {}

  [[nodiscard]] Result<NestingVerdict> explore() const {
    const abi::StepText alone = kernel::ring_nesting_program(shape_, order_, {}, form_);
    const auto code = isa::assemble_text(alone.text(), "kernel");
    PMUSIM_EXPECT(code.has_value(), "the program assembles");
    NestingVerdict verdict;
    for (std::size_t at = 0; at <= alone.steps().size(); ++at) {
      NestingPoint point;
      const bool is_last = at == alone.steps().size();
      point.name = fmt::format("{} {}", at, is_last ? "end" : alone.steps()[at]);
      point.instruction = is_last ? "" : isa::to_text(code->code[at]);
      const auto came = end_alone(program(at), point);
      if (!came) {
        return tl::unexpected{came.error()};
      }
      if (!*came) {
        continue;
      }
      if (auto done = look_at(at, point); !done) {
        return tl::unexpected{std::move(done.error())};
      }
      verdict.points.push_back(std::move(point));
    }
    return verdict;
  }

 private:
  [[nodiscard]] ProtocolProgram program(std::size_t nmi_before) const {
    ProtocolProgram program;
    const std::uint64_t data = program.word("data[0]", true);
    for (unsigned word = 1; word < shape_.words; ++word) {
      program.word(fmt::format("data[{}]", word), true);
    }
    const std::uint64_t data_head = program.word("data_head");
    const std::uint64_t data_tail = program.word("data_tail");
    const std::uint64_t head = program.word("rb.head");
    const std::uint64_t nest = program.word("rb.nest");
    const std::array<std::pair<unsigned, std::uint64_t>, 5> registers{
        {{1, data}, {2, head}, {3, data_head}, {4, nest}, {5, data_tail}}};
    program.thread(
        "kernel", kernel::ring_nesting_program(shape_, order_, nmi_before, form_), registers);
    program.thread("reader", user::ring_observer_program(shape_, order_), registers);
    return program;
  }

  [[nodiscard]] Result<void> look_at(std::size_t nmi_before, NestingPoint& point) const {
    const ProtocolProgram both = program(nmi_before);
    auto goes_back = both.ask(holds({{kObserver, ObserverFindings::kGoesBack}}), {}, limits_);
    auto unwritten = both.ask(holds({{kObserver, ObserverFindings::kUnwritten}}), {}, limits_);
    if (!goes_back || !unwritten) {
      return tl::unexpected{std::move(goes_back ? unwritten.error() : goes_back.error())};
    }
    point.goes_back = std::move(*goes_back);
    point.unwritten = std::move(*unwritten);
    return {};
  }

  /// What the kernel's side comes to. The reader stores nothing, so it can be left out.
  /// @return false when the NMI never came: only a write that one had disturbed gets there.
  [[nodiscard]] static Result<bool> end_alone(const ProtocolProgram& both, NestingPoint& point) {
    memory::ConcurrentProgram alone = both.program();
    alone.threads.resize(1);
    using Kind = memory::Observable::Kind;
    const std::vector<memory::Observable> observed{
        {.kind = Kind::reg, .thread = kWriter, .reg = kAfterNmi},
        {.kind = Kind::location, .location = both.location("data_head")},
        {.kind = Kind::location, .location = both.location("rb.head")},
        {.kind = Kind::reg, .thread = kWriter, .reg = kNmiCame},
        {.kind = Kind::reg, .thread = kWriter, .reg = kGaveUp}};
    auto end = memory::explore(alone, observed, holds({}), memory::ExploreGoal::all_states);
    if (!end) {
      return tl::unexpected{std::move(end.error())};
    }
    PMUSIM_EXPECT(end->states.size() == 1, "one CPU alone comes to one end");
    const memory::FinalState& state = *end->states.begin();
    PMUSIM_EXPECT(state[4] == 0, "one NMI disturbs each loop once at most");
    point.after_nmi = state[0];
    point.at_end = state[1];
    point.reserved = state[2];
    return state[3] != 0;
  }

  abi::RingShape shape_;
  const abi::RingOrder& order_;
  const memory::ExploreLimits& limits_;
  const kernel::NestingForm& form_;
};

}  // namespace

Result<NestingVerdict> explore_nesting(const abi::RingShape& shape,
                                       const abi::RingOrder& order,
                                       const memory::ExploreLimits& limits,
                                       const kernel::NestingForm& form) {
  return Nesting{shape, order, limits, form}.explore();
}

}  // namespace pmusim::explore
