// SPDX-License-Identifier: Apache-2.0
//
// Programs on pipelines, counted by the PMUs of the CPUs that execute them.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "tests/unit/sim/engine/forked_run.h"
#include "tests/unit/sim/engine/scenarios.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

constexpr std::uint64_t kX = 0x10000;
constexpr std::uint64_t kY = 0x10040;

/// Two locations in lines of their own; X1 and X3 hold their addresses.
scenario::Scenario with_memory(std::size_t cpus = 1) {
  scenario::Scenario scenario = plain_scenario(cpus);
  scenario.memory.locations = {{.name = "x", .address = kX}, {.name = "y", .address = kY}};
  return scenario;
}

/// A program as an item.
scenario::Item code_item(scenario::Scenario& scenario,
                         const std::string& text,
                         std::uint64_t times = 1,
                         const ExecutionContext& context = kUser) {
  scenario::CodeSpec code;
  code.name = fmt::format("code{}", scenario.codes.size());
  code.program = isa::assemble_text(text, code.name).value();
  code.registers[1] = kX;
  code.registers[3] = kY;
  scenario.codes.push_back(code);
  return {
      scenario::CodeItem{.context = context, .code = scenario.codes.size() - 1, .times = times}};
}

std::string counts_of(const scenario::Scenario& scenario, const engine::RunOptions& options = {}) {
  return run_and_ask(scenario, options, [](const engine::RunResult& result) {
    std::string text;
    for (const auto& event : result.events) {
      text += fmt::format("{} {}\n", event.name, event.count);
    }
    for (const auto& location : result.memory) {
      text += fmt::format("[{}] {}\n", location.name, location.words.at(0));
    }
    for (const std::string& note : result.notes) {
      text += note + "\n";
    }
    return text;
  });
}

/// Adds 1 to x, `turns` times, with an atomic.
std::string adding(unsigned turns) {
  return fmt::format(R"(
      MOV X0, #1
      MOV X2, #{}
    again:
      STADD X0, [X1]
      SUBS X2, X2, #1
      B.NE again)",
                     turns);
}

scenario::PerfEventSpec counted(const std::string& event) {
  return {.name = event, .event = event, .period = {}};
}

}  // namespace

TEST_CASE("the instructions of a program are counted where it runs", "[engine][code][systemc]") {
  scenario::Scenario scenario = with_memory();
  add_task(scenario,
           0,
           {code_item(scenario, adding(10), 3), code_item(scenario, "NOP\nNOP", 5, kKernel)});
  add_perf(scenario,
           {counted("inst_retired"),
            counted("inst_retired:u"),
            counted("inst_retired:k"),
            counted("br_retired"),
            counted("st_retired"),
            counted("mem_access")});
  // Two instructions and ten turns of three, three times; two instructions, five times.
  CHECK(counts_of(scenario) ==
        "inst_retired 106\ninst_retired:u 96\ninst_retired:k 10\nbr_retired 30\nst_retired 30\n"
        "mem_access 60\n[x] 30\n[y] 0\n");
}

TEST_CASE("each cycle of a program issues something or stalls for one cause",
          "[engine][code][systemc]") {
  scenario::Scenario scenario = with_memory();
  add_task(scenario, 0, {code_item(scenario, adding(100))});
  add_perf(scenario, {counted("stall"), counted("stall_frontend"), counted("stall_backend")});
  // In how many cycles an operation was issued.
  scenario.perf[0].events.push_back(counted("cycles"));
  scenario.perf[0].events.push_back(
      counted("armv8_pmuv3/op_spec,threshold=1,threshold_compare=2,threshold_count=1/"));
  const auto identity = [](const engine::RunResult& result) {
    const auto& e = result.events;
    return e[0].count == e[1].count + e[2].count && e[3].count == e[0].count + e[4].count &&
                   e[0].count > 0 && e[4].count > 0
               ? std::string{"yes"}
               : fmt::format(
                     "{} {} {} {} {}", e[0].count, e[1].count, e[2].count, e[3].count, e[4].count);
  };
  CHECK(run_and_ask(scenario, {}, identity) == "yes");
}

TEST_CASE("a pipeline uses or leaves free as many slots a cycle as its PMU tells of",
          "[engine][code][systemc]") {
  const auto [slots, width] = GENERATE(table<unsigned, std::uint64_t>({{0, 4}, {3, 3}, {8, 8}}));
  scenario::Scenario scenario = with_memory();
  scenario.cpus[0].pmu.slots = slots;
  add_task(scenario, 0, {code_item(scenario, adding(100))});
  add_perf(scenario, {counted("cpu_cycles:u"), counted("op_spec:u"), counted("stall_slot:u")});
  const std::string got = run_and_ask(scenario, {}, [width = width](const auto& result) {
    const auto& e = result.events;
    return e[0].count > 0 && e[1].count > 0 && e[1].count + e[2].count == width * e[0].count
               ? std::string{"all"}
               : fmt::format("{} {} {}", e[0].count, e[1].count, e[2].count);
  });
  CHECK(got == "all");
}

