// SPDX-License-Identifier: Apache-2.0
#include "models/memory/explorer.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/memory/budget.h"
#include "models/memory/exploration.h"
#include "models/memory/search.h"
#include "models/memory/witness.h"

namespace pmusim::memory {
namespace {

void ask_for(const Observable& what, std::vector<RegisterSet>& registers) {
  if (what.kind == Observable::Kind::reg) {
    registers[what.thread] |= register_bit(what.reg);
  }
}

/// For each thread, the registers whose final values are asked for.
std::vector<RegisterSet> asked_registers(const ConcurrentProgram& program,
                                         const std::vector<Observable>& observed,
                                         const Proposition& proposition) {
  std::vector<RegisterSet> registers(program.threads.size());
  for (const Observable& what : observed) {
    ask_for(what, registers);
  }
  for (const Proposition::Node& node : proposition.nodes) {
    if (node.kind == Proposition::Kind::equals) {
      ask_for(node.what, registers);
    }
  }
  return registers;
}

/// The most threads that a program may have.
constexpr std::size_t kMaxThreads = 256;

Result<void> check_program(const ConcurrentProgram& program,
                           const std::vector<Observable>& observed) {
  if (program.threads.size() > kMaxThreads) {
    return fail(
        ErrorCode::not_modelled,
        "threads",
        fmt::format("{} threads; at most {} are modelled", program.threads.size(), kMaxThreads));
  }
  for (const Observable& what : observed) {
    const bool exists = what.kind == Observable::Kind::location
                            ? what.location < program.locations.size()
                            : what.thread < program.threads.size();
    if (!exists) {
      return fail(ErrorCode::invalid_input,
                  "observables",
                  "a thread or location is asked for that the program does not have");
    }
  }
  return {};
}

Result<std::vector<ThreadProgram>> thread_programs(const ConcurrentProgram& program,
                                                   const LocationTable& locations,
                                                   const std::vector<RegisterSet>& registers,
                                                   ExploreGoal goal) {
  std::vector<ThreadProgram> programs;
  for (unsigned number = 0; number < program.threads.size(); ++number) {
    auto thread = ThreadProgram::of(number,
                                    program.threads[number],
                                    locations,
                                    registers[number],
                                    goal == ExploreGoal::verdict);
    if (!thread) {
      return tl::unexpected(thread.error());
    }
    programs.push_back(std::move(*thread));
  }
  return programs;
}

/// Chooses the executions that are told.
class Teller {
 public:
  Teller(World& world, const LocationTable& locations, Budget& budget)
      : world_{world}, locations_{locations}, budget_{budget} {}

  /// Of the executions with this answer one that strays least from program order, and of those a
  /// shortest. `found` has some execution; others are looked for only if they may be better, and
  /// not if that takes much more than finding some did.
  [[nodiscard]] std::optional<Witness> best(const Search& found, bool answer) const {
    std::optional<Told> best = told(found, answer);
    if (best && found.aim().order != SearchOrder::shortest) {
      take_better(best, found, answer, false);
    }
    if (best && best->marked > best->strays) {
      take_better(best, found, answer, true);
    }
    return best ? std::optional{std::move(best->witness)} : std::nullopt;
  }

 private:
  struct Told {
    Witness witness;
    std::uint32_t strays{};  ///< steps before an older access, private ones aside
    std::uint32_t marked{};  ///< all of them
  };

  [[nodiscard]] std::optional<Told> told(const Search& search, bool answer) const {
    const auto end = search.first(answer);
    if (!end) {
      return std::nullopt;
    }
    Told told{.witness = tell(world_, locations_, search.way_to(*end)),
              .strays = search.strays(*end)};
    told.marked = static_cast<std::uint32_t>(
        std::ranges::count(told.witness, true, &WitnessStep::before_older));
    return told;
  }

  void take_better(std::optional<Told>& best,
                   const Search& found,
                   bool answer,
                   bool in_order) const {
    const std::uint64_t always = in_order ? 1'000 : 10'000;
    Search again{world_,
                 {.order = SearchOrder::shortest,
                  .yes = answer,
                  .no = !answer,
                  .all = false,
                  .in_order = in_order,
                  .states = std::max(always, found.expanded())},
                 budget_};
    if (!again.run()) {
      if (auto better = told(again, answer)) {
        best = std::move(better);
      }
    }
  }

  World& world_;
  const LocationTable& locations_;
  Budget& budget_;
};

/// The executions that answer the question, and the final states that were met.
void report(World& world,
            const LocationTable& locations,
            const std::vector<Observable>& observed,
            const Search& search,
            ExploreGoal goal,
            Budget& budget,
            ExploreResult& result) {
  const bool verdict = goal == ExploreGoal::verdict;
  for (const World::State end : search.ends()) {
    // Only for a verdict are final values forgotten on the way.
    const auto way = verdict ? search.way_to(end) : std::vector<Search::Passed>{};
    const World::State start = way.empty() ? end : way.front().before;
    result.states.insert(final_state(world, observed, start, way, end));
  }
  const Teller teller{world, locations, budget};
  result.holds = teller.best(search, true);
  result.fails = teller.best(search, false);
}

/// How it ended. A verdict for which both an execution that holds and one that does not were found
/// needs no more.
void conclude(const Search& search,
              const std::string& stop,
              ExploreGoal goal,
              const ExploreLimits& limits,
              ExploreResult& result) {
  const bool answered = goal == ExploreGoal::verdict && search.first(true) && search.first(false);
  if (answered) {
    return;
  }
  if (!stop.empty()) {
    result.end = ExploreEnd::stopped;
    result.reason = stop;
  } else if (search.is_bounded()) {
    result.end = ExploreEnd::bounded;
    result.reason = fmt::format(
        "a loop was cut at {} unfinished executions of one instruction at once", limits.instances);
  }
}

}  // namespace

Result<ExploreResult> explore_with(const ConcurrentProgram& program,
                                   const std::vector<Observable>& observed,
                                   const Proposition& proposition,
                                   ExploreGoal goal,
                                   const ExploreLimits& limits,
                                   const Reductions& reductions) {
  auto locations = LocationTable::of(program.locations);
  if (!locations) {
    return tl::unexpected(locations.error());
  }
  auto question = Question::of(proposition, program);
  if (!question) {
    return tl::unexpected(question.error());
  }
  if (auto checked = check_program(program, observed); !checked) {
    return tl::unexpected(checked.error());
  }
  auto programs =
      thread_programs(program, *locations, asked_registers(program, observed, proposition), goal);
  if (!programs) {
    return tl::unexpected(programs.error());
  }
  Budget budget{limits};
  World world{
      *locations, std::move(*programs), std::move(*question), limits.instances, reductions, budget};
  const bool verdict = goal == ExploreGoal::verdict;
  Search search{world,
                {.order = verdict ? SearchOrder::deepest : SearchOrder::shortest, .all = !verdict},
                budget};
  if (auto error = search.run()) {
    return tl::unexpected(std::move(*error));
  }
  ExploreResult result;
  result.explored = search.expanded();
  result.steps = search.steps();
  conclude(search, budget.reason(), goal, limits, result);
  report(world, *locations, observed, search, goal, budget, result);
  return result;
}

Result<ExploreResult> explore(const ConcurrentProgram& program,
                              const std::vector<Observable>& observed,
                              const Proposition& proposition,
                              ExploreGoal goal,
                              const ExploreLimits& limits) {
  return explore_with(program, observed, proposition, goal, limits, {});
}

}  // namespace pmusim::memory
