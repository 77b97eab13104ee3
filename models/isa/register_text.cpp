// SPDX-License-Identifier: Apache-2.0
#include "models/isa/register_text.h"

#include <algorithm>

#include "models/common/text.h"

namespace pmusim::isa {
namespace {

struct NamedBarrier {
  std::string_view name;
  Barrier barrier;
};

constexpr std::array kBarriers{
    NamedBarrier{"OSHLD", {BarrierTypes::loads, BarrierDomain::outer}},
    NamedBarrier{"OSHST", {BarrierTypes::stores, BarrierDomain::outer}},
    NamedBarrier{"OSH", {BarrierTypes::all, BarrierDomain::outer}},
    NamedBarrier{"NSHLD", {BarrierTypes::loads, BarrierDomain::non_shareable}},
    NamedBarrier{"NSHST", {BarrierTypes::stores, BarrierDomain::non_shareable}},
    NamedBarrier{"NSH", {BarrierTypes::all, BarrierDomain::non_shareable}},
    NamedBarrier{"ISHLD", {BarrierTypes::loads, BarrierDomain::inner}},
    NamedBarrier{"ISHST", {BarrierTypes::stores, BarrierDomain::inner}},
    NamedBarrier{"ISH", {BarrierTypes::all, BarrierDomain::inner}},
    NamedBarrier{"LD", {BarrierTypes::loads, BarrierDomain::full_system}},
    NamedBarrier{"ST", {BarrierTypes::stores, BarrierDomain::full_system}},
    NamedBarrier{"SY", {BarrierTypes::all, BarrierDomain::full_system}},
};

template <class Value, std::size_t count>
std::optional<Value> position_in(const std::array<std::string_view, count>& names,
                                 std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return found != names.end() ? std::optional{static_cast<Value>(found - names.begin())}
                              : std::nullopt;
}

}  // namespace

std::optional<NamedReg> reg_of_name(std::string_view name) {
  if (name == "XZR" || name == "WZR") {
    return NamedReg{Reg::zero, name.front() == 'X'};
  }
  if (name == "SP" || name == "WSP") {
    return NamedReg{Reg::sp, name.front() == 'S'};
  }
  if (name == "LR") {
    return NamedReg{Reg::x30, true};
  }
  if (name.size() < 2 || (name.front() != 'X' && name.front() != 'W')) {
    return std::nullopt;
  }
  const std::string_view digits = name.substr(1);
  const bool is_plain = digits.size() == 1 || (digits.size() == 2 && digits.front() != '0');
  const auto number = is_plain ? read_number(digits) : std::nullopt;
  if (!number || *number > index(Reg::x30)) {
    return std::nullopt;
  }
  return NamedReg{x(static_cast<unsigned>(*number)), name.front() == 'X'};
}

std::string name_of(Reg reg, bool is_x) {
  switch (reg) {
    case Reg::zero:
      return is_x ? "XZR" : "WZR";
    case Reg::sp:
      return is_x ? "SP" : "WSP";
    case Reg::flags:
      return "NZCV";
    default:
      return (is_x ? "X" : "W") + std::to_string(index(reg));
  }
}

std::optional<Condition> condition_of_name(std::string_view name) {
  if (name == "HS") {
    return Condition::cs;
  }
  if (name == "LO") {
    return Condition::cc;
  }
  return position_in<Condition>(kConditionNames, name);
}

std::optional<Shift> shift_of_name(std::string_view name) {
  return position_in<Shift>(kShiftNames, name);
}

std::optional<Shift> lsl_of_name(std::string_view name) {
  return name == "LSL" ? std::optional{Shift::lsl} : std::nullopt;
}

std::optional<Extend> extend_of_name(std::string_view name) {
  return position_in<Extend>(kExtendNames, name);
}

std::optional<Barrier> barrier_of_name(std::string_view name) {
  const auto* const found = std::ranges::find(kBarriers, name, &NamedBarrier::name);
  return found != kBarriers.end() ? std::optional{found->barrier} : std::nullopt;
}

std::string_view name_of(Barrier barrier) {
  const auto* const found = std::ranges::find(kBarriers, barrier, &NamedBarrier::barrier);
  return found != kBarriers.end() ? found->name : std::string_view{};
}

}  // namespace pmusim::isa
