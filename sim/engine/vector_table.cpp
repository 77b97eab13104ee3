// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vector_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/activity/events.h"
#include "models/pmu/pmu_core.h"
#include "sim/engine/listed_activity.h"
#include "sim/engine/vector_format.h"

namespace pmusim::engine {
namespace {

using Json = nlohmann::json;

/// The event that makes a counter move by one in a cycle in which it may count.
constexpr RegValue kProbeEvent = kCpuCyclesEventNumber;

/// A table has an entry for each combination of its variables.
constexpr std::size_t kMostVariables = 20;

/// One truth table of "may this counter count now". Each entry runs one cycle and looks whether the
/// counter moved.
class TableRun {
 public:
  TableRun(const Json& table, const PmuConfig& config, bool manual)
      : table_{table}, config_{config} {
    index_ = table.at("idx");
    if (index_ > kInstructionCounter) {
      throw BadVector{fmt::format("there is no counter {}", index_)};
    }
    if (table.at("vars").size() > kMostVariables) {
      throw BadVector{fmt::format("more than {} variables", kMostVariables)};
    }
    context_ = read_context(table.at("ctx"), 0);
    if (manual && table.contains("ambmask")) {
      inverted_ = table["ambmask"].value("manual", "");
    }
  }

  [[nodiscard]] std::optional<VectorFailure> run() const {
    const std::string bits = table_.at("bits");
    const std::size_t variables = table_.at("vars").size();
    for (std::size_t entry = 0; entry < std::size_t{1} << variables; ++entry) {
      const bool want =
          digit_bit(bits, entry) != (!inverted_.empty() && digit_bit(inverted_, entry));
      const bool got = counts(entry);
      if (want != got) {
        return VectorFailure{.file = {},
                             .id = {},
                             .step = entry,
                             .what = "counts",
                             .want = want ? "1" : "0",
                             .got = got ? "1" : "0"};
      }
    }
    return std::nullopt;
  }

 private:
  static bool digit_bit(const std::string& digits, std::size_t entry) {
    return (std::stoul(digits.substr(entry / 4, 1), nullptr, 16) >> (entry % 4) & 1U) != 0;
  }

  [[nodiscard]] bool counts(std::size_t entry) const {
    PmuCore pmu{config_};
    pmu.restore(PmuState{});
    ExecutionContext context = context_;
    set_base(pmu);
    const Json& variables = table_.at("vars");
    for (std::size_t variable = 0; variable < variables.size(); ++variable) {
      set_variable(pmu, context, variables[variable], (entry >> variable & 1U) != 0);
    }
    ListedActivity activity{1};
    activity.add_always(kInstRetired, 1);
    pmu.begin(context, activity, 0);
    pmu.advance(Cycles{1});
    return pmu.raw(counter()) != 0;
  }

  [[nodiscard]] PmuRegister counter() const {
    switch (index_) {
      case kCycleCounter:
        return {PmuReg::pmccntr_el0, 0};
      case kInstructionCounter:
        return {PmuReg::pmicntr_el0, 0};
      default:
        return {PmuReg::pmevcntr_el0, index_};
    }
  }

  [[nodiscard]] PmuRegister filter() const {
    switch (index_) {
      case kCycleCounter:
        return {PmuReg::pmccfiltr_el0, 0};
      case kInstructionCounter:
        return {PmuReg::pmicfiltr_el0, 0};
      default:
        return {PmuReg::pmevtyper_el0, index_};
    }
  }

  void set_base(PmuCore& pmu) const {
    const Json& base = table_.at("base");
    const RegValue filters = base.contains("filters") ? from_hex(base["filters"]) : 0;
    for (unsigned event_counter = 0; event_counter < config_.event_counters; ++event_counter) {
      pmu.set_raw({PmuReg::pmevtyper_el0, event_counter}, filters | kProbeEvent);
    }
    pmu.set_raw({PmuReg::pmccfiltr_el0, 0}, filters);
    pmu.set_raw({PmuReg::pmicfiltr_el0, 0}, filters);
    for (const auto& [name, value] : base.items()) {
      if (name != "filters") {
        pmu.set_raw(register_called(name), from_hex(value));
      }
    }
  }

  /// "P0" and on, "C", "F0".
  static unsigned flag_called(const std::string& field) {
    if (field == "C") {
      return kCycleCounter;
    }
    const unsigned flag =
        field == "F0" ? kInstructionCounter : static_cast<unsigned>(std::stoul(field.substr(1)));
    if (flag > kInstructionCounter) {
      throw BadVector{fmt::format("unknown flag \"{}\"", field)};
    }
    return flag;
  }

  void set_variable(PmuCore& pmu,
                    ExecutionContext& context,
                    const std::string& name,
                    bool value) const {
    if (name == "DEBUG") {
      context.debug_state = value;
      return;
    }
    if (name == "CNTEN") {
      set_bits(pmu, {PmuReg::pmcntenset_el0, 0}, RegValue{1} << index_, value);
      return;
    }
    const std::size_t dot = name.find('.');
    const std::string owner = name.substr(0, dot);
    const std::string field = name.substr(dot + 1);
    if (owner == "PMOVS") {
      const unsigned flag = flag_called(field);
      set_bits(pmu, {PmuReg::pmovsset_el0, 0}, RegValue{1} << flag, value);
      return;
    }
    // Filter variables name the register of the counter in question by its kind alone.
    const auto named = find_register(owner);
    const PmuRegister reg = named ? *named : filter();
    for (const FieldDesc& desc : describe(reg.reg).fields) {
      if (desc.name == field) {
        set_bits(pmu, reg, desc.mask(), value);
        return;
      }
    }
    throw BadVector{fmt::format("unknown variable \"{}\"", name)};
  }

  static void set_bits(PmuCore& pmu, PmuRegister reg, RegValue bits, bool value) {
    const RegValue old = pmu.raw(reg);
    pmu.set_raw(reg, value ? old | bits : old & ~bits);
  }

  const Json& table_;
  const PmuConfig& config_;
  unsigned index_{};
  ExecutionContext context_;
  std::string inverted_;
};

}  // namespace

std::optional<VectorFailure> run_table(const nlohmann::json& table,
                                       const PmuConfig& config,
                                       bool manual) {
  return TableRun{table, config, manual}.run();
}

}  // namespace pmusim::engine
