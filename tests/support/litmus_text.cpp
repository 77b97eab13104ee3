// SPDX-License-Identifier: Apache-2.0
#include "tests/support/litmus_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/litmus/print.h"

namespace pmusim::litmus {
namespace {

using memory::Observable;

std::string init_text(const LitmusTest& test) {
  std::string text;
  for (std::size_t i = 0; i < test.program.locations.size(); ++i) {
    const Observable what{Observable::Kind::location, 0, isa::Reg::zero, static_cast<unsigned>(i)};
    const memory::Location& location = test.program.locations[i];
    text += fmt::format("{} {}={};\n",
                        test.location_types[i].name,
                        location.name,
                        value_text(test, what, location.initial));
  }
  for (unsigned thread = 0; thread < test.program.threads.size(); ++thread) {
    for (unsigned number = 0; number < 31; ++number) {
      const Observable what{Observable::Kind::reg, thread, isa::x(number), 0};
      const std::uint64_t value = test.program.threads[thread].registers[number];
      const auto type = test.register_types.find(what);
      if (value == 0 && type == test.register_types.end()) {
        continue;
      }
      const auto is_there = [&](const memory::Location& location) {
        return location.address == value;
      };
      const bool is_address = std::ranges::any_of(test.program.locations, is_there);
      text += fmt::format(
          "{}{}={};\n",
          type == test.register_types.end() ? std::string{} : fmt::format("{} ", type->second.name),
          place_text(test, what),
          is_address ? value_text(test, what, value) : fmt::format("0x{:x}", value));
    }
  }
  return text;
}

bool has_target(isa::Op op) {
  return op == isa::Op::b || op == isa::Op::b_cond || op == isa::Op::cbz || op == isa::Op::cbnz ||
         op == isa::Op::tbz || op == isa::Op::tbnz || op == isa::Op::bl;
}

/// One thread as the cells of its column; every instruction is labelled by its index.
std::vector<std::string> cells_of(const isa::Program& program) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const isa::Instruction& instruction = program.code[i];
    std::string text = isa::to_text(instruction);
    if (has_target(instruction.op)) {
      const auto target = static_cast<std::int64_t>(i) + instruction.imm / 4;
      text = fmt::format("{}I{}", text.substr(0, text.rfind('.')), target);
    }
    cells.push_back(fmt::format("I{}: {}", i, text));
  }
  cells.push_back(fmt::format("I{}:", program.code.size()));
  return cells;
}

std::string code_text(const LitmusTest& test) {
  std::vector<std::vector<std::string>> columns;
  std::size_t rows = 0;
  for (const memory::Thread& thread : test.program.threads) {
    columns.push_back(cells_of(thread.program));
    rows = std::max(rows, columns.back().size());
  }
  std::string text;
  for (std::size_t thread = 0; thread < columns.size(); ++thread) {
    text += fmt::format("{}P{}", thread == 0 ? "" : " | ", thread);
  }
  text += ";\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t thread = 0; thread < columns.size(); ++thread) {
      text += thread == 0 ? "" : " | ";
      text += row < columns[thread].size() ? columns[thread][row] : "";
    }
    text += ";\n";
  }
  return text;
}

}  // namespace

std::string litmus_text(const LitmusTest& test) {
  std::string locations;
  for (const Observable& what : test.shown) {
    const bool is_location = what.kind == Observable::Kind::location;
    locations += fmt::format(
        " {};", is_location ? test.program.locations[what.location].name : place_text(test, what));
  }
  return fmt::format("AArch64 {}\n{{\n{}}}\n{}locations [{} ]\n{}\n",
                     test.name,
                     init_text(test),
                     code_text(test),
                     locations,
                     condition_text(test));
}

}  // namespace pmusim::litmus
