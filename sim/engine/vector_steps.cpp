// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "sim/engine/vector_format.h"

namespace pmusim::engine {
namespace {

using scenario::JsonKind;
using scenario::kNoNode;

/// In the order of AccessOutcome.
constexpr std::array<std::string_view, 5> kResults{"ok", "undef", "trap1", "trap2", "trap3"};

/// The steps of one vector. A replaced expectation is read beside the one that replaces it, so that
/// both are checked whatever the profile.
class StepReader {
 public:
  StepReader(VectorReader& in, const PmuConfig& config) : in_{in}, tracked_{tracked_of(config)} {
    for (const Tracked key : tracked_) {
      names_.push_back(name_of(key));
    }
  }

  /// @param replacement  the expectation of the manual profile, or kNoNode
  std::optional<VectorStep> read(NodeId at, NodeId replacement) {
    const Parts parts = in_.elements(at, "a step, a list");
    if (in_.document[at].kind != JsonKind::list) {
      return std::nullopt;
    }
    const auto kind = in_.word(parts.empty() ? at : parts[0],
                               kKinds,
                               "a step: ctx, cyc, chunk, run, warm, w, r, poke or dbg");
    if (!kind) {
      return std::nullopt;
    }
    const Shape& shape = kShapes[*kind];
    if (parts.size() < shape.least) {
      in_.problem(at,
                  fmt::format("found {} element{}, expected {}",
                              parts.size(),
                              parts.size() == 1 ? "" : "s",
                              shape.form));
      return std::nullopt;
    }
    if (parts.size() > shape.most) {
      in_.note(parts[shape.most], fmt::format("more elements than {} has", shape.form));
    }
    return (this->*shape.read)(parts, replacement_of(replacement, shape));
  }

  Changes changes(NodeId at) {
    Changes changes;
    for (const NodeId member : in_.members(at, "a change set, an object")) {
      const std::string_view name = in_.document[member].key;
      const auto found = std::ranges::find(names_, name);
      if (found == names_.end()) {
        in_.problem(member,
                    fmt::format("found \"{}\", expected a tracked value of this PMU: {}",
                                scenario::printable(name),
                                tracked_text()));
        continue;
      }
      const Tracked key = tracked_[static_cast<std::size_t>(found - names_.begin())];
      changes.push_back({key,
                         key == Tracked::irq ? in_.whole(member, "the interrupt level", 0, 1)
                                             : in_.hex(member, "the value of " + *found)});
    }
    return changes;
  }

 private:
  using Parts = std::vector<NodeId>;

  /// The parts of what replaces an expectation.
  using Replacement = std::optional<Parts>;

  struct Shape {
    std::size_t least;  ///< elements
    std::size_t most;
    std::string_view form;
    VectorStep (StepReader::*read)(const Parts& step, const Replacement& replacement);
    std::size_t least_replaced;  ///< elements that a replacement has at least
  };

  static constexpr std::array<std::string_view, 9> kKinds{
      "ctx", "cyc", "chunk", "run", "warm", "w", "r", "poke", "dbg"};
  static const std::array<Shape, kKinds.size()> kShapes;

  Replacement replacement_of(NodeId replacement, const Shape& shape) {
    Parts parts = in_.elements(replacement, "a replacement, a list");
    if (replacement == kNoNode || in_.document[replacement].kind != JsonKind::list) {
      return std::nullopt;
    }
    if (parts.size() < shape.least_replaced) {
      in_.problem(replacement,
                  fmt::format("found {}, expected what replaces the expectation of {}",
                              in_.document.excerpt(replacement),
                              shape.form));
      return std::nullopt;
    }
    return parts;
  }

  [[nodiscard]] std::string tracked_text() const {
    const std::size_t events = tracked_.size() - (has(Tracked::ic) ? 6 : 5);
    const std::string counters = events > 1 ? fmt::format("E0 to E{}, ", events - 1) : "E0, ";
    return (events == 0 ? "" : counters) + (has(Tracked::ic) ? "IC, " : "") +
           "CC, OV, EN, IE or IRQ";
  }

  [[nodiscard]] bool has(Tracked key) const {
    return std::ranges::find(tracked_, key) != tracked_.end();
  }

