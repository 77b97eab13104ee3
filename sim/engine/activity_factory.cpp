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

tl::unexpected<Error> at(const std::string& place, Error error) {
  error.where = error.where.empty() ? place : place + ": " + error.where;
  return tl::unexpected{std::move(error)};
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
tl::unexpected<Error> in_stream(const scenario::ActivitySpec& spec,
                                const scenario::EventStream& stream,
                                Error error) {
  const auto* recorded = std::get_if<scenario::RecordedStream>(&stream.stream);
  if (recorded == nullptr) {
    return at(place_of(spec, stream), std::move(error));
  }
  return tl::unexpected{scenario::recording_fault(
      recorded->place.empty() ? place_of(spec, stream) : recorded->place, error)};
}

}  // namespace

Result<ActivityFactory> ActivityFactory::create(const std::vector<scenario::ActivitySpec>& specs,
                                                const std::filesystem::path& folder) {
  ActivityFactory factory;
  factory.folder_ = folder;
  for (const scenario::ActivitySpec& spec : specs) {
    if (auto added = factory.add(spec); !added) {
      return tl::unexpected{std::move(added.error())};
    }
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

Result<void> ActivityFactory::add(const scenario::ActivitySpec& spec) {
  ActivityRecipe recipe;
  Activity trial;
  for (const scenario::EventStream& stream : spec.streams) {
    auto made = recipe_of(stream.event, stream.stream);
    if (!made) {
      return in_stream(spec, stream, std::move(made.error()));
    }
    if (auto added = trial.add(stream.event, stream_of(*made, CounterRandom{0})); !added) {
      return at(place_of(spec, stream), std::move(added.error()));
    }
    recipe.streams.push_back({stream.event, std::move(*made)});
  }
  if (spec.pipeline) {
    auto pipeline = pipeline_of(*spec.pipeline);
    if (!pipeline) {
      return at(name_of(spec) + ": pipeline", std::move(pipeline.error()));
    }
    recipe.pipeline = std::move(*pipeline);
  }
  recipes_.push_back(std::move(recipe));
  return {};
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
                                                const scenario::RecordedStream& spec) {
  const std::string path = scenario::recording_path(folder_, spec);
  auto file = files_.find(spec.file);
  if (file == files_.end()) {
    auto loaded = load_recorded_activity(path);
    if (!loaded) {
      return tl::unexpected{std::move(loaded.error())};
    }
    file = files_.emplace(spec.file, std::move(*loaded)).first;
  }
  const std::string name = scenario::printable(path, kLongestShownPath);
  if (!spec.column.empty()) {
    auto named = read_event(spec.column);
    if (!named) {
      return at(name, std::move(named.error()));
    }
    event = *named;
  }
  if (const auto column = file->second.find(event)) {
    return *column;
  }
  std::string columns;
  for (const RecordedColumn& column : file->second.columns()) {
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
