// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "sim/engine/vector_table.h"

namespace pmusim::engine {
namespace {

using scenario::JsonKind;
using scenario::kNoNode;

/// A table has an entry for each combination of its variables; the bits of more fit no file.
constexpr std::size_t kMostVariables = 28;

constexpr std::string_view kVariableText =
    "a variable: REGISTER.FIELD, PMOVS.P0 and on, PMOVS.C, PMOVS.F0, CNTEN or DEBUG";

/// The bit of the flag that "P0" and on, "C" or "F0" names.
std::optional<unsigned> flag_called(std::string_view field) {
  if (field == "C") {
    return kCycleCounter;
  }
  if (field == "F0") {
    return kInstructionCounter;
  }
  unsigned flag = 0;
  const char* end = std::to_address(field.end());
  const bool is_counter = field.starts_with("P") &&
                          std::from_chars(std::to_address(field.begin()) + 1, end, flag).ptr == end;
  return is_counter && flag < kMaxEventCounters && field == fmt::format("P{}", flag)
             ? std::optional{flag}
             : std::nullopt;
}

bool has_bit_for_each_counter(const FieldDesc& field) {
  return field.name == "P" && field.lsb == 0 && field.msb + 1 == kMaxEventCounters;
}

std::optional<TableVariable> field_called(std::string_view owner, std::string_view field) {
  const auto reg = find_register(owner);
  if (!reg) {
    return std::nullopt;
  }
  for (const FieldDesc& desc : describe(reg->reg).fields) {
    if (desc.name == field) {
      return TableVariable{TableVariable::Kind::field, *reg, desc.mask()};
    }
    if (const auto flag = flag_called(field); flag && has_bit_for_each_counter(desc)) {
      return TableVariable{TableVariable::Kind::field, *reg, RegValue{1} << *flag};
    }
  }
  return std::nullopt;
}

/// A variable without effect for a field of a register that the model does not have.
std::optional<TableVariable> variable_called(std::string_view name, unsigned counter) {
  using Kind = TableVariable::Kind;
  if (name == "DEBUG") {
    return TableVariable{Kind::debug_state, {}, 0};
  }
  if (name == "CNTEN") {
    return TableVariable{Kind::field, {PmuReg::pmcntenset_el0, 0}, RegValue{1} << counter};
  }
  const std::size_t dot = name.find('.');
  if (dot == 0 || dot == std::string_view::npos || dot + 1 == name.size()) {
    return std::nullopt;
  }
  const std::string_view owner = name.substr(0, dot);
  const std::string_view field = name.substr(dot + 1);
  if (owner == "PMOVS" && !flag_called(field)) {
    return std::nullopt;
  }
  return field_called(owner, field).value_or(TableVariable{});
}

/// One bit for each entry, four in a digit, the first in its least significant bit.
std::vector<bool> read_bits(VectorReader& in, NodeId at, std::size_t entries) {
  const std::size_t digits = std::max<std::size_t>(1, entries / 4);
  const std::string expected =
      fmt::format("{} hexadecimal digit{}", digits, digits == 1 ? "" : "s");
  const std::string text = in.text(at, expected);
  std::vector<bool> bits;
  if (at == kNoNode || in.document[at].kind != JsonKind::text) {
    return bits;
  }
  for (const char digit : text) {
    unsigned value = 0;
    const bool is_hex = std::from_chars(&digit, &digit + 1, value, 16).ec == std::errc{};
    if (!is_hex || text.size() != digits) {
      in.mismatch(at, expected);
      return {};
    }
    for (unsigned bit = 0; bit < 4 && bits.size() < entries; ++bit) {
      bits.push_back((value >> bit & 1U) != 0);
    }
  }
  if (text.empty()) {
    in.mismatch(at, expected);
  }
  return bits;
}

unsigned read_counter(VectorReader& in, NodeId at, const PmuConfig& config) {
  const auto counter = static_cast<unsigned>(in.whole(at, "a counter", 0, kInstructionCounter));
  if (counter >= config.event_counters && counter < kCycleCounter) {
    in.mismatch(at, fmt::format("a counter: below {}, 31 or 32", config.event_counters));
  }
  return counter;
}

std::vector<TableVariable> read_variables(VectorReader& in, NodeId at, unsigned counter) {
  std::vector<TableVariable> variables;
  for (const NodeId element : in.elements(at, "a list of variables")) {
    const std::string name = in.text(element, kVariableText);
    if (const auto variable = variable_called(name, counter)) {
      variables.push_back(*variable);
      if (variable->kind == TableVariable::Kind::nothing) {
        in.note(element,
                fmt::format("variable {} is no field of the PMU and changes nothing",
                            scenario::printable(name)),
                "pmusim regs lists them");
      }
    } else if (in.document[element].kind == JsonKind::text) {
      in.mismatch(element, kVariableText);
    }
  }
  return variables;
}

ExecutionContext read_table_context(VectorReader& in, NodeId table) {
  static constexpr std::string_view kContext = "a context: [el, state, eel2]";
  const NodeId context = in.required(table, "ctx", kContext);
  const std::vector<NodeId> parts = in.elements(context, kContext);
  if (parts.size() >= 3) {
    if (parts.size() > 4) {
      in.note(parts[4], "more elements than a context has");
    }
    return read_context(in, parts, 0);
  }
  if (context != kNoNode && in.document[context].kind == JsonKind::list) {
    in.mismatch(context, kContext);
  }
  return {};
}

}  // namespace

Table read_table(VectorReader& in, NodeId at, const PmuConfig& config) {
  static constexpr std::array<std::string_view, 13> kKeys{"id",
                                                          "cfg",
                                                          "note",
                                                          "table",
                                                          "kind",
                                                          "idx",
                                                          "ctx",
                                                          "hpmn",
                                                          "base",
                                                          "vars",
                                                          "bits",
                                                          "amb",
                                                          "ambmask"};
  in.note_unknown_keys(at, kKeys);
  Table table;
  table.counter = read_counter(in, in.required(at, "idx", "the number of a counter"), config);
  table.context = read_table_context(in, at);
  const NodeId base = in.required(at, "base", "an object of registers and their values");
  table.filters = in.hex(in.document.member(base, "filters"), "the value of the filter registers");
  table.base = read_registers(in, base, "filters");
  const NodeId variables = in.required(at, "vars", "a list of variables");
  table.variables = read_variables(in, variables, table.counter);
  const std::size_t listed = variables == kNoNode ? 0 : in.document[variables].children;
  if (listed > kMostVariables) {
    in.mismatch(variables, fmt::format("at most {} variables", kMostVariables));
    return table;
  }
  const std::size_t entries = std::size_t{1} << listed;
  table.counts = read_bits(in, in.required(at, "bits", "hexadecimal digits"), entries);
  const NodeId masks = in.document.member(at, "ambmask");
  in.members(masks, "an object of masks by reading");
  table.inverted = read_bits(in, in.document.member(masks, "manual"), entries);
  return table;
}

}  // namespace pmusim::engine
