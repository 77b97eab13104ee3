// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/software_log.h"

#include <algorithm>

namespace pmusim::engine {

std::string to_text(AccessOutcome outcome) {
  switch (outcome) {
    case AccessOutcome::done:
      return "done";
    case AccessOutcome::undefined:
      return "undefined";
    case AccessOutcome::trap_to_el1:
      return "trap_to_el1";
    case AccessOutcome::trap_to_el2:
      return "trap_to_el2";
    case AccessOutcome::trap_to_el3:
      return "trap_to_el3";
  }
  return "?";
}

void SoftwareLog::read(const std::string& name, const std::string& reg, const StepResult& result) {
  ++reads_made_;
  if (reads_.size() < kKeptReads) {
    const bool done = result.outcome == AccessOutcome::done;
    reads_.push_back({.name = name,
                      .reg = reg,
                      .at = result.at,
                      .value = done ? std::optional{result.value} : std::nullopt,
                      .outcome = to_text(result.outcome)});
  }
}

void SoftwareLog::write(const std::string& reg, const StepResult& result) {
  if (result.outcome == AccessOutcome::done) {
    return;
  }
  ++writes_refused_;
  if (refused_.size() < kKeptRefusals) {
    refused_.push_back({.reg = reg, .at = result.at, .outcome = to_text(result.outcome)});
  }
}

void SoftwareLog::report(CpuResult& result) const {
  // An interrupt between an access and the code behind it lets the handler's entries come first.
  const auto earlier = [](const auto& a, const auto& b) { return a.at < b.at; };
  result.reads = reads_;
  std::ranges::stable_sort(result.reads, earlier);
  result.reads_made = reads_made_;
  result.refused_writes = refused_;
  std::ranges::stable_sort(result.refused_writes, earlier);
  result.writes_refused = writes_refused_;
}

}  // namespace pmusim::engine