TEST_CASE("CPUs add to one word, whatever their clocks, and none is lost",
          "[engine][code][systemc]") {
  scenario::Scenario scenario = with_memory(3);
  scenario.cpus[1].frequency_mhz = 333;
  scenario.cpus[2].frequency_mhz = 2000;
  for (std::uint16_t cpu = 0; cpu < 3; ++cpu) {
    add_task(scenario, cpu, {code_item(scenario, adding(50 + cpu))});
  }
  CHECK(counts_of(scenario) == "[x] 153\n[y] 0\n");
  const std::string whole = run_to_text(scenario);
  CHECK(run_to_text(scenario, {.step = engine::StepMode::cycle}) == whole);
  CHECK(run_to_text(scenario, {.reverse_build_order = true}) == whole);
  CHECK(run_to_text(scenario, {.step = engine::StepMode::cycle, .reverse_build_order = true}) ==
        whole);
}

TEST_CASE("an interrupt loses and repeats no instruction", "[engine][code][systemc]") {
  scenario::Scenario scenario = with_memory();
  scenario.cpus[0].timer_period_ns = 37;
  add_task(scenario, 0, {code_item(scenario, adding(600))});
  add_perf(scenario, {counted("inst_retired:u"), counted("st_retired")});
  CHECK(counts_of(scenario) == "inst_retired:u 1802\nst_retired 600\n[x] 600\n[y] 0\n");
  const std::string taken = run_and_ask(scenario, {}, [](const engine::RunResult& result) {
    return std::to_string(result.cpus[0].interrupts_taken);
  });
  CHECK(std::stoul(taken) > 20);
  CHECK(run_to_text(scenario) == run_to_text(scenario, {.step = engine::StepMode::cycle}));
}

TEST_CASE("an overflow in a program is exact, and its interrupt waits for what is in flight",
          "[engine][code][systemc]") {
  scenario::Scenario scenario = with_memory();
  add_task(scenario, 0, {code_item(scenario, adding(300))});
  // What retires is known when a cycle begins; what becomes visible, when all CPUs have acted.
  add_perf(scenario,
           {{"sampled", "inst_retired:u", 200},
            counted("inst_retired:u"),
            {"writes", "mem_access_wr:u", 70}});
  const std::string got = run_and_ask(scenario, {}, [](const engine::RunResult& result) {
    // The default handler takes periods off; the sum of periods and progress is the exact count.
    return fmt::format("{} {} {}, {} {}",
                       result.events[0].count,
                       result.events[1].count,
                       result.events[0].overflows,
                       result.events[2].count,
                       result.events[2].overflows);
  });
  CHECK(got == "902 902 4, 300 4");
}

TEST_CASE("a program that goes wrong ends its task, with a note", "[engine][code][systemc]") {
  scenario::Scenario scenario = with_memory();
  add_task(scenario,
           0,
           {code_item(scenario, "MOV X0,#5\nSTR X0,[X1]\nDSB SY\nLDR X0,[X7]"),
            code_item(scenario, "STR X1,[X3]")});
  CHECK(counts_of(scenario) ==
        "[x] 5\n[y] 0\ncpu0: program \"code0\" ends its task: LDR X0,[X7]: an access of 8 bytes "
        "at 0x0, where no memory is\n");
  CHECK(run_and_ask(scenario, {}, [](const engine::RunResult& result) {
          return std::string{result.gave_up ? "gave up" : "went on"};
        }) == "gave up");
}

TEST_CASE("a program that waits for ever is given up", "[engine][code][systemc]") {
  scenario::Scenario scenario = with_memory();
  add_task(scenario, 0, {code_item(scenario, "again:\nLDR X0,[X1]\nCBZ X0,again")});
  scenario.codes[0].longest = Cycles{20'000};
  CHECK(counts_of(scenario) ==
        "[x] 0\n[y] 0\ncpu0: program \"code0\" ends its task: not at its end after 20000 cycles\n");
}

TEST_CASE("a write at the instant of the end has happened, its cycle has not",
          "[engine][code][systemc]") {
  const auto ended_at = [](std::uint64_t end) {
    scenario::Scenario scenario = with_memory();
    add_task(scenario, 0, {code_item(scenario, "MOV X0,#7\nSTR X0,[X1]")});
    add_perf(scenario, {counted("mem_access_wr")});
    scenario.end_ns = end;
    return counts_of(scenario);
  };
  std::uint64_t first = 1;
  while (ended_at(first).find("[x] 7") == std::string::npos) {
    REQUIRE(++first < 200);
  }
  // The line comes from memory.
  CHECK(first > memory::Latencies{}.first);
  CHECK(ended_at(first) == "mem_access_wr 0\n[x] 7\n[y] 0\n");
  CHECK(ended_at(first + 1) == "mem_access_wr 1\n[x] 7\n[y] 0\n");
}

TEST_CASE("memory that no program uses stays as it is, on any number of CPUs",
          "[engine][code][systemc]") {
  scenario::Scenario scenario = with_memory(100);
  scenario.memory.locations[1].initial = 9;
  add_task(scenario, 99, {run_item(kUser, 10)});
  CHECK(counts_of(scenario) == "[x] 0\n[y] 9\n");
}

TEST_CASE("a program is cut by the end of the run", "[engine][code][systemc]") {
  for (std::uint64_t end = 1; end < 400; end += 7) {
    scenario::Scenario scenario = with_memory(2);
    scenario.cpus[1].frequency_mhz = 1300;
    add_task(scenario, 0, {code_item(scenario, adding(100))});
    add_task(scenario, 1, {code_item(scenario, adding(100))});
    scenario.end_ns = end;
    REQUIRE(run_to_text(scenario) == run_to_text(scenario, {.step = engine::StepMode::cycle}));
  }
}
