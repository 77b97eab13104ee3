// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/program.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/common/code_port.h"
#include "models/common/expect.h"
#include "models/pmu/pmu_registers.h"
#include "sim/engine/overloaded.h"

namespace pmusim::engine {

namespace {

using Kind = Program::Operation::Kind;

class Compiler {
 public:
  Compiler(const WorkOf& work_of, const CodeOf& code_of) : work_of_{work_of}, code_of_{code_of} {}

  Result<void> repeat(const std::vector<scenario::Item>& body, std::uint64_t times) {
    return loop(times, [&]() -> Result<void> {
      for (const scenario::Item& item : body) {
        if (auto added = std::visit([this](const auto& what) { return add(what); }, item.what);
            !added) {
          return added;
        }
      }
      return {};
    });
  }

  Program take() {
    return {.operations = std::move(operations_),
            .first_context = first_context_.value_or(ExecutionContext{})};
  }

 private:
  template <class AddBody>
  Result<void> loop(std::uint64_t times, const AddBody& add_body) {
    const bool loops = times != 1;
    if (loops) {
      operations_.push_back({.kind = Kind::loop_begin, .times = times});
    }
    const std::size_t begin = operations_.size();
    if (auto added = add_body(); !added) {
      return added;
    }
    if (loops && (times == 0 || operations_.size() == begin)) {
      operations_.resize(begin - 1);
    } else if (loops) {
      operations_.push_back({.kind = Kind::loop_end, .target = begin});
    }
    return {};
  }

  Result<void> add(const scenario::RunItem& item) {
    enter(item.context);
    if (item.cycles.count() > 0) {
      step(step::Run{item.context, work_of_(item.activity), item.cycles});
    }
    return {};
  }

  Result<void> add(const scenario::MsrItem& item) {
    enter(item.context);
    return with_register(item.reg, [&](SysReg reg) {
      operations_.push_back(
          {.kind = Kind::write, .step = step::Msr{item.context, reg, item.value}, .reg = item.reg});
    });
  }

  Result<void> add(const scenario::MrsItem& item) {
    enter(item.context);
    return with_register(item.reg, [&](SysReg reg) {
      operations_.push_back({.kind = Kind::read,
                             .step = step::Mrs{item.context, reg},
                             .reg = item.reg,
                             .name = item.name});
    });
  }

  Result<void> add(const scenario::IsbItem& /*item*/) { return step(step::Isb{}); }

  Result<void> add(const scenario::IpiItem& item) { return step(step::SendIpi{item.target}); }

  Result<void> add(const scenario::MaskItem& item) { return step(step::Mask{item.masked}); }

  Result<void> add(const scenario::WaitItem& /*item*/) { return step(step::WaitForInterrupt{}); }

  Result<void> add(const scenario::CodeItem& item) {
    enter(item.context);
    step::Code code = code_of_(item.code);
    code.context = item.context;
    return loop(item.times, [&]() -> Result<void> {
      operations_.push_back({.kind = Kind::code, .step = code});
      return {};
    });
  }

  Result<void> add(const scenario::RepeatItem& item) { return repeat(item.body, item.times); }

  /// Items of tasks of a kernel and of vCPUs are not for a bare CPU; the scenario's check says so.
  template <class Other>
  Result<void> add(const Other& /*item*/) {
    PMUSIM_EXPECT(false, "a bare CPU runs items of its own kind");
    return {};
  }

  Result<void> step(const Step& what) {
    operations_.push_back({.kind = Kind::step, .step = what});
    return {};
  }

  template <class Use>
  static Result<void> with_register(const std::string& name, Use&& use) {
    const auto reg = find_register(name);
    if (!reg) {
      return fail(ErrorCode::invalid_input,
                  {},
                  "no register is called '" + name + "'",
                  "pmusim regs lists them");
    }
    use(encoding_of(*reg));
    return {};
  }

  void enter(const ExecutionContext& context) {
    if (!first_context_) {
      first_context_ = context;
    }
  }

  const WorkOf& work_of_;
  const CodeOf& code_of_;
  std::vector<Program::Operation> operations_;
  std::optional<ExecutionContext> first_context_;
};

}  // namespace

Result<Program> compile(const std::vector<scenario::Item>& items,
                        std::uint64_t repeat,
                        const WorkOf& work_of,
                        const CodeOf& code_of) {
  Compiler compiler{work_of, code_of};
  return compiler.repeat(items, repeat).map([&] { return compiler.take(); });
}

bool sends_ipi_to(const std::vector<scenario::Item>& items, CpuId target) {
  return std::ranges::any_of(items, [&](const scenario::Item& item) {
    return std::visit(Overloaded{[&](const scenario::IpiItem& ipi) { return ipi.target == target; },
                                 [&](const scenario::RepeatItem& loop) {
                                   return sends_ipi_to(loop.body, target);
                                 },
                                 [](const auto&) { return false; }},
                      item.what);
  });
}

bool executes_code(const std::vector<scenario::Item>& items) {
  return std::ranges::any_of(items, [](const scenario::Item& item) {
    const auto* loop = std::get_if<scenario::RepeatItem>(&item.what);
    return std::holds_alternative<scenario::CodeItem>(item.what) ||
           (loop != nullptr && executes_code(loop->body));
  });
}

Software execute(const Program& program, SoftwareLog& log) {
  std::vector<std::uint64_t> times_left;
  std::size_t next = 0;
  while (next < program.operations.size()) {
    const Program::Operation& operation = program.operations[next];
    ++next;
    switch (operation.kind) {
      case Kind::step:
        co_await operation.step;
        break;
      case Kind::read: {
        const StepResult result = co_await operation.step;
        log.read(operation.name, operation.reg, result);
        break;
      }
      case Kind::write: {
        const StepResult result = co_await operation.step;
        log.write(operation.reg, result);
        break;
      }
      case Kind::code:
        co_await operation.step;
        if (std::get<step::Code>(operation.step).code->has_failed()) {
          co_return;
        }
        break;
      case Kind::loop_begin:
        times_left.push_back(operation.times);
        break;
      case Kind::loop_end:
        if (--times_left.back() > 0) {
          next = operation.target;
        } else {
          times_left.pop_back();
        }
        break;
    }
  }
}

bool migrates(const std::vector<scenario::Item>& items) {
  return std::ranges::any_of(items, [](const scenario::Item& item) {
    const auto* loop = std::get_if<scenario::RepeatItem>(&item.what);
    return std::holds_alternative<scenario::MigrateItem>(item.what) ||
           (loop != nullptr && migrates(loop->body));
  });
}

}  // namespace pmusim::engine
