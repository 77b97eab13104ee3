// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vectors.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "sim/engine/vector_format.h"
#include "sim/engine/vector_run.h"
#include "sim/engine/vector_table.h"
#include "sim/scenario/input_file.h"

namespace pmusim::engine {
namespace {

using scenario::JsonDocument;
using scenario::JsonKind;
using scenario::JsonLimits;
using scenario::kNoNode;

constexpr std::string_view kFormat = "pmuv3-vectors-1";

/// An item that is ready to run.
struct Item {
  std::function<RunOutcome(const VectorProfile&, Cutting)> run;
  bool is_cut{};  ///< a table is not: each of its entries is one cycle
};

std::string text_of(Cutting cutting) {
  return cutting == Cutting::cycles ? "cut per cycle" : "whole chunks";
}

/// The readings in force are those of the profile as far as the item depends on them.
bool applies(const std::vector<std::string>& ambiguous, const VectorProfile& profile) {
  const Readings usual = readings_of(profile.profile);
  return std::ranges::none_of(reading_table(), [&](const ReadingDesc& reading) {
    const bool differs = profile.readings.*reading.flag != usual.*reading.flag;
    return differs && std::ranges::find(ambiguous, reading.name) != ambiguous.end();
  });
}

/// Under one profile and with one cutting. @param target  to be named in a failure, or empty
RunOutcome run_once(const Item& item,
                    const VectorProfile& profile,
                    Cutting cutting,
                    const std::string& target) {
  RunOutcome outcome = item.run(profile, cutting);
  if (outcome.failure) {
    outcome.failure->what += fmt::format(" [{}{}{}]",
                                         name_of(profile.profile),
                                         item.is_cut ? ", " + text_of(cutting) : "",
                                         target.empty() ? "" : ", " + target);
  }
  return outcome;
}

/// The first outcome that is no pass, under any target, profile and cutting. What fails at the
/// first target is said without its name, as it most likely fails at all of them.
RunOutcome run_everywhere(const Item& item,
                          const std::vector<VectorProfile>& profiles,
                          const VectorOptions& options) {
  const std::size_t cuttings = std::min(options.cuttings.size(), item.is_cut ? SIZE_MAX : 1);
  for (std::size_t target = 0; target < options.targets.size(); ++target) {
    const bool exists = use_simd_target(options.targets[target]);
    PMUSIM_EXPECT(exists, "the machine has the SIMD target");
    for (const VectorProfile& profile : profiles) {
      for (std::size_t cut = 0; cut < cuttings; ++cut) {
        RunOutcome outcome = run_once(item,
                                      profile,
                                      options.cuttings[cut],
                                      target == 0 ? std::string{} : options.targets[target]);
        if (outcome.failure || outcome.end != RunOutcome::End::complete) {
          return outcome;
        }
      }
    }
  }
  return {};
}

/// A key stands twice in an object below. Which of the two is meant nobody can say.
bool has_duplicate_key(const JsonDocument& document, NodeId at) {
  std::set<std::string_view> keys;
  const bool is_object = document[at].kind == JsonKind::object;
  bool found = false;
  document.for_each_child(at, [&](NodeId child) {
    found = found || (is_object && !keys.insert(document[child].key).second) ||
            has_duplicate_key(document, child);
  });
  return found;
}

/// A feature set of the file; nothing if it is malformed.
using Configs = std::vector<std::optional<PmuConfig>>;

PmuConfig with_readings(PmuConfig config, const Readings& readings) {
  config.readings = readings;
  return config;
}

class FileRun {
 public:
  FileRun(const std::string& file,
          const JsonDocument& document,
          VectorMessages& messages,
          const VectorOptions& options,
          VectorReport& report)
      : file_{file},
        in_{document, messages.problems, messages.notes},
        has_duplicates_{!messages.problems.empty()},
        options_{options},
        limits_{.stop = options.stop},
        report_{report} {}

  void run(NodeId top) {
    const NodeId format = in_.document.member(top, "format");
    if (format == kNoNode || in_.document[format].text != kFormat) {
      in_.mismatch(format == kNoNode ? top : format,
                   fmt::format(R"(an object whose "format" is "{}")", kFormat));
      return;
    }
    in_.note_unknown_keys(top, kFileKeys);
    read_configs(in_.required(top, "configs", "a list of feature sets"));
    in_.enter("");
    const NodeId tables = in_.document.member(top, "tables");
    const NodeId vectors = in_.document.member(top, "vectors");
    if (tables == kNoNode && vectors == kNoNode) {
      in_.problem(top, "the key \"vectors\" is missing, expected a list of items");
    }
    run_items(vectors);
    run_items(tables);
  }

 private:
  static constexpr std::array<std::string_view, 7> kFileKeys{
      "format", "family", "split", "seed", "configs", "vectors", "tables"};

