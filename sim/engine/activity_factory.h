// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/activity/activity.h"
#include "models/activity/fixed_stream.h"
#include "models/activity/random_stream.h"
#include "models/activity/recorded_activity.h"
#include "models/common/problems.h"
#include "sim/scenario/scenario.h"

namespace pmusim::engine {

/// Makes the activities of a scenario. What is costly (tables of distributions, recorded files) is
/// made once and shared by all tasks and CPUs.
class ActivityFactory {
 public:
  /// @error invalid_input  every stream and pipeline that cannot be made, `where` names the
  /// activity and event; every fault of a recorded file, `where` is the place in the scenario that
  /// names the file first
  /// @error io             a recorded file cannot be read; `where` is the place that names it
  /// @param folder  recorded files are named relative to it
  static Checked<ActivityFactory> create(const std::vector<scenario::ActivitySpec>& specs,
                                         const std::filesystem::path& folder = {});

  /// Activity number `index` of the scenario. @param random  keys its random streams
  [[nodiscard]] std::unique_ptr<Activity> make(std::size_t index, CounterRandom random) const;

  /// An activity equal to `first`, with views of its own; the draws of a pipeline are shared.
  /// @param first  what make() gave for the same index and random numbers
  [[nodiscard]] std::unique_ptr<Activity> make_second(std::size_t index,
                                                      CounterRandom random,
                                                      const Activity& first) const;

 private:
  struct Constant {
    std::uint32_t amount;
  };

  struct Periodic {
    scenario::PeriodicStream spec;
  };

  struct Bursts {
    BurstParameters parameters;
  };

  using Recipe = std::variant<Constant,
                              Periodic,
                              std::shared_ptr<const RunList>,
                              AmountColumn,
                              Distribution,
                              Bursts>;

  struct StreamRecipe {
    EventId event;
    Recipe recipe;
  };

  struct ActivityRecipe {
    std::vector<StreamRecipe> streams;
    std::optional<PipelineModel> pipeline;
  };

  [[nodiscard]] std::unique_ptr<Activity> with_streams(std::size_t index,
                                                       CounterRandom random) const;
  void add(const scenario::ActivitySpec& spec, Problems& problems);
  bool load(const scenario::ActivitySpec& spec,
            const scenario::EventStream& stream,
            Problems& problems);
  Result<Recipe> recipe_of(EventId event, const scenario::StreamSpec& spec);
  [[nodiscard]] Result<AmountColumn> column_of(EventId event,
                                               const scenario::RecordedStream& spec) const;

  static Result<Distribution> distribution_of(const scenario::Distribution& spec);
  static Result<PipelineModel> pipeline_of(const scenario::PipelineSpec& spec);
  static std::unique_ptr<EventStream> stream_of(const Recipe& recipe, CounterRandom random);

  std::filesystem::path folder_;
  std::vector<ActivityRecipe> recipes_;
  std::map<std::string, Checked<RecordedActivity>> files_;  ///< by path
};

}  // namespace pmusim::engine
