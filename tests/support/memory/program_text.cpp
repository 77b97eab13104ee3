// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/program_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "models/isa/dataflow.h"
#include "models/isa/program.h"

namespace pmusim::test {
namespace {

bool branches(const isa::Instruction& instruction) {
  return isa::kind_of(instruction.op) == isa::OpKind::branch;
}

/// A column of the table: labels stand in cells of their own.
std::vector<std::string> column(const isa::Program& program, std::size_t number) {
  const auto target = [&](std::size_t at) {
    return at + static_cast<std::size_t>(program.code[at].imm / 4);
  };
  std::set<std::size_t> targets;
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    if (branches(program.code[at])) {
      targets.insert(target(at));
    }
  }
  std::vector<std::string> cells{fmt::format("P{}", number)};
  for (std::size_t at = 0; at <= program.code.size(); ++at) {
    if (targets.contains(at)) {
      cells.push_back(fmt::format("L{}:", at));
    }
    if (at == program.code.size()) {
      break;
    }
    std::string text = isa::to_text(program.code[at]);
    if (branches(program.code[at])) {
      text =
          text.substr(0, text.find('.', text.find_first_of(" ,"))) + fmt::format("L{}", target(at));
    }
    cells.push_back(std::move(text));
  }
  return cells;
}

std::string table(const memory::ConcurrentProgram& program) {
  std::vector<std::vector<std::string>> columns;
  std::size_t rows = 0;
  for (const memory::Thread& thread : program.threads) {
    columns.push_back(column(thread.program, columns.size()));
    rows = std::max(rows, columns.back().size());
  }
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t number = 0; number < columns.size(); ++number) {
      const std::vector<std::string>& cells = columns[number];
      text +=
          fmt::format("{} {:<22}", number == 0 ? "" : "|", row < cells.size() ? cells[row] : "");
    }
    text += ";\n";
  }
  return text;
}

/// A value: the name of the location whose address it is, else a number.
std::string value_text(const memory::ConcurrentProgram& program, std::uint64_t value) {
  const auto location = std::ranges::find(program.locations, value, &memory::Location::address);
  return location == program.locations.end() ? fmt::format("{}", value) : location->name;
}

/// The registers that the thread reads and that do not start at zero.
std::string start_values(const memory::ConcurrentProgram& program, std::size_t number) {
  const memory::Thread& thread = program.threads[number];
  std::set<isa::Reg> used;
  for (const isa::Instruction& instruction : thread.program.code) {
    const isa::Dataflow flow{instruction};
    for (const isa::Source& source : flow.sources()) {
      used.insert(source.reg);
    }
    used.insert(flow.results().begin(), flow.results().end());
  }
  std::string text;
  for (const isa::Reg reg : used) {
    if (reg <= isa::Reg::x30 && thread.registers[index(reg)] != 0) {
      text += fmt::format(
          "{}:X{}={}; ", number, index(reg), value_text(program, thread.registers[index(reg)]));
    }
  }
  return text;
}

std::string place_text(const memory::ConcurrentProgram& program, const memory::Observable& what) {
  return what.kind == memory::Observable::Kind::reg
             ? fmt::format("{}:X{}", what.thread, index(what.reg))
             : program.locations[what.location].name;
}

}  // namespace

std::string litmus_text(const memory::ConcurrentProgram& program,
                        const std::vector<memory::Observable>& observed,
                        const std::string& name) {
  std::string text = fmt::format("AArch64 {}\n{{\n", name);
  for (const memory::Location& location : program.locations) {
    text += fmt::format("uint{}_t {}={}; ",
                        8 * location.size,
                        location.name,
                        value_text(program, location.initial));
  }
  for (std::size_t number = 0; number < program.threads.size(); ++number) {
    text += "\n" + start_values(program, number);
  }
  text += "\n}\n" + table(program) + "locations [";
  for (const memory::Observable& what : observed) {
    text += place_text(program, what) + ";";
  }
  return text + fmt::format("]\nforall (true)\n");
}

std::string states_text(const memory::ConcurrentProgram& program,
                        const std::vector<memory::Observable>& observed,
                        const std::set<memory::FinalState>& states) {
  std::string text;
  for (const memory::FinalState& state : states) {
    for (std::size_t number = 0; number < observed.size(); ++number) {
      text += fmt::format(
          "{}={}; ", place_text(program, observed[number]), value_text(program, state[number]));
    }
    text += "\n";
  }
  return text;
}

}  // namespace pmusim::test