  void read_configs(NodeId configs) {
    for (const NodeId config : in_.elements(configs, "a list of feature sets")) {
      in_.enter(fmt::format("configs[{}]", configs_.size()));
      const std::size_t before = in_.problems_so_far();
      PmuConfig read = read_config(in_, config);
      const bool is_good = in_.problems_so_far() == before;
      configs_.push_back(is_good ? std::optional{std::move(read)} : std::nullopt);
    }
  }

  void run_items(NodeId items) {
    in_.enter("");
    for (const NodeId item : in_.elements(items, "a list of items")) {
      if (limits_.is_stopped()) {
        return;
      }
      run_item(item);
    }
  }

  void run_item(NodeId item) {
    const std::size_t before = in_.problems_so_far();
    const std::string id = read_id(item);
    const PmuConfig* config = config_of(item);
    const std::vector<VectorProfile> profiles = profiles_of(item);
    const Item ready = config == nullptr ? Item{} : read_item(item, id, *config);
    const bool is_ambiguous = has_duplicates_ && has_duplicate_key(in_.document, item);
    if (config == nullptr || is_ambiguous || in_.problems_so_far() != before) {
      ++report_.not_run;
    } else if (profiles.empty()) {
      ++report_.skipped;
    } else {
      count(run_everywhere(ready, profiles, options_), item, id);
    }
  }

  std::string read_id(NodeId item) {
    in_.enter(fmt::format("item {}", in_.document[item].index));
    const NodeId at = in_.required(item, "id", "the name of the item");
    std::string id = in_.text(at, "the name of the item");
    if (!id.empty()) {
      in_.enter(scenario::printable(id));
    }
    return id;
  }

  const PmuConfig* config_of(NodeId item) {
    const NodeId at = in_.required(item, "cfg", "the index of a feature set");
    if (at == kNoNode || configs_.empty()) {
      return nullptr;
    }
    const std::size_t before = in_.problems_so_far();
    const std::uint64_t index = in_.whole(at, "the index of a feature set", 0, configs_.size() - 1);
    const bool is_good = in_.problems_so_far() == before && configs_[index].has_value();
    return is_good ? &*configs_[index] : nullptr;
  }

  /// Those that the item says something about.
  std::vector<VectorProfile> profiles_of(NodeId item) {
    std::vector<std::string> ambiguous;
    for (const NodeId reading :
         in_.elements(in_.document.member(item, "amb"), "a list of readings")) {
      ambiguous.push_back(in_.text(reading, "the name of a reading"));
    }
    std::vector<VectorProfile> profiles;
    std::ranges::copy_if(options_.profiles,
                         std::back_inserter(profiles),
                         [&](const VectorProfile& profile) { return applies(ambiguous, profile); });
    return profiles;
  }

  Item read_item(NodeId item, const std::string& id, const PmuConfig& config) {
    if (in_.document.member(item, "table") != kNoNode) {
      return {[table = read_table(in_, item, config), &config, this](const VectorProfile& profile,
                                                                     Cutting /*any*/) {
                return run_table(
                    table, with_readings(config, profile.readings), profile.profile, limits_);
              },
              false};
    }
    return {
        [vector = read_vector(in_, item, scenario::printable(id), config), &config, this](
            const VectorProfile& profile, Cutting cutting) {
          return run_vector(
              vector, with_readings(config, profile.readings), profile.profile, cutting, limits_);
        },
        true};
  }

  void count(RunOutcome outcome, NodeId item, const std::string& id) {
    switch (outcome.end) {
      case RunOutcome::End::stopped:
        return;
      case RunOutcome::End::too_long:
        ++report_.not_run;
        in_.problem(item,
                    fmt::format("step {} is given up: the item takes more than {} spans",
                                outcome.step,
                                limits_.spans),
                    "count fewer cycles, or let fewer counters overflow in them");
        return;
      case RunOutcome::End::complete:
        break;
    }
    if (!outcome.failure) {
      ++report_.passed;
      return;
    }
    ++report_.failed;
    outcome.failure->file = file_;
    outcome.failure->id = id;
    report_.failures.push_back(*std::move(outcome.failure));
  }

  const std::string& file_;
  VectorReader in_;
  bool has_duplicates_;  ///< what is wrong with a document that could be parsed
  const VectorOptions& options_;
  RunLimits limits_;
  VectorReport& report_;
  Configs configs_;
};

}  // namespace

VectorMessages run_vectors(const std::string& file,
                           const VectorOptions& options,
                           VectorReport& report) {
  VectorMessages messages;
  auto text = scenario::read_regular_file(file, JsonLimits::kBytes);
  if (!text) {
    messages.problems.add(text.error());
    return messages;
  }
  JsonDocument document;
  const NodeId top = document.parse(
      std::move(*text), file, true, JsonLimits::kDepth, messages.problems, kMostVectorValues);
  if (top != kNoNode) {
    FileRun{file, document, messages, options, report}.run(top);
    use_simd_target("");
  }
  return messages;
}

std::string_view name_of(PmuProfile profile) {
  return profile == PmuProfile::manual ? "manual" : "pseudocode";
}

}  // namespace pmusim::engine
