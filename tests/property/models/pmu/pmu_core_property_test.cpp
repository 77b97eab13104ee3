// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tests/property/models/pmu/random_pmu.h"
#include "tests/support/state_text.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// What the pieces were made of; the oracle counts the rest.
struct Cuts {
  std::uint64_t pieces{};
  std::uint64_t long_pieces{};      ///< of more than one cycle
  std::uint64_t short_of_plan{};    ///< shorter than planned
  std::uint64_t ended_by_change{};  ///< the line changed in the last cycle planned
  std::uint64_t writes{};
  std::uint64_t context_changes{};
  std::uint64_t strand_changes{};
};

void add_to(Seen& sum, const Seen& seen) {
  sum.counted += seen.counted;
  sum.frozen += seen.frozen;
  sum.frozen_same_cycle += seen.frozen_same_cycle;
  sum.filtered += seen.filtered;
  sum.prohibited += seen.prohibited;
  sum.second_range += seen.second_range;
  sum.chain += seen.chain;
  sum.chain_threshold += seen.chain_threshold;
  sum.edge += seen.edge;
  sum.threshold_drop += seen.threshold_drop;
  sum.overflow += seen.overflow;
  sum.jump_over += seen.jump_over;
  sum.overflow64 += seen.overflow64;
  sum.software += seen.software;
  sum.divided += seen.divided;
  sum.instruction_counter += seen.instruction_counter;
  sum.wide_amount += seen.wide_amount;
  sum.line_rose += seen.line_rose;
  sum.at_el3 += seen.at_el3;
}

/// Something that executes: an activity and how far it has come, in a context of its own.
struct Strand {
  std::uint64_t cycles{};
  std::unique_ptr<ScriptedActivity> activity;
  std::vector<CycleEvents> events;
  ExecutionContext context;
  std::uint64_t position{};
};

/// A core and an oracle in the same state, and activities that both are to count. The strand that
/// executes is the pair's own; it can be interrupted by others.
struct Pair : Strand {
  explicit Pair(std::uint64_t seed, std::uint64_t most_cycles)
      : draw{seed}, core{random_config(draw)}, oracle{core.config()} {
    static_cast<Strand&>(*this) = random_strand(most_cycles);
    oracle.state = random_state(draw, core.config());
    core.restore(oracle.state);
    core.observe_every_flag(draw.one_in(4));
    move_to(context);
  }

  Strand random_strand(std::uint64_t most_cycles) {
    Strand strand;
    strand.cycles = draw.between(1, most_cycles);
    strand.activity = random_activity(draw, strand.cycles);
    strand.events = written_out(*strand.activity, strand.cycles);
    strand.context = random_context(draw, core.config());
    return strand;
  }

  void move_to(const ExecutionContext& where) {
    context = where;
    core.begin(context, *activity, position);
  }

  /// Another strand goes on, and this one waits in its place.
  void change_with(Strand& other) {
    std::swap(static_cast<Strand&>(*this), other);
    core.begin(context, *activity, position);
  }

  Draw draw;
  PmuCore core;
  PmuOracle oracle;
};

/// One piece: planned, committed as far as planned or less, and ticked by the oracle.
void count_piece(Pair& pair, Cuts& cuts) {
  const std::uint64_t left = pair.cycles - pair.position;
  const std::uint64_t limit = pair.draw.one_in(2) ? left : pair.draw.between(1, left);
  const std::uint64_t planned = pair.core.plan(Cycles{limit}).count();
  RC_ASSERT(planned >= 1U);
  RC_ASSERT(planned <= limit);
  const std::uint64_t elapsed = pair.draw.one_in(3) ? pair.draw.between(1, planned) : planned;
  const bool level_before = pair.core.interrupt_level();
  pair.core.commit(Cycles{elapsed});
  for (std::uint64_t cycle = 1; cycle <= elapsed; ++cycle, ++pair.position) {
    pair.oracle.tick(pair.context, pair.events[pair.position]);
    if (cycle < planned && pair.oracle.interrupt_level() != level_before) {
      RC_FAIL("the interrupt level changed before the end of the plan");
    }
  }
  RC_ASSERT(pair.core.interrupt_level() == pair.oracle.interrupt_level());
  ++cuts.pieces;
  cuts.long_pieces += elapsed > 1 ? 1U : 0U;
  cuts.short_of_plan += elapsed < planned ? 1U : 0U;
  cuts.ended_by_change += level_before != pair.core.interrupt_level() ? 1U : 0U;
}

void compare(const Pair& pair) {
  const std::string found = differences(pair.core.state(), pair.oracle.state);
  if (!found.empty()) {
    RC_LOG() << text_of(pair.core.config()) << '\n'
             << text_of(pair.context) << ", before cycle " << pair.position
             << "\nmodel and oracle differ:\n"
             << found;
    RC_FAIL("the model and the ticking PMU disagree");
  }
}

/// Some other strand that has not come to its end, or nothing.
Strand* another(Draw& draw, std::vector<Strand>& strands) {
  Strand& other = strands[draw.below(strands.size())];
  return other.position < other.cycles ? &other : nullptr;
}

