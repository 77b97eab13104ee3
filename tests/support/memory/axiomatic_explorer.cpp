// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/axiomatic_explorer.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "models/common/expect.h"
#include "tests/support/memory/execution_graph.h"
#include "tests/support/memory/thread_execution.h"
#include "tests/support/memory/thread_run.h"

namespace pmusim::test {
namespace {

using Runs = std::vector<std::vector<ThreadRun>>;

/// What each thread may write.
using WrittenValues = std::vector<ForeignValues>;

/// What all threads but one may write.
ForeignValues written_by_others(const WrittenValues& written, std::size_t thread) {
  ForeignValues values(written[thread].size());
  for (std::size_t other = 0; other < written.size(); ++other) {
    for (std::size_t location = 0; other != thread && location < values.size(); ++location) {
      values[location].insert(written[other][location].begin(), written[other][location].end());
    }
  }
  return values;
}

std::optional<Runs> runs_of_all(const memory::ConcurrentProgram& program,
                                const WrittenValues& written,
                                const AxiomaticLimits& limits) {
  Runs all;
  all.reserve(program.threads.size());
  for (std::size_t number = 0; number < program.threads.size(); ++number) {
    auto runs = runs_of(program.threads[number],
                        program.locations,
                        written_by_others(written, number),
                        limits.runs);
    if (!runs) {
      return std::nullopt;
    }
    all.push_back(std::move(*runs));
  }
  return all;
}

/// How many writes an instruction makes at most.
std::size_t writes_of(const isa::Instruction& instruction) {
  using enum isa::Op;
  switch (instruction.op) {
    case load:
    case load_pair:
    case load_exclusive:
      return 0;
    case store_pair:
      return 2;
    default:
      return kind_of(instruction.op) == isa::OpKind::memory ? 1 : 0;
  }
}

/// How many writes an execution can have at most: without loops, each instruction runs once.
std::size_t static_writes(const memory::ConcurrentProgram& program) {
  std::size_t writes = 0;
  for (const memory::Thread& thread : program.threads) {
    for (const isa::Instruction& instruction : thread.program.code) {
      writes += writes_of(instruction);
    }
  }
  return writes;
}

WrittenValues values_written(const Runs& all, std::size_t locations) {
  WrittenValues written(all.size(), ForeignValues(locations));
  for (std::size_t thread = 0; thread < all.size(); ++thread) {
    for (const ThreadRun& run : all[thread]) {
      for (const Event& event : run.events) {
        if (event.kind == EventKind::write) {
          written[thread][event.location].insert(event.value);
        }
      }
    }
  }
  return written;
}

/// The runs of all threads. What a thread may read is what the others may write, and what they may
/// write depends on what they read: repeated until nothing is added, and not more often than values
/// can be handed on from write to write.
std::optional<Runs> runs_over_reachable_values(const memory::ConcurrentProgram& program,
                                               const AxiomaticLimits& limits) {
  const std::size_t locations = program.locations.size();
  WrittenValues written(program.threads.size(), ForeignValues(locations));
  for (std::size_t round = 0;; ++round) {
    std::optional<Runs> all = runs_of_all(program, written, limits);
    if (!all || round == static_writes(program)) {
      return all;
    }
    WrittenValues grown = values_written(*all, locations);
    if (grown == written) {
      return all;
    }
    written = std::move(grown);
  }
}

/// Values of locations.
using Values = std::set<std::pair<unsigned, std::uint64_t>>;

/// One execution of a thread, with the values that it reads and writes.
struct Choice {
  ThreadExecution execution;
  Values reads;
  Values writes;
};

std::vector<Choice> choices_of(const std::vector<ThreadRun>& runs) {
  std::vector<ThreadExecution> executions;
  executions.reserve(runs.size());
  std::ranges::transform(runs, std::back_inserter(executions), execution_of);
  std::vector<Choice> choices;
  for (ThreadExecution& execution : without_superfluous(std::move(executions))) {
    Choice choice{.execution = std::move(execution), .reads = {}, .writes = {}};
    for (const ThreadAccess& access : choice.execution.accesses) {
      (access.write ? choice.writes : choice.reads).emplace(access.location, access.value);
    }
    choices.push_back(std::move(choice));
  }
  return choices;
}

/// Goes through the combinations of one choice from each thread.
class Combinations {
 public:
  Combinations(const memory::ConcurrentProgram& program,
               const std::vector<memory::Observable>& observed,
               std::vector<std::vector<Choice>> choices);

