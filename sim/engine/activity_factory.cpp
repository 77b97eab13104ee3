// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/activity_factory.h"

#include <utility>

#include "models/activity/event_text.h"
#include "models/common/expect.h"
#include "sim/engine/overloaded.h"
#include "sim/scenario/json_document.h"
#include "sim/scenario/recordings.h"

namespace pmusim::engine {

namespace {

Error at(const std::string& place, Error error) {
  error.where = error.where.empty() ? place : place + ": " + error.where;
  return error;
}

/// What the scenario calls the activity.
std::string name_of(const scenario::ActivitySpec& spec) {
  return spec.name.empty() ? "activity written in place"
                           : "activity \"" + scenario::printable(spec.name) + "\"";
}

std::string place_of(const scenario::ActivitySpec& spec, const scenario::EventStream& stream) {
  return name_of(spec) + ": event " + event_text(stream.event);
}

/// A fault of a stream; one of a file that was read with the scenario knows its own place there.
Error in_stream(const scenario::ActivitySpec& spec,
                const scenario::EventStream& stream,
                Error error) {
  const auto* recorded = std::get_if<scenario::RecordedStream>(&stream.stream);
  if (recorded == nullptr) {
    return at(place_of(spec, stream), std::move(error));
  }
  return scenario::recording_fault(
      recorded->place.empty() ? place_of(spec, stream) : recorded->place, error);
}

}  // namespace

Checked<ActivityFactory> ActivityFactory::create(const std::vector<scenario::ActivitySpec>& specs,
                                                 const std::filesystem::path& folder) {
  ActivityFactory factory;
  factory.folder_ = folder;
  Problems problems;
  for (const scenario::ActivitySpec& spec : specs) {
    factory.add(spec, problems);
  }
  if (!problems.empty()) {
    return tl::unexpected{std::move(problems)};
  }
  return factory;
}

std::unique_ptr<Activity> ActivityFactory::make(std::size_t index, CounterRandom random) const {
  auto activity = with_streams(index, random);
  if (const auto& pipeline = recipes_[index].pipeline) {
    activity->add_pipeline(*pipeline, random);
  }
  return activity;
}

std::unique_ptr<Activity> ActivityFactory::make_second(std::size_t index,
                                                       CounterRandom random,
                                                       const Activity& first) const {
  auto activity = with_streams(index, random);
  activity->share_pipeline(first);
  return activity;
}

std::unique_ptr<Activity> ActivityFactory::with_streams(std::size_t index,
                                                        CounterRandom random) const {
  PMUSIM_EXPECT(index < recipes_.size(), "a checked scenario names activities that exist");
  const ActivityRecipe& recipe = recipes_[index];
  auto activity = std::make_unique<Activity>();
  for (const StreamRecipe& stream : recipe.streams) {
    const auto added =
        activity->add(stream.event, stream_of(stream.recipe, event_random(random, stream.event)));
    PMUSIM_EXPECT(added, "streams were tried when the factory was made");
  }
  return activity;
}

void ActivityFactory::add(const scenario::ActivitySpec& spec, Problems& problems) {
  ActivityRecipe recipe;
  Activity trial;
  for (const scenario::EventStream& stream : spec.streams) {
    if (!load(spec, stream, problems)) {
      continue;
    }
    auto made = recipe_of(stream.event, stream.stream);
    if (!made) {
      problems.add(in_stream(spec, stream, std::move(made.error())));
      continue;
    }
    if (auto added = trial.add(stream.event, stream_of(*made, CounterRandom{0})); !added) {
      problems.add(at(place_of(spec, stream), std::move(added.error())));
      continue;
    }
    recipe.streams.push_back({stream.event, std::move(*made)});
  }
  if (spec.pipeline) {
    auto pipeline = pipeline_of(*spec.pipeline);
    if (pipeline) {
      recipe.pipeline = std::move(*pipeline);
    } else {
      problems.add(at(name_of(spec) + ": pipeline", std::move(pipeline.error())));
    }
  }
  recipes_.push_back(std::move(recipe));
}

/// Reads the recorded file of a stream, if it has one. False if that cannot be used: the faults in
/// it are told once, that it cannot be opened wherever it is named.
bool ActivityFactory::load(const scenario::ActivitySpec& spec,
                           const scenario::EventStream& stream,
                           Problems& problems) {
  const auto* recorded = std::get_if<scenario::RecordedStream>(&stream.stream);
  if (recorded == nullptr) {
    return true;
  }
  const std::string path = scenario::recording_path(folder_, *recorded);
  auto file = files_.find(path);
  const bool is_first = file == files_.end();
  if (is_first) {
    file = files_.emplace(path, load_recorded_activity(path)).first;
  }
  if (file->second) {
    return true;
  }
  const Problems& faults = file->second.error();
  if (is_first || faults.listed().front().code == ErrorCode::io) {
    for (const Error& fault : faults.listed()) {
      problems.add(in_stream(spec, stream, fault));
    }
    problems.count_unlisted(faults.count() - faults.listed().size());
  }
  return false;
}

Result<ActivityFactory::Recipe> ActivityFactory::recipe_of(EventId event,
                                                           const scenario::StreamSpec& spec) {
  const auto as_recipe = [](auto made) { return Recipe{std::move(made)}; };
  return std::visit(
      Overloaded{
          [](const scenario::ConstantStream& s) -> Result<Recipe> { return Constant{s.amount}; },
          [](const scenario::PeriodicStream& s) -> Result<Recipe> {
            if (s.period_cycles == 0) {
              return fail(
                  ErrorCode::invalid_input, "period_cycles", "a period is at least 1 cycle");
            }
            return Periodic{s};
          },
          [&](const scenario::RunLengthStream& s) -> Result<Recipe> {
            std::vector<Run> runs;
            runs.reserve(s.runs.size());
            for (const auto& piece : s.runs) {
              runs.push_back({piece.cycles, piece.amount});
            }
            return make_run_list(std::move(runs)).map(as_recipe);
          },
          [](const scenario::ListedStream& s) -> Result<Recipe> {
            if (s.amounts.empty()) {
              return fail(ErrorCode::invalid_input, "amounts", "a list has at least one amount");
            }
            return AmountColumn::copy_of(s.amounts);
          },
          [&](const scenario::RecordedStream& s) { return column_of(event, s).map(as_recipe); },
          [&](const scenario::RandomStream& s) {
            return distribution_of(s.distribution).map(as_recipe);
          },
          [](const scenario::BurstStream& s) -> Result<Recipe> {
            const BurstParameters parameters{s.mean_burst_cycles, s.mean_gap_cycles, s.amount};
            if (auto trial = burst_stream(parameters, CounterRandom{0}); !trial) {
              return tl::unexpected{std::move(trial.error())};
            }
            return Bursts{parameters};
          }},
      spec);
}

Result<AmountColumn> ActivityFactory::column_of(EventId event,
                                                const scenario::RecordedStream& spec) const {
  const std::string path = scenario::recording_path(folder_, spec);
  const RecordedActivity& file = *files_.at(path);
  const std::string name = scenario::printable(path, kLongestShownPath);
  if (!spec.column.empty()) {
    auto named = read_event(spec.column);
    if (!named) {
      return tl::unexpected{at(name, std::move(named.error()))};
    }
    event = *named;
  }
  if (const auto column = file.find(event)) {
    return *column;
  }
  std::string columns;
  for (const RecordedColumn& column : file.columns()) {
    columns += (columns.empty() ? "" : ", ") + event_text(column.event);
  }
  return fail(ErrorCode::invalid_input,
              name,
              "found no column for event " + event_text(event),
              "its columns are: " + columns);
}

Result<Distribution> ActivityFactory::distribution_of(const scenario::Distribution& spec) {
  using Kind = scenario::Distribution::Kind;
  switch (spec.kind) {
    case Kind::binomial:
      return Distribution::binomial(spec.trials, spec.probability);
    case Kind::poisson:
      return Distribution::poisson(spec.mean, spec.greatest);
    case Kind::uniform:
      return Distribution::uniform(spec.least, spec.greatest);
    case Kind::table:
      return Distribution::from_weights(spec.weights);
  }
  return fail(ErrorCode::invalid_input, "distribution", "unknown kind");
}

Result<PipelineModel> ActivityFactory::pipeline_of(const scenario::PipelineSpec& spec) {
  auto dispatch = distribution_of(spec.dispatch);
  if (!dispatch) {
    return tl::unexpected{std::move(dispatch.error())};
  }
  return PipelineModel::create({.slots = spec.slots,
                                .dispatch = std::move(*dispatch),
                                .frontend_share = spec.frontend_share,
                                .retire_share = spec.retire_share,
                                .operations_per_instruction = spec.operations_per_instruction});
}

std::unique_ptr<EventStream> ActivityFactory::stream_of(const Recipe& recipe,
                                                        CounterRandom random) {
  return std::visit(
      Overloaded{[](const Constant& r) { return constant_stream(r.amount); },
                 [](const Periodic& r) {
                   return periodic_stream(r.spec.period_cycles, r.spec.phase_cycles, r.spec.amount);
                 },
                 [](const std::shared_ptr<const RunList>& r) { return run_length_stream(r); },
                 [](const AmountColumn& r) { return column_stream(r); },
                 [&](const Distribution& r) { return random_stream(r, random); },
                 [&](const Bursts& r) { return std::move(*burst_stream(r.parameters, random)); }},
      recipe);
}

}  // namespace pmusim::engine
