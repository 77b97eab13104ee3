// SPDX-License-Identifier: Apache-2.0
//
// The exhaustive explorer: states and outcomes a second, and how its cost grows with a ring. Each
// run's answer is checked, and the label holds a checksum of its final states.
#include <array>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "models/memory/explorer.h"
#include "tests/support/exploration/ring_program.h"
#include "tests/support/exploration/shape.h"

namespace pmusim {
namespace {

using memory::ExploreGoal;
using memory::ExploreResult;

std::uint64_t checksum(const std::set<memory::FinalState>& states) {
  std::uint64_t sum = states.size();
  for (const memory::FinalState& state : states) {
    for (const std::uint64_t value : state) {
      sum = sum * 1'000'003 + value;
    }
  }
  return sum;
}

/// What a run must find.
struct Answer {
  bool holds{};
  bool fails{};
};

void explore_often(benchmark::State& state,
                   const memory::ConcurrentProgram& program,
                   const std::vector<memory::Observable>& observed,
                   const memory::Proposition& proposition,
                   ExploreGoal goal,
                   Answer expected) {
  std::uint64_t states = 0;
  std::uint64_t outcomes = 0;
  std::uint64_t sum = 0;
  for ([[maybe_unused]] auto iteration : state) {
    const auto result = memory::explore(program, observed, proposition, goal);
    if (!result || result->end != memory::ExploreEnd::complete ||
        result->holds.has_value() != expected.holds ||
        result->fails.has_value() != expected.fails) {
      state.SkipWithError("the answer is wrong");
      return;
    }
    states += result->explored;
    outcomes += result->states.size();
    sum = checksum(result->states);
  }
  using benchmark::Counter;
  state.counters["states"] = Counter(static_cast<double>(states), Counter::kIsRate);
  state.counters["outcomes"] = Counter(static_cast<double>(outcomes), Counter::kIsRate);
  state.counters["states_each"] = Counter(static_cast<double>(states), Counter::kAvgIterations);
  state.SetLabel(fmt::format("{:016x}", sum));
}

/// Final states of the registers and locations that tell executions of a ring apart.
std::vector<memory::Observable> ring_outcome(const test::RingProgram& ring) {
  const auto locations = static_cast<unsigned>(ring.program.locations.size());
  return {{.thread = 0, .reg = isa::x(4)},
          {.thread = 0, .reg = isa::x(9)},
          {.thread = 1, .reg = isa::x(20)},
          {.thread = 1, .reg = isa::x(23)},
          {.kind = memory::Observable::Kind::location, .location = locations - 2},
          {.kind = memory::Observable::Kind::location, .location = locations - 1}};
}

/// All final states of a ring with all barriers: records, words of a record, slots.
void ring(benchmark::State& state) {
  const test::RingProgram made =
      test::ring_program({.records = static_cast<unsigned>(state.range(0)),
                          .words = static_cast<unsigned>(state.range(1)),
                          .slots = static_cast<unsigned>(state.range(2))});
  explore_often(
      state, made.program, ring_outcome(made), made.bad, ExploreGoal::all_states, {.fails = true});
}

BENCHMARK(ring)
    ->Args({2, 2, 1})
    ->Args({8, 2, 1})
    ->Args({32, 2, 1})
    ->Args({128, 2, 1})
    ->Args({32, 2, 4});

test::RingShape without(unsigned barrier, unsigned records) {
  test::RingShape shape{.records = records, .words = 2};
  constexpr std::array kBarriers{
      &test::RingShape::a, &test::RingShape::b, &test::RingShape::c, &test::RingShape::d};
  shape.*kBarriers.at(barrier) = false;
  return shape;
}

/// A bad record and a good run of a ring of two-word records without barrier A, B, C or D (0 to 3).
void broken_ring(benchmark::State& state) {
  const test::RingProgram made = test::ring_program(
      without(static_cast<unsigned>(state.range(0)), static_cast<unsigned>(state.range(1))));
  explore_often(
      state, made.program, {}, made.bad, ExploreGoal::verdict, {.holds = true, .fails = true});
}

BENCHMARK(broken_ring)->ArgsProduct({{0, 1, 2, 3}, {8, 32}});

/// All final states of the same.
void broken_ring_states(benchmark::State& state) {
  const test::RingProgram made =
      test::ring_program(without(static_cast<unsigned>(state.range(0)), 6));
  explore_often(state,
                made.program,
                ring_outcome(made),
                made.bad,
                ExploreGoal::all_states,
                {.holds = true, .fails = true});
}

BENCHMARK(broken_ring_states)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

/// Threads that each add to three counters without any order.
void counters(benchmark::State& state) {
  const std::string thread = "MOV X2,#1; LDADD X2,X8,[X1]; LDADD X2,X9,[X3]; LDADD X2,X10,[X5]";
  const std::vector<std::string> threads(static_cast<std::size_t>(state.range(0)), thread);
  test::ShapeProgram made = test::shape_program({threads, "x=9"});
  for (unsigned each = 0; each < threads.size(); ++each) {
    for (const unsigned reg : {8U, 9U, 10U}) {
      made.observed.push_back({.thread = each, .reg = isa::x(reg)});
    }
  }
  explore_often(
      state, made.program, made.observed, made.outcome, ExploreGoal::all_states, {.fails = true});
}

BENCHMARK(counters)->DenseRange(2, 3)->Unit(benchmark::kMillisecond);

/// A litmus test of two threads and four accesses, from the program to the answer.
void message_passing(benchmark::State& state) {
  const test::ShapeProgram made = test::shape_program(
      {{"MOV X0,#1; STR X0,[X1]; STR X0,[X3]", "LDR X0,[X3]; EOR X4,X0,X0; LDR X2,[X1,X4]"},
       "1:X0=1 1:X2=0"});
  explore_often(state,
                made.program,
                made.observed,
                made.outcome,
                ExploreGoal::all_states,
                {.holds = true, .fails = true});
}

BENCHMARK(message_passing);

}  // namespace
}  // namespace pmusim

BENCHMARK_MAIN();