  /// The final states; nothing when there are more than `limit` combinations to look at.
  std::optional<std::set<memory::FinalState>> states(std::size_t limit);

 private:
  void choose(std::size_t thread);
  [[nodiscard]] bool readable() const;
  void add_states();

  const std::vector<memory::Observable>& observed_;
  std::vector<std::vector<Choice>> choices_;
  std::vector<Values> later_writes_;  ///< what the threads from this one on may write
  std::vector<const Choice*> chosen_;
  std::vector<std::uint64_t> initial_;
  std::set<memory::FinalState> states_;
  std::size_t left_{};
};

Combinations::Combinations(const memory::ConcurrentProgram& program,
                           const std::vector<memory::Observable>& observed,
                           std::vector<std::vector<Choice>> choices)
    : observed_{observed},
      choices_{std::move(choices)},
      later_writes_(choices_.size() + 1),
      initial_{initial_values(program.locations)} {
  for (std::size_t thread = choices_.size(); thread-- > 0;) {
    later_writes_[thread] = later_writes_[thread + 1];
    for (const Choice& choice : choices_[thread]) {
      later_writes_[thread].insert(choice.writes.begin(), choice.writes.end());
    }
  }
}

std::optional<std::set<memory::FinalState>> Combinations::states(std::size_t limit) {
  left_ = limit;
  choose(0);
  if (left_ == 0) {
    return std::nullopt;
  }
  return std::move(states_);
}

void Combinations::choose(std::size_t thread) {
  if (thread == choices_.size()) {
    add_states();
    return;
  }
  for (const Choice& choice : choices_[thread]) {
    if (left_ == 0) {
      return;
    }
    --left_;
    chosen_.push_back(&choice);
    if (readable()) {
      choose(thread + 1);
    }
    chosen_.pop_back();
  }
}

/// Whether each value that the chosen executions read is written by one of them or may be written
/// by one that is still to be chosen.
bool Combinations::readable() const {
  const auto has_writer = [&](const Values::value_type& value) {
    return initial_[value.first] == value.second || later_writes_[chosen_.size()].contains(value) ||
           std::ranges::any_of(
               chosen_, [&](const Choice* choice) { return choice->writes.contains(value); });
  };
  return std::ranges::all_of(chosen_, [&](const Choice* choice) {
    return std::ranges::all_of(choice->reads, has_writer);
  });
}

void Combinations::add_states() {
  std::vector<const ThreadExecution*> threads;
  std::ranges::transform(chosen_, std::back_inserter(threads), [](const Choice* choice) {
    return &choice->execution;
  });
  for (const std::vector<std::uint64_t>& memory :
       ExecutionGraph{threads, initial_}.final_memories()) {
    memory::FinalState state;
    for (const memory::Observable& what : observed_) {
      const bool of_register = what.kind == memory::Observable::Kind::reg;
      state.push_back(of_register ? threads[what.thread]->registers[index(what.reg)]
                                  : memory[what.location]);
    }
    states_.insert(std::move(state));
  }
}

}  // namespace

std::optional<std::set<memory::FinalState>> axiomatic_states(
    const memory::ConcurrentProgram& program,
    const std::vector<memory::Observable>& observed,
    const AxiomaticLimits& limits) {
  const std::optional<Runs> all = runs_over_reachable_values(program, limits);
  if (!all) {
    return std::nullopt;
  }
  std::vector<std::vector<Choice>> choices;
  std::ranges::transform(*all, std::back_inserter(choices), choices_of);
  return Combinations{program, observed, std::move(choices)}.states(limits.combinations);
}

}  // namespace pmusim::test