/// All cycles of the pair's strand, with writes, changes of context, and parts of other strands
/// between pieces.
void count_all(Pair& pair, Cuts& cuts) {
  std::vector<Strand> others;
  others.push_back(pair.random_strand(100));
  others.push_back(pair.random_strand(100));
  while (pair.position < pair.cycles) {
    while (pair.draw.one_in(3)) {
      random_write(pair.draw, pair.core, pair.oracle);
      ++cuts.writes;
      compare(pair);
      RC_ASSERT(pair.core.interrupt_level() == pair.oracle.interrupt_level());
    }
    if (pair.draw.one_in(8)) {
      pair.move_to(random_context(pair.draw, pair.core.config()));
      ++cuts.context_changes;
    }
    if (Strand* const other = pair.draw.one_in(3) ? another(pair.draw, others) : nullptr) {
      pair.change_with(*other);
      ++cuts.strand_changes;
    }
    count_piece(pair, cuts);
    compare(pair);
  }
}

void print(const Seen& seen, const Cuts& cuts) {
  std::cout << "pieces " << cuts.pieces << ", long " << cuts.long_pieces << ", short of plan "
            << cuts.short_of_plan << ", ended by a change " << cuts.ended_by_change << ", writes "
            << cuts.writes << ", contexts " << cuts.context_changes << ", strands "
            << cuts.strand_changes << "\ncounted " << seen.counted << ", frozen " << seen.frozen
            << " (in the same cycle " << seen.frozen_same_cycle << "), filtered " << seen.filtered
            << ", prohibited " << seen.prohibited << ", second range " << seen.second_range
            << ", EL3 " << seen.at_el3 << "\noverflows " << seen.overflow << ", jumped over "
            << seen.jump_over << ", at bit 64 " << seen.overflow64 << ", line rose "
            << seen.line_rose << ", CHAIN " << seen.chain << " (threshold " << seen.chain_threshold
            << ")\nedges " << seen.edge << ", dropped by threshold " << seen.threshold_drop
            << ", SW_INCR " << seen.software << ", divided " << seen.divided
            << ", instruction counter " << seen.instruction_counter << ", amounts above 255 "
            << seen.wide_amount << '\n';
}

}  // namespace

TEST_CASE("the PMU counts as one that ticks, however its cycles are cut", "[pmu][property]") {
  Seen seen;
  Cuts cuts;
  constexpr std::uint64_t kPairs = 24;
  const bool holds =
      holds_for_seeds("model and oracle agree after every piece", kPairs, [&](std::uint64_t seed) {
        Pair pair{seed, 300};
        count_all(pair, cuts);
        add_to(seen, pair.oracle.seen);
      });
  REQUIRE(holds);
  print(seen, cuts);
  constexpr std::uint64_t kOften = 40;
  CHECK(cuts.pieces > kOften);
  CHECK(cuts.long_pieces > kOften);
  CHECK(cuts.short_of_plan > kOften);
  CHECK(cuts.ended_by_change > kOften);
  CHECK(cuts.writes > kOften);
  CHECK(cuts.context_changes > kOften);
  CHECK(cuts.strand_changes > kOften);
  CHECK(seen.counted > kOften);
  CHECK(seen.frozen > kOften);
  CHECK(seen.frozen_same_cycle > kOften);
  CHECK(seen.filtered > kOften);
  CHECK(seen.prohibited > kOften);
  CHECK(seen.second_range > kOften);
  CHECK(seen.at_el3 > kOften);
  CHECK(seen.overflow > kOften);
  CHECK(seen.jump_over > kOften);
  CHECK(seen.overflow64 > kOften);
  CHECK(seen.line_rose > kOften);
  CHECK(seen.chain > kOften);
  CHECK(seen.chain_threshold > kOften);
  CHECK(seen.edge > kOften);
  CHECK(seen.threshold_drop > kOften);
  CHECK(seen.software > kOften);
  CHECK(seen.divided > kOften);
  CHECK(seen.instruction_counter > kOften);
  CHECK(seen.wide_amount > kOften);
}

TEST_CASE("the PMU counts long pieces as one that ticks", "[pmu][property]") {
  const bool holds = rc::check("beyond what is evaluated ahead", [&] {
    const std::uint64_t seed = *any_seed();
    if (seed % 25 != 0) {  // ticking is slow
      return;
    }
    Pair pair{seed, 150'000};
    Cuts cuts;
    while (pair.position < pair.cycles) {
      count_piece(pair, cuts);
      compare(pair);
    }
  });
  REQUIRE(holds);
}

TEST_CASE("counting is additive", "[pmu][property]") {
  const bool holds = rc::check("advance(a + b) equals advance(a), advance(b)", [] {
    const std::uint64_t seed = *any_seed();
    Pair whole{seed, 2000};
    Pair parts{seed, 2000};
    const std::uint64_t first = parts.draw.below(parts.cycles + 1);
    whole.core.advance(Cycles{whole.cycles});
    parts.core.advance(Cycles{first});
    parts.core.advance(Cycles{parts.cycles - first});
    RC_ASSERT(differences(whole.core.state(), parts.core.state()) == "");
    RC_ASSERT(whole.core.interrupt_level() == parts.core.interrupt_level());
  });
  REQUIRE(holds);
}

TEST_CASE("a plan committed at once equals its cycles one by one", "[pmu][property]") {
  const bool holds = rc::check("at the end of every plan", [] {
    const std::uint64_t seed = *any_seed();
    Pair at_once{seed, 2000};
    Pair one_by_one{seed, 2000};
    for (std::uint64_t left = at_once.cycles; left != 0;) {
      const Cycles planned = at_once.core.plan(Cycles{left});
      at_once.core.commit(planned);
      for (std::uint64_t cycle = 0; cycle < planned.count(); ++cycle) {
        one_by_one.core.commit(Cycles{1});
      }
      RC_ASSERT(differences(at_once.core.state(), one_by_one.core.state()) == "");
      left -= planned.count();
    }
  });
  REQUIRE(holds);
}