  CycleEvents events(NodeId at) {
    CycleEvents events;
    std::set<EventId> seen;
    for (const NodeId member : in_.members(at, "the events of a cycle, an object")) {
      const std::string_view name = in_.document[member].key;
      const auto number = from_hex(name);
      const auto amount = static_cast<std::uint32_t>(in_.whole(
          member, "occurrences in one cycle", 0, std::numeric_limits<std::uint32_t>::max()));
      if (!number || *number > std::numeric_limits<std::uint16_t>::max()) {
        in_.problem(member,
                    fmt::format(R"(found "{}", expected an event number from "0x0" to "0xffff")",
                                scenario::printable(name)));
        continue;
      }
      const EventId event{static_cast<std::uint16_t>(*number)};
      if (!seen.insert(event).second) {
        in_.problem(member,
                    fmt::format("event {} stands twice in one cycle", scenario::printable(name)));
        continue;
      }
      events.push_back({event, amount});
    }
    return events;
  }

  std::vector<CycleEvents> cycles(NodeId at) {
    std::vector<CycleEvents> all;
    for (const NodeId cycle : in_.elements(at, "a list of the events of each cycle")) {
      all.push_back(events(cycle));
    }
    return all;
  }

  std::vector<Changes> change_sets(const Parts& parts) {
    std::vector<Changes> all;
    for (const NodeId part : parts) {
      all.push_back(changes(part));
    }
    return all;
  }

  AccessOutcome outcome(NodeId at) {
    const auto word = in_.word(at, kResults, "a result: ok, undef, trap1, trap2 or trap3");
    return static_cast<AccessOutcome>(word.value_or(0));
  }

  /// The change set at `index` of the step, which may end before it, and the one replacing it.
  Expectation<Changes> expected_changes(const Parts& step,
                                        std::size_t index,
                                        const Replacement& replacement) {
    Expectation<Changes> expected;
    if (step.size() > index) {
      expected.usual = changes(step[index]);
    }
    if (replacement) {
      expected.manual = changes(replacement->front());
    }
    return expected;
  }

  VectorStep read_ctx(const Parts& step, const Replacement& /*replacement*/) {
    return ContextStep{read_context(in_, step, 1)};
  }

  VectorStep read_dbg(const Parts& step, const Replacement& /*replacement*/) {
    return DebugStep{in_.flag(step[1], "Debug state")};
  }

  VectorStep read_cyc(const Parts& step, const Replacement& replacement) {
    CyclesStep read{cycles(step[1]), {}};
    const Parts sets = in_.elements(step[2], "a list of change sets, one for each cycle");
    read.changes.usual = change_sets(sets);
    if (in_.document[step[2]].kind == JsonKind::list) {
      check_one_each(step[2], read.changes.usual, read.cycles);
    }
    if (replacement) {
      read.changes.manual = change_sets(*replacement);
      const NodeId at = replacement->empty() ? step[2] : replacement->front();
      check_one_each(at, *read.changes.manual, read.cycles);
    }
    return read;
  }

  void check_one_each(NodeId at,
                      const std::vector<Changes>& changes,
                      const std::vector<CycleEvents>& cycles) {
    if (changes.size() != cycles.size()) {
      in_.problem(at,
                  fmt::format("found {} change sets, expected one for each of {} cycles",
                              changes.size(),
                              cycles.size()));
    }
  }

  VectorStep read_chunk(const Parts& step, const Replacement& replacement) {
    return ChunkStep{cycles(step[1]), expected_changes(step, 2, replacement)};
  }

  VectorStep read_run(const Parts& step, const Replacement& replacement) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    return RunStep{.events = events(step[2]),
                   .cycles = in_.whole(step[1], "cycles", 0, kMost),
                   .changes = expected_changes(step, 3, replacement)};
  }

  VectorStep read_warm(const Parts& step, const Replacement& /*replacement*/) {
    return WarmStep{cycles(step[1])};
  }

  VectorStep read_w(const Parts& step, const Replacement& replacement) {
    WriteStep read{.reg = read_register(in_, step[1]),
                   .value = in_.hex(step[2], "a register value"),
                   .result = {}};
    read.result.usual = write_result({step.begin() + 3, step.end()});
    if (replacement) {
      read.result.manual = write_result(*replacement);
    }
    return read;
  }

  WriteResult write_result(const Parts& parts) {
    return {outcome(parts[0]), parts.size() > 1 ? changes(parts[1]) : Changes{}};
  }

  VectorStep read_r(const Parts& step, const Replacement& replacement) {
    ReadStep read{.reg = read_register(in_, step[1]), .result = {}};
    read.result.usual = read_result({step.begin() + 2, step.end()});
    if (replacement) {
      read.result.manual = read_result(*replacement);
    }
    return read;
  }

