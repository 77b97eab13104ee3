// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vector_run.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "models/pmu/pmu_core.h"
#include "sim/engine/listed_activity.h"

namespace pmusim::engine {
namespace {

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

/// Control registers that end as they began unless `final` says otherwise.
constexpr std::array kControlRegisters{PmuReg::pmccfiltr_el0,
                                       PmuReg::pmicfiltr_el0,
                                       PmuReg::pmselr_el0,
                                       PmuReg::pmuserenr_el0,
                                       PmuReg::pmuacr_el1,
                                       PmuReg::pmcr_el0};

bool is_control(PmuRegister reg, const PmuConfig& config) {
  return reg.reg == PmuReg::pmevtyper_el0
             ? reg.index < config.event_counters
             : std::ranges::find(kControlRegisters, reg.reg) != kControlRegisters.end();
}

/// Runs one vector against one PMU, and holds what the vector expects to be true now.
class VectorRun {
 public:
  VectorRun(const Vector& vector,
            const PmuConfig& config,
            PmuProfile profile,
            Cutting cutting,
            const RunLimits& limits)
      : vector_{vector},
        pmu_{config},
        profile_{profile},
        cutting_{cutting},
        limits_{limits},
        keys_{tracked_of(config)} {
    PmuState zero;
    zero.edge_condition = reset_state(config).edge_condition;
    pmu_.restore(zero);
    for (const RawRegister& raw : vector.init) {
      pmu_.set_raw(raw.reg, raw.value);
    }
    expect_what_is();
    apply(vector.exp0);
    compare("init");
  }

  RunOutcome run() {
    for (step_ = 0; step_ < vector_.steps.size() && !is_over(); ++step_) {
      std::visit([&](const auto& step) { run_step(step); }, vector_.steps[step_]);
      if (limits_.is_stopped()) {
        end_ = RunOutcome::End::stopped;
      }
    }
    if (!is_over()) {
      check_final();
    }
    return {end_, step_ == 0 ? 0 : step_ - 1, failure_};
  }

 private:
  [[nodiscard]] bool is_over() const {
    return failure_.has_value() || end_ != RunOutcome::End::complete;
  }

  void run_step(const ContextStep& step) {
    const bool halted = context_.debug_state;
    context_ = step.context;
    context_.debug_state = halted;
  }

  void run_step(const DebugStep& step) { context_.debug_state = step.halted; }

  void run_step(const PokeStep& step) {
    for (const RawRegister& raw : step.raw) {
      pmu_.set_raw(raw.reg, raw.value);
    }
    apply(step.changes.under(profile_));
    compare("poke");
  }

  void run_step(const ChunkStep& step) {
    count(step.cycles);
    apply(step.changes.under(profile_));
    compare("cycles");
  }

  void run_step(const RunStep& step) {
    count(keep(std::make_unique<SteadyActivity>(step.events, step.cycles)),
          step.cycles,
          kMostSingleCycles);
    apply(step.changes.under(profile_));
    compare("cycles");
  }

  void run_step(const CyclesStep& step) {
    const std::vector<Changes>& changes = step.changes.under(profile_);
    if (cutting_ == Cutting::chunks) {
      count(step.cycles);
      for (const Changes& of_cycle : changes) {
        apply(of_cycle);
      }
      compare("cycles");
      return;
    }
    pmu_.begin(context_, listed(step.cycles), 0);
    for (std::size_t cycle = 0; cycle < step.cycles.size() && !is_over(); ++cycle) {
      advance(1);
      apply(changes[cycle]);
      if (!holds()) {
        compare(fmt::format("cycle {}", cycle));
      }
    }
  }

  void run_step(const WarmStep& step) {
    const PmuState before = pmu_.state();
    count(step.cycles);
    PmuState after = pmu_.state();
    after.event_counter = before.event_counter;
    after.cycle_counter = before.cycle_counter;
    after.instruction_counter = before.instruction_counter;
    after.overflow = before.overflow;
    pmu_.restore(after);
  }

  void run_step(const WriteStep& step) {
    const WriteResult& result = step.result.under(profile_);
    const AccessOutcome outcome = pmu_.write(encoding_of(step.reg), step.value, context_);
    const std::string access = "MSR " + name_of(step.reg);
    expect(access, outcome_name(result.outcome), outcome_name(outcome));
    apply(result.changes);
    compare(access);
  }

  void run_step(const ReadStep& step) {
    const ReadResult& result = step.result.under(profile_);
    const SysRegRead got = pmu_.read(encoding_of(step.reg), context_);
    const std::string access = "MRS " + name_of(step.reg);
    expect(access, outcome_name(result.outcome), outcome_name(got.outcome));
    if (result.outcome == AccessOutcome::done) {
      expect(access, to_hex(result.value), to_hex(got.value));
    }
    compare(access);
  }

  /// Each activity is kept, so that no two share an address.
  ActivitySource& keep(std::unique_ptr<ActivitySource> activity) {
    activities_.push_back(std::move(activity));
    return *activities_.back();
  }

