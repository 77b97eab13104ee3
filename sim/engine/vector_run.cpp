// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vector_run.h"

#include <map>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/activity/events.h"
#include "models/pmu/pmu_core.h"
#include "sim/engine/listed_activity.h"
#include "sim/engine/vector_format.h"

namespace pmusim::engine {
namespace {

using Json = nlohmann::json;

std::string outcome_name(AccessOutcome outcome) {
  switch (outcome) {
    case AccessOutcome::done:
      return "ok";
    case AccessOutcome::undefined:
      return "undef";
    case AccessOutcome::trap_to_el1:
      return "trap1";
    case AccessOutcome::trap_to_el2:
      return "trap2";
    case AccessOutcome::trap_to_el3:
      return "trap3";
  }
  return "?";
}

/// Runs one vector against one PMU, and holds what the vector expects to be true now.
class VectorRun {
 public:
  VectorRun(const Json& vector, const PmuConfig& config, bool manual, Cutting cutting)
      : vector_{vector}, pmu_{config}, cutting_{cutting} {
    if (manual && vector.contains("alt") && vector["alt"].contains("manual")) {
      replacements_ = &vector["alt"]["manual"];
    }
    PmuState zero;
    zero.edge_condition = reset_state(config).edge_condition;
    pmu_.restore(zero);
    const Json init = vector.value("init", Json::object());
    for (const auto& [name, value] : init.items()) {
      pmu_.set_raw(register_called(name), from_hex(value));
    }
    expect_what_is();
    apply_changes(vector.value("exp0", Json::object()));
    compare("init");
  }

  /// The first expectation that did not hold, if any.
  std::optional<VectorFailure> run() {
    const Json& steps = vector_.at("steps");
    for (step_ = 0; step_ < steps.size() && !failure_; ++step_) {
      const auto replacement =
          replacements_ == nullptr ? Json{} : replacements_->value(std::to_string(step_), Json{});
      run_step(steps[step_], replacement);
    }
    if (!failure_) {
      check_final();
    }
    return failure_;
  }

 private:
  void run_step(const Json& step, const Json& replacement) {
    const std::string kind = step.at(0);
    if (kind == "ctx") {
      const bool halted = context_.debug_state;
      context_ = read_context(step, 1);
      context_.debug_state = halted;
    } else if (kind == "dbg") {
      context_.debug_state = step.at(1).get<int>() != 0;
    } else if (kind == "cyc") {
      run_cycles(step.at(1), replacement.is_null() ? step.at(2) : replacement);
    } else if (kind == "chunk") {
      run_all(listed(step.at(1)), replacement.is_null() ? step.at(2) : replacement.at(0));
    } else if (kind == "run") {
      run_all(repeated(step.at(1), step.at(2)),
              replacement.is_null() ? step.at(3) : replacement.at(0));
    } else if (kind == "warm") {
      warm_up(step.at(1));
    } else if (kind == "w") {
      write(step, replacement);
    } else if (kind == "r") {
      read(step, replacement);
    } else if (kind == "poke") {
      poke(step, replacement);
    } else {
      throw BadVector{fmt::format("unknown step \"{}\"", kind)};
    }
  }

  void poke(const Json& step, const Json& replacement) {
    pmu_.set_raw(register_called(step.at(1)), from_hex(step.at(2)));
    if (!replacement.is_null()) {
      apply_changes(replacement.at(0));
    } else if (step.size() > 3) {
      apply_changes(step.at(3));
    }
    compare("poke");
  }

  static std::unique_ptr<ListedActivity> listed(const Json& cycles) {
    auto activity = std::make_unique<ListedActivity>(cycles.size());
    for (std::size_t cycle = 0; cycle < cycles.size(); ++cycle) {
      for (const auto& [event, amount] : cycles[cycle].items()) {
        activity->add(
            EventId{static_cast<std::uint16_t>(std::stoul(event, nullptr, 16))}, cycle, amount);
      }
    }
    return activity;
  }

  static std::unique_ptr<ListedActivity> repeated(std::uint64_t cycles, const Json& events) {
    constexpr std::uint64_t kMostCycles = 10'000'000;  // they are run one by one, too
    if (cycles > kMostCycles) {
      throw BadVector{fmt::format("a run of {} cycles; at most {}", cycles, kMostCycles)};
    }
    auto activity = std::make_unique<ListedActivity>(cycles);
    for (const auto& [event, amount] : events.items()) {
      activity->add_always(EventId{static_cast<std::uint16_t>(std::stoul(event, nullptr, 16))},
                           amount);
    }
    return activity;
  }

  /// Each activity is kept, so that no two share an address.
  ListedActivity& keep(std::unique_ptr<ListedActivity> activity) {
    activities_.push_back(std::move(activity));
    return *activities_.back();
  }

  void count(ListedActivity& activity) {
    pmu_.begin(context_, activity, 0);
    if (cutting_ == Cutting::chunks) {
      pmu_.advance(Cycles{activity.cycles()});
      return;
    }
    for (std::uint64_t cycle = 0; cycle < activity.cycles(); ++cycle) {
      pmu_.advance(Cycles{1});
    }
  }

  void run_all(std::unique_ptr<ListedActivity> activity, const Json& changes) {
    count(keep(std::move(activity)));
    apply_changes(changes);
    compare("cycles");
  }