  ReadResult read_result(const Parts& parts) {
    const std::size_t before = in_.problems_so_far();
    ReadResult read{outcome(parts[0]), 0};
    const bool is_done = in_.problems_so_far() == before && read.outcome == AccessOutcome::done;
    if (parts.size() > 1) {
      read.value = in_.hex(parts[1], "the value read");
    } else if (is_done) {
      in_.problem(parts[0], "found no value after it, expected the value read as \"0x...\"");
    }
    return read;
  }

  VectorStep read_poke(const Parts& step, const Replacement& replacement) {
    PokeStep read;
    const std::string name = in_.text(step[1], "the name of a PMU register");
    if (in_.document[step[1]].kind == JsonKind::text) {
      if (const auto raw = read_raw_register(in_, step[1], name, step[2])) {
        read.raw.push_back(*raw);
      }
    }
    read.changes = expected_changes(step, 3, replacement);
    return read;
  }

  VectorReader& in_;
  std::vector<Tracked> tracked_;
  std::vector<std::string> names_;  ///< of the tracked values
};

// In the order of kKinds.
const std::array<StepReader::Shape, StepReader::kKinds.size()> StepReader::kShapes{
    {{4, 5, R"(["ctx", el, state, eel2, tge])", &StepReader::read_ctx, 0},
     {3, 3, R"(["cyc", [events...], [changes...]])", &StepReader::read_cyc, 0},
     {3, 3, R"(["chunk", [events...], changes])", &StepReader::read_chunk, 1},
     {4, 4, R"(["run", cycles, events, changes])", &StepReader::read_run, 1},
     {2, 2, R"(["warm", [events...]])", &StepReader::read_warm, 0},
     {4, 5, R"(["w", register, value, result, changes])", &StepReader::read_w, 1},
     {3, 4, R"(["r", register, result, value])", &StepReader::read_r, 1},
     {3, 4, R"(["poke", register, value, changes])", &StepReader::read_poke, 1},
     {2, 2, R"(["dbg", 0 or 1])", &StepReader::read_dbg, 0}}};

/// The replacements of the manual profile by step. `alt` has no others.
std::map<std::size_t, NodeId> manual_replacements(VectorReader& in,
                                                  NodeId vector,
                                                  std::size_t steps) {
  static constexpr std::array<std::string_view, 1> kProfiles{"manual"};
  const NodeId alt = in.document.member(vector, "alt");
  in.members(alt, "an object of replacements by profile");
  in.note_unknown_keys(alt, kProfiles);
  std::map<std::size_t, NodeId> replacements;
  const NodeId manual = in.document.member(alt, "manual");
  for (const NodeId member : in.members(manual, "replacements by step index")) {
    const std::string_view key = in.document[member].key;
    std::size_t step = 0;
    const char* end = std::to_address(key.end());
    const bool is_number =
        std::from_chars(std::to_address(key.begin()), end, step).ptr == end && !key.empty();
    if (is_number && step < steps && key == std::to_string(step)) {
      replacements.emplace(step, member);
    } else {
      in.problem(member,
                 fmt::format("found \"{}\", expected the index of one of {} steps",
                             scenario::printable(key),
                             steps));
    }
  }
  return replacements;
}

}  // namespace

Vector read_vector(VectorReader& in, NodeId at, const std::string& id, const PmuConfig& config) {
  static constexpr std::array<std::string_view, 9> kKeys{
      "id", "cfg", "note", "init", "exp0", "steps", "final", "amb", "alt"};
  in.note_unknown_keys(at, kKeys);
  StepReader reader{in, config};
  Vector vector;
  vector.init = read_registers(in, in.document.member(at, "init"));
  vector.exp0 = reader.changes(in.document.member(at, "exp0"));
  vector.final_values = read_registers(in, in.document.member(at, "final"));
  const std::vector<NodeId> steps =
      in.elements(in.required(at, "steps", "a list of steps"), "a list of steps");
  const std::map<std::size_t, NodeId> replacements = manual_replacements(in, at, steps.size());
  for (std::size_t step = 0; step < steps.size(); ++step) {
    in.enter(fmt::format("{}, step {}", id, step));
    const auto replacement = replacements.find(step);
    if (auto read = reader.read(
            steps[step], replacement == replacements.end() ? kNoNode : replacement->second)) {
      vector.steps.push_back(*std::move(read));
    }
  }
  in.enter(id);
  return vector;
}

}  // namespace pmusim::engine
