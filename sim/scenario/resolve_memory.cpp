// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "models/isa/register_text.h"
#include "models/memory/timed/micro_op.h"
#include "models/pmu/named_pmu_registers.h"
#include "sim/scenario/nearest.h"
#include "sim/scenario/resolution.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

namespace wf = written_form;

constexpr std::uint64_t kWord = 8;
constexpr std::uint64_t kLine = 64;
constexpr std::uint64_t kFirstAddress = 0x1'0000;
constexpr std::uint64_t kAddressEnd = std::uint64_t{1} << 48U;

// ---- Locations ----

class LocationResolver {
 public:
  LocationResolver(Resolution& r, const wf::Memory& memory)
      : r_{r},
        written_{memory.locations},
        list_{r.in.document.member(memory.origin, "locations")} {}

  void resolve() {
    bool has_room = true;
    std::uint64_t total = 0;
    for (const auto& [name, written] : written_) {
      has_room = (!written.address || check_address(written, *written.address)) && has_room;
      total += written.words;
      r_.out.memory.locations.push_back(
          {name, written.address.value_or(0), written.words, written.initial});
    }
    if (total > kMaxMemoryWords) {
      r_.in.problem(list_,
                    fmt::format("{} words in all, expected at most {}", total, kMaxMemoryWords),
                    "use fewer or shorter locations");
      return;
    }
    if (has_room) {
      place();
      check_overlaps();
    }
  }

 private:
  bool check_address(const wf::Location& written, std::uint64_t address) {
    const NodeId at = r_.in.document.member(written.origin, "address");
    if (address % kWord != 0) {
      return r_.in.problem(
          at, fmt::format("{:#x} is not a multiple of 8", address), "words of memory are aligned");
    }
    return address <= kAddressEnd - written.words * kWord ||
           r_.in.problem(at, "the location does not end below 2^48", "use a lower address");
  }

  static std::uint64_t end_of(const LocationSpec& location) {
    return location.address + location.words * kWord;
  }

  static std::uint64_t line_at_or_after(std::uint64_t address) {
    return (address + kLine - 1) / kLine * kLine;
  }

  /// Those without an address get lines that nothing else has, in their order.
  void place() {
    auto& locations = r_.out.memory.locations;
    std::vector<const LocationSpec*> placed;
    for (std::size_t i = 0; i < locations.size(); ++i) {
      if (written_[i].second.address) {
        placed.push_back(&locations[i]);
      }
    }
    std::ranges::stable_sort(placed, {}, &LocationSpec::address);
    std::uint64_t next = kFirstAddress;
    auto other = placed.begin();
    for (std::size_t i = 0; i < locations.size(); ++i) {
      if (written_[i].second.address) {
        continue;
      }
      LocationSpec& location = locations[i];
      location.address = next;
      for (; other != placed.end() && (*other)->address < line_at_or_after(end_of(location));
           ++other) {
        location.address = std::max(location.address, line_at_or_after(end_of(**other)));
      }
      next = line_at_or_after(end_of(location));
    }
  }

  void check_overlaps() {
    std::vector<const LocationSpec*> by_address;
    by_address.reserve(r_.out.memory.locations.size());
    for (const LocationSpec& location : r_.out.memory.locations) {
      by_address.push_back(&location);
    }
    std::ranges::stable_sort(by_address, {}, &LocationSpec::address);
    for (std::size_t i = 1; i < by_address.size(); ++i) {
      if (by_address[i]->address < end_of(*by_address[i - 1])) {
        r_.in.problem(r_.in.document.member_or_self(list_, by_address[i]->name),
                      fmt::format("overlaps with \"{}\", which has {:#x} to {:#x}",
                                  printable(by_address[i - 1]->name),
                                  by_address[i - 1]->address,
                                  end_of(*by_address[i - 1]) - 1),
                      "leave \"address\" out, or move one of them");
      }
    }
  }

  Resolution& r_;
  const wf::Named<wf::Location>& written_;
  NodeId list_;
};

// ---- Programs ----

class CodeResolver {
 public:
  explicit CodeResolver(Resolution& r) : r_{r} {}

  void resolve(const std::string& name, const wf::Code& written) {
    CodeSpec code;
    code.name = name;
    code.text = written.text;
    code.start_values = written.registers;
    code.longest = written.longest;
    assemble(written, code);
    set_registers(written, code);
    r_.out.codes.push_back(std::move(code));
  }