  void run_cycles(const Json& cycles, const Json& changes) {
    if (cutting_ == Cutting::chunks) {
      for (const Json& change : changes) {
        apply_changes(change);
      }
      run_all(listed(cycles), Json::object());
      return;
    }
    ListedActivity& activity = keep(listed(cycles));
    pmu_.begin(context_, activity, 0);
    for (std::size_t cycle = 0; cycle < cycles.size() && !failure_; ++cycle) {
      pmu_.advance(Cycles{1});
      apply_changes(changes.at(cycle));
      compare(fmt::format("cycle {}", cycle));
    }
  }

  void warm_up(const Json& cycles) {
    const PmuState before = pmu_.state();
    count(keep(listed(cycles)));
    PmuState after = pmu_.state();
    after.event_counter = before.event_counter;
    after.cycle_counter = before.cycle_counter;
    after.instruction_counter = before.instruction_counter;
    after.overflow = before.overflow;
    pmu_.restore(after);
  }

  void write(const Json& step, const Json& replacement) {
    const PmuRegister reg = register_called(step.at(1));
    const AccessOutcome outcome = pmu_.write(encoding_of(reg), from_hex(step.at(2)), context_);
    const Json& result = replacement.is_null() ? step.at(3) : replacement.at(0);
    expect("MSR " + step.at(1).get<std::string>(), result, outcome_name(outcome));
    if (!replacement.is_null()) {
      apply_changes(replacement.size() > 1 ? replacement.at(1) : Json::object());
    } else {
      apply_changes(step.size() > 4 ? step.at(4) : Json::object());
    }
    compare("MSR " + step.at(1).get<std::string>());
  }

  void read(const Json& step, const Json& replacement) {
    const SysRegRead got = pmu_.read(encoding_of(register_called(step.at(1))), context_);
    const Json& result = replacement.is_null() ? step.at(2) : replacement.at(0);
    expect("MRS " + step.at(1).get<std::string>(), result, outcome_name(got.outcome));
    if (result == "ok") {
      const Json& value = replacement.is_null() ? step.at(3) : replacement.at(1);
      expect("MRS " + step.at(1).get<std::string>(), to_hex(from_hex(value)), to_hex(got.value));
    }
    compare("MRS " + step.at(1).get<std::string>());
  }

  void check_final() {
    const Json init = vector_.value("init", Json::object());
    const Json final_values = vector_.value("final", Json::object());
    const auto check = [&](PmuRegister reg) {
      const std::string name = name_of(reg);
      const Json& source = final_values.contains(name) ? final_values : init;
      const std::uint64_t want = source.contains(name) ? from_hex(source[name]) : 0;
      // Commands and N are no state; bits that always read as one need not have been written.
      const std::uint64_t mask = implemented_mask(pmu_.config(), reg.reg);
      expect(name, to_hex(want & mask), to_hex(pmu_.raw(reg) & mask));
    };
    for (const PmuReg reg : {PmuReg::pmccfiltr_el0,
                             PmuReg::pmicfiltr_el0,
                             PmuReg::pmselr_el0,
                             PmuReg::pmuserenr_el0,
                             PmuReg::pmuacr_el1,
                             PmuReg::pmcr_el0}) {
      check({reg, 0});
    }
    for (unsigned counter = 0; counter < pmu_.config().event_counters; ++counter) {
      check({PmuReg::pmevtyper_el0, counter});
    }
  }

  [[nodiscard]] std::map<std::string, std::uint64_t> tracked() const {
    const PmuState& state = pmu_.state();
    std::map<std::string, std::uint64_t> values{{"CC", state.cycle_counter},
                                                {"OV", state.overflow},
                                                {"EN", state.count_enable},
                                                {"IE", state.interrupt_enable},
                                                {"IRQ", pmu_.interrupt_level() ? 1U : 0U}};
    if (pmu_.config().instruction_counter) {
      values["IC"] = state.instruction_counter;
    }
    for (unsigned counter = 0; counter < pmu_.config().event_counters; ++counter) {
      values["E" + std::to_string(counter)] = state.event_counter[counter];
    }
    return values;
  }

  /// The start: registers are what `init` says, and the line is low unless `exp0` says otherwise.
  void expect_what_is() {
    expected_ = tracked();
    expected_["IRQ"] = 0;
  }

  void apply_changes(const Json& changes) {
    for (const auto& [key, value] : changes.items()) {
      if (expected_.find(key) == expected_.end()) {
        throw BadVector{fmt::format("unknown tracked value \"{}\"", key)};
      }
      expected_[key] = value.is_string() ? from_hex(value) : value.get<std::uint64_t>();
    }
  }

  void compare(const std::string& at) {
    if (failure_) {
      return;
    }
    const auto actual = tracked();
    for (const auto& [key, want] : expected_) {
      expect(fmt::format("{} ({})", key, at), to_hex(want), to_hex(actual.at(key)));
    }
  }

  void expect(const std::string& what, const std::string& want, const std::string& got) {
    if (!failure_ && want != got) {
      failure_ = VectorFailure{
          .file = {}, .id = {}, .step = step_, .what = what, .want = want, .got = got};
    }
  }

  const Json& vector_;
  const Json* replacements_{};
  PmuCore pmu_;
  Cutting cutting_;
  ExecutionContext context_;
  std::map<std::string, std::uint64_t> expected_;
  std::vector<std::unique_ptr<ListedActivity>> activities_;
  std::optional<VectorFailure> failure_;
  std::size_t step_{};
};

}  // namespace

std::optional<VectorFailure> run_vector(const nlohmann::json& vector,
                                        const PmuConfig& config,
                                        bool manual,
                                        Cutting cutting) {
  return VectorRun{vector, config, manual, cutting}.run();
}

}  // namespace pmusim::engine
