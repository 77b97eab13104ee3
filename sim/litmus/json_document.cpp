// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/json_document.h"

#include <cmath>

#include "sim/litmus/print.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::litmus {
namespace {

using scenario::JsonWriter;

constexpr double kMicroseconds = 1e6;

void write_witness(JsonWriter& json, const memory::Witness& witness) {
  json.key("witness");
  json.begin_list();
  for (const memory::WitnessStep& step : witness) {
    json.begin_object();
    json.key("thread");
    json.integer(step.thread);
    json.key("what");
    json.text(step.text);
    json.key("before_older");
    json.boolean(step.before_older);
    json.end_object();
  }
  json.end_list();
}

void write_states(JsonWriter& json, const Finished& finished) {
  json.key("states");
  json.begin_list();
  for (const memory::FinalState& state : finished.outcome.states) {
    json.text(state_text(finished.test, state));
  }
  json.end_list();
}

/// What a sample has beside what every outcome has.
void write_sample(JsonWriter& json,
                  const Sampling& sampling,
                  const std::optional<Coverage>& coverage) {
  json.key("counts");
  json.begin_list();
  for (const std::uint64_t count : sampling.counts) {
    json.integer(count);
  }
  json.end_list();
  json.key("cut_short");
  json.integer(sampling.cut_short);
  if (coverage) {
    json.key("coverage");
    json.begin_object();
    json.key("seen");
    json.integer(coverage->seen);
    json.key("allowed");
    json.integer(coverage->allowed);
    json.end_object();
  }
}

void write_test(JsonWriter& json, const Finished& finished, const ReportOptions& options) {
  const auto& [test, outcome] = finished;
  json.begin_object();
  json.key("name");
  json.text(test.name);
  if (options.states) {
    write_states(json, finished);
  }
  json.key("observation");
  json.text(observation_text(outcome));
  json.key("end");
  json.text(end_text(outcome));
  if (!outcome.is_complete()) {
    json.key("reason");
    json.text(outcome.reason);
  }
  if (outcome.sampling) {
    write_sample(json, *outcome.sampling, outcome.coverage);
  }
  json.key("seconds");
  json.real(std::round(outcome.seconds * kMicroseconds) / kMicroseconds);
  const memory::Witness* const witness = outcome.witness(test.quantifier);
  if (options.witness && witness != nullptr) {
    write_witness(json, *witness);
  }
  json.end_object();
}

}  // namespace

std::string json_document(const std::vector<Finished>& finished,
                          const ReportOptions& options,
                          bool interrupted) {
  JsonWriter json;
  json.begin_object();
  json.key("tests");
  json.begin_list();
  for (const Finished& each : finished) {
    write_test(json, each, options);
  }
  json.end_list();
  if (interrupted) {
    json.key("interrupted");
    json.boolean(true);
  }
  json.end_object();
  return scenario::pretty_json(json.take());
}

}  // namespace pmusim::litmus