 private:
  void assemble(const wf::Code& written, CodeSpec& code) {
    const NodeId list = r_.in.document.member(written.origin, "text");
    if (r_.in.has_problem_in(list) || list == kNoNode) {
      return;
    }
    std::vector<isa::SourceLine> lines;
    NodeId at = r_.in.document.element(list, 0);
    for (const std::string& text : written.text) {
      lines.push_back({.where = r_.in.document.pointer(at), .text = text});
      at = r_.in.document[at].next;
    }
    auto program = isa::assemble(lines, 0, named_pmu_registers());
    if (!program) {
      for (const Error& error : program.error()) {
        complain(list, error);
      }
      return;
    }
    code.program = std::move(*program);
    check_instructions(list, code.program);
  }

  /// The assembler's place is that of the line, and the column in it.
  void complain(NodeId list, const Error& error) {
    const std::string_view where = error.where;
    const std::size_t colon = where.rfind(':');
    const std::string_view line = where.substr(0, colon);
    std::size_t index = 0;
    std::from_chars(line.data() + line.rfind('/') + 1, line.data() + line.size(), index);
    r_.in.problem(r_.in.document.element(list, index),
                  fmt::format("column {}: {}", where.substr(colon + 1), error.what),
                  error.hint);
  }

  void check_instructions(NodeId list, const isa::Program& program) {
    const memory::MicroProgram micro{program};
    for (std::size_t i = 0; i < program.code.size(); ++i) {
      if (micro.of(i).front().kind == memory::MicroOp::Kind::unknown) {
        r_.in.problem(list,
                      fmt::format("instruction {}, {}, is none that the pipeline executes",
                                  i + 1,
                                  isa::to_text(program.code[i], named_pmu_registers())),
                      R"(leave out MRS, MSR, SVC, HVC and ERET; items {"mrs": ...} and )"
                      R"({"msr": ...} access PMU registers)",
                      ErrorCode::not_modelled);
      }
    }
    if (program.code.empty()) {
      r_.in.problem(list, "no instruction is in it", "a program has at least one");
    }
  }

  void set_registers(const wf::Code& written, CodeSpec& code) {
    const NodeId list = r_.in.document.member(written.origin, "registers");
    std::set<isa::Reg> seen;
    for (const auto& [name, value] : written.registers) {
      const NodeId at = r_.in.document.member(list, name);
      const auto reg = general_register(name);
      if (!reg) {
        r_.in.problem(at,
                      fmt::format("\"{}\" is no register of programs", printable(name)),
                      "expected X0 to X30");
      } else if (!seen.insert(*reg).second) {
        r_.in.problem(at, fmt::format("{} stands twice", printable(name)), "keep one of them");
      } else {
        code.registers[isa::index(*reg)] = value_of(value, at);
      }
    }
  }

  static std::optional<isa::Reg> general_register(const std::string& name) {
    std::string capitals = name;
    std::ranges::transform(capitals, capitals.begin(), [](unsigned char c) {
      return static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    });
    const auto found = isa::reg_of_name(capitals);
    const bool is_general = found && found->is_x && isa::index(found->reg) < 31;
    return is_general ? std::optional{found->reg} : std::nullopt;
  }

  std::uint64_t value_of(const StartValue& value, NodeId at) {
    if (const auto* number = std::get_if<std::uint64_t>(&value)) {
      return *number;
    }
    const auto& name = std::get<std::string>(value);
    const auto& locations = r_.out.memory.locations;
    const auto found = std::ranges::find(locations, name, &LocationSpec::name);
    if (found != locations.end()) {
      return found->address;
    }
    std::vector<std::string_view> names;
    names.reserve(locations.size());
    for (const LocationSpec& location : locations) {
      names.emplace_back(location.name);
    }
    r_.in.problem(at,
                  "unknown location \"" + printable(name) + "\"",
                  names.empty() ? R"(add it to "locations" of "memory")" : suggestion(name, names));
    return 0;
  }

  Resolution& r_;
};

}  // namespace

void resolve_memory(Resolution& r) {
  if (r.file.memory) {
    r.out.memory.latencies = r.file.memory->latencies;
    LocationResolver{r, *r.file.memory}.resolve();
  }
  CodeResolver codes{r};
  for (const auto& [name, written] : r.file.code) {
    codes.resolve(name, written);
  }
}

}  // namespace pmusim::scenario
