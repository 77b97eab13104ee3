// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/vector_format.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "sim/scenario/nearest.h"

namespace pmusim::engine {
namespace {

constexpr std::array<std::string_view, 6> kVersionNames{"p1", "p4", "p5", "p7", "p8", "p9"};
constexpr std::array kVersions{
    PmuVersion::p1, PmuVersion::p4, PmuVersion::p5, PmuVersion::p7, PmuVersion::p8, PmuVersion::p9};

constexpr std::array<std::string_view, 4> kStateNames{"NS", "S", "RL", "RT"};
constexpr std::array kStates{
    SecurityState::non_secure, SecurityState::secure, SecurityState::realm, SecurityState::root};

constexpr std::array<std::string_view, 11> kConfigKeys{
    "pmu", "n", "el2", "el3", "sel2", "rme", "th", "edge", "icntr", "hpmn0", "aa32"};

const std::vector<std::string>& register_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (std::size_t row = 0; row < kPmuRegCount; ++row) {
      const auto reg = static_cast<PmuReg>(row);
      for (unsigned index = 0; index < describe(reg).copies; ++index) {
        all.push_back(name_of(PmuRegister{reg, index}));
      }
    }
    return all;
  }();
  return names;
}

std::string register_hint(std::string_view name) {
  const std::vector<std::string>& names = register_names();
  const std::vector<std::string_view> candidates{names.begin(), names.end()};
  const std::string nearest = scenario::suggestion(name, candidates);
  return nearest.empty() ? "pmusim regs lists them" : nearest;
}

/// "SCR_EL3": a system register, and none of the PMU, whose registers are all modelled.
bool is_foreign_register(std::string_view name) {
  constexpr std::size_t kSuffix = 4;
  if (name.size() <= kSuffix || name.starts_with("PM")) {
    return false;
  }
  const std::string_view stem = name.substr(0, name.size() - kSuffix);
  const std::string_view suffix = name.substr(stem.size());
  const bool is_word = std::ranges::all_of(stem, [](unsigned char c) {
    return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_';
  });
  return is_word && suffix.starts_with("_EL") && suffix.back() >= '0' && suffix.back() <= '3';
}

}  // namespace

std::string name_of(Tracked key) {
  switch (key) {
    case Tracked::cc:
      return "CC";
    case Tracked::ic:
      return "IC";
    case Tracked::ov:
      return "OV";
    case Tracked::en:
      return "EN";
    case Tracked::ie:
      return "IE";
    case Tracked::irq:
      return "IRQ";
    case Tracked::e0:
      break;
  }
  return fmt::format("E{}", static_cast<unsigned>(key));
}

std::vector<Tracked> tracked_of(const PmuConfig& config) {
  std::vector<Tracked> keys;
  keys.reserve(kTrackedValues);
  for (unsigned counter = 0; counter < config.event_counters; ++counter) {
    // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): E1 to E30 have no names
    keys.push_back(static_cast<Tracked>(counter));
  }
  keys.push_back(Tracked::cc);
  if (config.instruction_counter) {
    keys.push_back(Tracked::ic);
  }
  keys.insert(keys.end(), {Tracked::ov, Tracked::en, Tracked::ie, Tracked::irq});
  return keys;
}

PmuConfig read_config(VectorReader& in, NodeId at) {
  if (in.document[at].kind != scenario::JsonKind::object) {
    in.mismatch(at, "a feature set, an object");
    return {};
  }
  in.note_unknown_keys(at, kConfigKeys);
  const auto flag = [&](std::string_view key) {
    return in.flag(in.required(at, key, "0 or 1"), "a flag");
  };
  constexpr std::string_view kVersionText = "a PMU version: p1, p4, p5, p7, p8 or p9";
  PmuConfig config;
  const auto version = in.word(in.required(at, "pmu", kVersionText), kVersionNames, kVersionText);
  config.version = kVersions[version.value_or(0)];
  config.event_counters =
      static_cast<unsigned>(in.whole(in.required(at, "n", "the number of event counters"),
                                     "event counters",
                                     0,
                                     kMaxEventCounters));
  config.el2 = flag("el2");
  config.el3 = flag("el3");
  config.secure_el2 = flag("sel2");
  config.rme = flag("rme");
  config.threshold_bits = flag("th") ? 12 : 0;
  config.edge = flag("edge");
  config.instruction_counter = flag("icntr");
  config.hpmn0 = flag("hpmn0");
  config.aarch32 = flag("aa32");
  return config;
}

ExecutionContext read_context(VectorReader& in,
                              const std::vector<NodeId>& parts,
                              std::size_t first) {
  const bool has_tge = parts.size() > first + 3;
  const auto state = in.word(parts[first + 1], kStateNames, "a state: NS, S, RL or RT");
  return {.level = static_cast<ExceptionLevel>(in.whole(parts[first], "an Exception level", 0, 3)),
          .security = kStates[state.value_or(0)],
          .secure_el2_enabled = in.flag(parts[first + 2], "eel2"),
          .tge = has_tge && in.flag(parts[first + 3], "tge")};
}

PmuRegister read_register(VectorReader& in, NodeId at) {
  constexpr std::string_view kExpected = "the name of a PMU register";
  const std::string name = in.text(at, kExpected);
  const auto found = find_register(name);
  if (!found && in.document[at].kind == scenario::JsonKind::text) {
    in.mismatch(at, kExpected, register_hint(name));
  }
  return found.value_or(PmuRegister{});
}

std::optional<RawRegister> read_raw_register(VectorReader& in,
                                             NodeId at,
                                             std::string_view name,
                                             NodeId value) {
  const RegValue number = in.hex(value, "a register value");
  if (const auto reg = find_register(name)) {
    return RawRegister{*reg, number};
  }
  if (is_foreign_register(name)) {
    in.note(
        at,
        fmt::format("{} is no register of the PMU and changes nothing", scenario::printable(name)));
  } else {
    in.problem(
        at,
        fmt::format("found \"{}\", expected the name of a PMU register", scenario::printable(name)),
        register_hint(name));
  }
  return std::nullopt;
}

std::vector<RawRegister> read_registers(VectorReader& in, NodeId at, std::string_view ignored) {
  std::vector<RawRegister> registers;
  for (const NodeId member : in.members(at, "an object of registers and their values")) {
    const std::string_view name = in.document[member].key;
    if (!ignored.empty() && name == ignored) {
      continue;
    }
    if (const auto raw = read_raw_register(in, member, name, member)) {
      registers.push_back(*raw);
    }
  }
  return registers;
}

}  // namespace pmusim::engine