  ActivitySource& listed(const std::vector<CycleEvents>& cycles) {
    return keep(std::make_unique<ListedActivity>(cycles));
  }

  /// @param most_single  cycles that are cut per cycle under that cutting
  void count(ActivitySource& activity, std::uint64_t cycles, std::uint64_t most_single) {
    if (cycles == 0) {
      return;
    }
    pmu_.begin(context_, activity, 0);
    const std::uint64_t single = cutting_ == Cutting::cycles ? std::min(cycles, most_single) : 0;
    for (std::uint64_t cycle = 0; cycle < single && !is_over(); ++cycle) {
      advance(1);
    }
    advance(cycles - single);
  }

  void count(const std::vector<CycleEvents>& cycles) {
    count(listed(cycles), cycles.size(), cycles.size());
  }

  /// What PmuCore::advance does, as long as the limits allow.
  void advance(std::uint64_t cycles) {
    while (cycles != 0 && !is_over()) {
      if (limits_.is_stopped()) {
        end_ = RunOutcome::End::stopped;
      } else if (spans_++ == limits_.spans) {
        end_ = RunOutcome::End::too_long;
      } else {
        const Cycles piece = pmu_.plan(Cycles{cycles});
        pmu_.commit(piece);
        cycles -= piece.count();
      }
    }
  }

  void check_final() {
    for (const PmuReg reg : kControlRegisters) {
      check_final({reg, 0});
    }
    for (unsigned counter = 0; counter < pmu_.config().event_counters; ++counter) {
      check_final({PmuReg::pmevtyper_el0, counter});
    }
    for (const RawRegister& raw : vector_.final_values) {
      if (!is_control(raw.reg, pmu_.config())) {
        check_final(raw.reg);
      }
    }
  }

  void check_final(PmuRegister reg) {
    const RawRegister* init = value_of(vector_.init, reg);
    const RawRegister* last = value_of(vector_.final_values, reg);
    const RawRegister* listed = last != nullptr ? last : init;
    const RegValue want = listed != nullptr ? listed->value : 0;
    // Commands and N are no state; bits that always read as one need not have been written.
    const std::uint64_t mask = implemented_mask(pmu_.config(), reg.reg);
    if (((want ^ pmu_.raw(reg)) & mask) != 0) {
      expect(name_of(reg), to_hex(want & mask), to_hex(pmu_.raw(reg) & mask));
    }
  }

  static const RawRegister* value_of(const std::vector<RawRegister>& registers, PmuRegister reg) {
    const auto found = std::ranges::find(registers, reg, &RawRegister::reg);
    return found == registers.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::uint64_t actual(Tracked key) const {
    const PmuState& state = pmu_.state();
    switch (key) {
      case Tracked::cc:
        return state.cycle_counter;
      case Tracked::ic:
        return state.instruction_counter;
      case Tracked::ov:
        return state.overflow;
      case Tracked::en:
        return state.count_enable;
      case Tracked::ie:
        return state.interrupt_enable;
      case Tracked::irq:
        return pmu_.interrupt_level() ? 1 : 0;
      case Tracked::e0:
        break;
    }
    return state.event_counter[static_cast<std::size_t>(key)];
  }

  std::uint64_t& expected(Tracked key) { return expected_[static_cast<std::size_t>(key)]; }

  /// The start: registers are what `init` says, and the line is low unless `exp0` says otherwise.
  void expect_what_is() {
    for (const Tracked key : keys_) {
      expected(key) = key == Tracked::irq ? 0 : actual(key);
    }
  }

  void apply(const Changes& changes) {
    for (const Change& change : changes) {
      expected(change.key) = change.value;
    }
  }

  [[nodiscard]] bool holds() {
    return std::ranges::all_of(keys_, [&](Tracked key) { return actual(key) == expected(key); });
  }

  void compare(const std::string& at) {
    for (const Tracked key : keys_) {
      if (is_over()) {
        return;
      }
      if (actual(key) != expected(key)) {
        expect(
            fmt::format("{} ({})", name_of(key), at), to_hex(expected(key)), to_hex(actual(key)));
      }
    }
  }

  void expect(const std::string& what, const std::string& want, const std::string& got) {
    if (!is_over() && want != got) {
      failure_ = VectorFailure{
          .file = {}, .id = {}, .step = step_, .what = what, .want = want, .got = got};
    }
  }

  const Vector& vector_;
  PmuCore pmu_;
  PmuProfile profile_;
  Cutting cutting_;
  const RunLimits& limits_;
  std::vector<Tracked> keys_;
  ExecutionContext context_;
  TrackedValues expected_{};
  std::vector<std::unique_ptr<ActivitySource>> activities_;
  std::optional<VectorFailure> failure_;
  RunOutcome::End end_{RunOutcome::End::complete};
  std::uint64_t spans_{};
  std::size_t step_{};
};

}  // namespace

RunOutcome run_vector(const Vector& vector,
                      const PmuConfig& config,
                      PmuProfile profile,
                      Cutting cutting,
                      const RunLimits& limits) {
  return VectorRun{vector, config, profile, cutting, limits}.run();
}

}  // namespace pmusim::engine
