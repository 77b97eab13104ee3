// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/report.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/litmus/print.h"

namespace pmusim::litmus {
namespace {

std::string_view ok_text(std::optional<bool> ok) {
  if (!ok) {
    return "Undecided";
  }
  return *ok ? "Ok" : "No";
}

std::string states_text(const LitmusTest& test, const Outcome& outcome) {
  std::string text = fmt::format("States {}\n", outcome.states.size());
  for (const memory::FinalState& state : outcome.states) {
    text += state_text(test, state) + "\n";
  }
  return text;
}

/// herd7 counts what agrees with the whole condition here.
std::string counts_text(Quantifier quantifier, const Outcome& outcome) {
  const bool is_negated = quantifier == Quantifier::not_exists;
  return fmt::format("Witnesses\nPositive: {} Negative: {}\n",
                     is_negated ? outcome.failing : outcome.holding,
                     is_negated ? outcome.holding : outcome.failing);
}

struct WitnessLine {
  std::string instruction;
  std::string what;
};

/// The text of a step without the instruction before it, so that columns can be aligned.
WitnessLine line_of(const LitmusTest& test, const memory::WitnessStep& step) {
  const isa::Program& program = test.program.threads[step.thread].program;
  std::string instruction = isa::to_text(program.code[step.instruction]);
  std::string_view what = step.text;
  what.remove_prefix(what.starts_with(instruction) ? instruction.size() : 0);
  what.remove_prefix(std::min(what.find_first_not_of(' '), what.size()));
  return {std::move(instruction), std::string{what}};
}

}  // namespace

std::string report(const LitmusTest& test, const Outcome& outcome, const ReportOptions& options) {
  std::string text = fmt::format("Test {} {}\n", test.name, kind_text(test.quantifier));
  if (options.states) {
    text += states_text(test, outcome);
  }
  text += fmt::format("{}\n", ok_text(outcome.ok(test.quantifier)));
  text += counts_text(test.quantifier, outcome);
  text += fmt::format("Condition {}\n", condition_text(test));
  text += fmt::format("Observation {} {} {} {}\n",
                      test.name,
                      observation_text(outcome),
                      outcome.holding,
                      outcome.failing);
  text += fmt::format("Time {} {:.2f}\n", test.name, outcome.seconds);
  if (!outcome.is_complete()) {
    text += fmt::format("End {} {}: {}\n", test.name, end_text(outcome), outcome.reason);
  }
  if (outcome.coverage) {
    text += fmt::format(
        "Coverage {} {} of {}\n", test.name, outcome.coverage->seen, outcome.coverage->allowed);
  }
  if (options.witness) {
    text += witness_text(test, outcome);
  }
  return text + "\n";
}

std::string witness_text(const LitmusTest& test, const Outcome& outcome) {
  const memory::Witness* const witness = outcome.witness(test.quantifier);
  if (witness == nullptr) {
    return {};
  }
  std::vector<WitnessLine> lines;
  WitnessLine widest;
  for (const memory::WitnessStep& step : *witness) {
    lines.push_back(line_of(test, step));
    widest.instruction.resize(std::max(widest.instruction.size(), lines.back().instruction.size()));
    widest.what.resize(std::max(widest.what.size(), lines.back().what.size()));
  }
  std::string text = fmt::format("Witness {} in the order of becoming visible\n", test.name);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const memory::WitnessStep& step = (*witness)[i];
    text += fmt::format("  P{}  {:<{}}  {:<{}}",
                        step.thread,
                        lines[i].instruction,
                        widest.instruction.size(),
                        lines[i].what,
                        step.before_older ? widest.what.size() : 0);
    text +=
        step.before_older ? fmt::format("  <- before an older access of P{}\n", step.thread) : "\n";
  }
  return text;
}

}  // namespace pmusim::litmus
