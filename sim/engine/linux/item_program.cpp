// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/linux/item_program.h"

#include <variant>

#include "models/common/expect.h"
#include "sim/engine/overloaded.h"

namespace pmusim::engine {

namespace {

using Operation = ItemProgram::Operation;
using Kind = Operation::Kind;

Kind kind_of(scenario::ExitItem::Kind kind) {
  using Exit = scenario::ExitItem::Kind;
  switch (kind) {
    case Exit::host:
      return Kind::exit;
    case Exit::fixup:
      return Kind::fixup_exit;
    case Exit::user:
      return Kind::exit_to_user;
  }
  return Kind::exit;
}

void add_loop(std::vector<Operation>& out,
              const std::vector<scenario::Item>& body,
              std::uint64_t times,
              const LinuxWorkOf& work_of);

void add_item(std::vector<Operation>& out, const scenario::Item& item, const LinuxWorkOf& work_of) {
  std::visit(
      Overloaded{
          [&](const scenario::RunItem& run) {
            out.push_back({.kind = Kind::run,
                           .level = run.context.level,
                           .work = work_of(run.activity),
                           .amount = run.cycles.count()});
          },
          [&](const scenario::MonitorItem& run) {
            out.push_back({.kind = Kind::monitor,
                           .work = work_of(run.activity),
                           .amount = run.cycles.count()});
          },
          [&](const scenario::SyscallItem& call) {
            out.push_back({.kind = Kind::system_call, .amount = call.cycles.count()});
          },
          [&](const scenario::SleepItem& sleep) {
            out.push_back({.kind = Kind::sleep, .amount = sleep.ns});
          },
          [&](const scenario::MigrateItem& migrate) {
            out.push_back({.kind = Kind::migrate, .cpu = migrate.target});
          },
          [&](const scenario::YieldItem&) { out.push_back({.kind = Kind::yield}); },
          [&](const scenario::ExitItem& exit) { out.push_back({.kind = kind_of(exit.kind)}); },
          [&](const scenario::RepeatItem& loop) { add_loop(out, loop.body, loop.times, work_of); },
          [](const auto&) {
            PMUSIM_EXPECT(false, "items of bare CPUs are refused with the scenario");
          }},
      item.what);
}

void add_loop(std::vector<Operation>& out,
              const std::vector<scenario::Item>& body,
              std::uint64_t times,
              const LinuxWorkOf& work_of) {
  const std::size_t begin = out.size();
  out.push_back({.kind = Kind::loop_begin, .amount = times});
  for (const scenario::Item& item : body) {
    add_item(out, item, work_of);
  }
  if (times == 0 || out.size() == begin + 1) {
    out.resize(begin);
  } else {
    out.push_back({.kind = Kind::loop_end, .target = begin + 1});
  }
}

}  // namespace

ItemProgram compile_items(const std::vector<scenario::Item>& items,
                          std::uint64_t repeat,
                          const LinuxWorkOf& work_of) {
  ItemProgram program;
  add_loop(program.operations, items, repeat, work_of);
  return program;
}

const Operation* ItemCursor::next() {
  while (next_ < program_.operations.size()) {
    const Operation& operation = program_.operations[next_];
    ++next_;
    if (operation.kind == Kind::loop_begin) {
      times_left_.push_back(operation.amount);
    } else if (operation.kind == Kind::loop_end) {
      if (--times_left_.back() > 0) {
        next_ = operation.target;
      } else {
        times_left_.pop_back();
      }
    } else {
      return &operation;
    }
  }
  return nullptr;
}

}  // namespace pmusim::engine
