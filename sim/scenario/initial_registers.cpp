// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/initial_registers.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "models/pmu/pmu_registers.h"
#include "models/pmu/pmu_state.h"
#include "sim/scenario/nearest.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

PmuState with_every_bit(const PmuConfig& config, PmuRegister reg) {
  PmuState state;
  set_raw(config, state, reg, ~RegValue{0});
  return state;
}

/// The bits that `reg` can hold, and those that always read as one; 0 if it has no state.
RegValue bits_held(const PmuConfig& config, PmuRegister reg) {
  return raw(config, with_every_bit(config, reg), reg);
}

/// Set and clear registers are two views of one state.
bool share_state(const PmuConfig& config, PmuRegister a, PmuRegister b) {
  return raw(config, with_every_bit(config, a), b) != raw(config, PmuState{}, b);
}

/// What to write instead of a value for a register without state.
std::string instead_of(PmuReg reg) {
  switch (reg) {
    case PmuReg::pmswinc_el0:
    case PmuReg::pmzr_el0:
      return R"(writing it is a command: give it in a task or a handler, with "msr")";
    case PmuReg::pmxevtyper_el0:
      return "name the register that it would reach, such as PMEVTYPER0_EL0";
    case PmuReg::pmxevcntr_el0:
      return "name the register that it would reach, such as PMEVCNTR0_EL0";
    case PmuReg::pmceid0_el0:
    case PmuReg::pmceid1_el0:
      return R"(it follows from "events" of the CPU type's "pmu")";
    case PmuReg::pmmir_el1:
      return R"(it follows from "slots" of the CPU type, and "threshold_bits", "edge", "bus_slots" )"
             R"(and "bus_width" of its "pmu")";
    case PmuReg::id_aa64dfr0_el1:
      return R"(it follows from "version" and "hpmn0" of the CPU type's "pmu")";
    case PmuReg::id_aa64dfr1_el1:
      return R"(it follows from "instruction_counter" of the CPU type's "pmu")";
    default:
      return "leave it out";
  }
}

/// "63:44, 7" for the bits of a mask, from the top down.
std::string bit_list(RegValue mask) {
  std::string list;
  for (unsigned bit = 64; bit-- > 0;) {
    if ((mask >> bit & 1U) == 0) {
      continue;
    }
    const unsigned top = bit;
    while (bit > 0 && (mask >> (bit - 1) & 1U) != 0) {
      --bit;
    }
    list += (list.empty() ? "" : ", ") + std::to_string(top) +
            (top == bit ? "" : ":" + std::to_string(bit));
  }
  return list;
}

/// "bits 63:60, 3 (TC, TE, D)": the bits of a mask, and the fields that have a name in the manual.
std::string bits_and_fields(const RegDesc& reg, RegValue mask) {
  std::string fields;
  for (const FieldDesc& field : reg.fields) {
    const bool is_named = !field.name.starts_with("RES0") && !field.name.starts_with("OTHER");
    if (is_named && (mask & field.mask()) != 0) {
      fields += (fields.empty() ? "" : ", ") + std::string{field.name};
    }
  }
  return fmt::format("bit{} {}{}",
                     (mask & (mask - 1)) == 0 ? "" : "s",
                     bit_list(mask),
                     fields.empty() ? "" : " (" + fields + ")");
}

class RegisterResolver {
 public:
  RegisterResolver(Resolution& r, const written_form::CpuGroup& group, const PmuConfig& config)
      : r_{r}, type_{printable(group.type)}, config_{config} {}

  /// @param at  where it stands
  void resolve(const std::string& name, RegValue value, NodeId at) {
    const auto found = find_register(name);
    if (!found) {
      refuse(at,
             "unknown register \"" + printable(name) + "\"",
             r_.in.is_full() ? std::string{} : suggest_register(name));
    } else if (check_register(at, *found) && check_value(at, *found, value)) {
      seen_.push_back(*found);
      registers_.emplace_back(upper_case(name), value);
    }
  }

  [[nodiscard]] std::vector<std::pair<std::string, RegValue>> take() {
    return std::move(registers_);
  }

 private:
  bool refuse(NodeId at, const std::string& what, const std::string& hint) {
    return r_.in.problem(at, what, hint);
  }

  bool check_register(NodeId at, PmuRegister reg) {
    if (!is_implemented(config_, reg)) {
      return refuse(at,
                    fmt::format(R"(CPU type "{}" has no {})", type_, name_of(reg)),
                    "leave it out, or change the type's version, features or number of counters");
    }
    if (bits_held(config_, reg) == 0) {
      return refuse(at, name_of(reg) + " has no state that could be set", instead_of(reg.reg));
    }
    const auto taken = std::ranges::find_if(
        seen_, [&](PmuRegister other) { return share_state(config_, other, reg); });
    if (taken != seen_.end()) {
      return refuse(at,
                    *taken == reg ? name_of(reg) + " has a value already"
                                  : fmt::format("{} is the state of {}, which has a value already",
                                                name_of(reg),
                                                name_of(*taken)),
                    "keep one of the two");
    }
    return true;
  }

  bool check_value(NodeId at, PmuRegister reg, RegValue value) {
    const RegValue held = bits_held(config_, reg);
    if (const RegValue lost = value & ~held; lost != 0) {
      return refuse(at,
                    fmt::format(R"({} of CPU type "{}" does not hold {} of {:#x})",
                                name_of(reg),
                                type_,
                                bits_and_fields(describe(reg.reg), lost),
                                value),
                    fmt::format("its bits are {:#x}: set no others, or change the type's "
                                "version, features or number of counters",
                                held));
    }
    return reg.reg != PmuReg::mdcr_el2 || check_first_range(at, value);
  }

  /// Beyond these values the number of counters in the first range is constrained unpredictable.
  bool check_first_range(NodeId at, RegValue value) {
    const RegValue counters = get<regs::kMdcrEl2, "HPMN">(value);
    if (counters > config_.event_counters) {
      return refuse(at,
                    fmt::format(R"(HPMN is {}, but CPU type "{}" has {} event counter{})",
                                counters,
                                type_,
                                config_.event_counters,
                                config_.event_counters == 1 ? "" : "s"),
                    fmt::format("choose bits 4:0 up to {}", config_.event_counters));
    }
    if (counters == 0 && !config_.hpmn0) {
      return refuse(
          at,
          fmt::format(R"(HPMN is 0, which needs "hpmn0", but CPU type "{}" is without)", type_),
          fmt::format(R"(choose bits 4:0 from 1 to {}, or set "hpmn0" to true)",
                      config_.event_counters));
    }
    return true;
  }

  Resolution& r_;
  std::string type_;
  const PmuConfig& config_;
  std::vector<PmuRegister> seen_;
  std::vector<std::pair<std::string, RegValue>> registers_;
};

}  // namespace

std::vector<std::pair<std::string, RegValue>> resolve_registers(Resolution& r,
                                                                const written_form::CpuGroup& group,
                                                                const PmuConfig& config) {
  RegisterResolver registers{r, group, config};
  const NodeId place = r.in.document.member(group.origin, "registers");
  NodeId at = place == kNoNode ? kNoNode : r.in.document[place].first_child;
  for (const auto& [name, value] : group.registers) {
    if (!r.in.has_problem_in(at)) {
      registers.resolve(name, value, at);
    }
    at = r.in.document[at].next;
  }
  return registers.take();
}

}  // namespace pmusim::scenario
