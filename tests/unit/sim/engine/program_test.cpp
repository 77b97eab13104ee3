// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/program.h"

#include <catch2/catch.hpp>

#include "tests/unit/sim/engine/scenarios.h"

using namespace pmusim;
using namespace pmusim::engine;
using namespace pmusim::test;

namespace {

Work* no_work(std::size_t /*activity*/) {
  static Work work;
  return &work;
}

scenario::Item repeat_item(std::uint64_t times, std::vector<scenario::Item> body) {
  return {scenario::RepeatItem{.times = times, .body = std::move(body)}};
}

scenario::Item ipi_item(std::uint16_t target) {
  return {scenario::IpiItem{CpuId{target}}};
}

/// The targets of the IPIs that the items send, in order.
std::vector<std::uint16_t> sent_by(const std::vector<scenario::Item>& items,
                                   std::uint64_t repeat = 1) {
  const auto program = compile(items, repeat, no_work);
  REQUIRE(program);
  SoftwareLog log;
  SoftwareThread thread;
  thread.start(execute(*program, log));
  std::vector<std::uint16_t> targets;
  while (const Step* step = thread.next()) {
    targets.push_back(std::get<step::SendIpi>(*step).target.value());
  }
  return targets;
}

}  // namespace

TEST_CASE("repetitions nest", "[engine][program]") {
  CHECK(sent_by({ipi_item(1),
                 repeat_item(2, {ipi_item(2), repeat_item(3, {ipi_item(3)})}),
                 ipi_item(4)}) == std::vector<std::uint16_t>{1, 2, 3, 3, 3, 2, 3, 3, 3, 4});
  CHECK(sent_by({ipi_item(1), ipi_item(2)}, 2) == std::vector<std::uint16_t>{1, 2, 1, 2});
}

TEST_CASE("repetitions without a step end at once, however many", "[engine][program]") {
  constexpr std::uint64_t kMany = ~std::uint64_t{0};
  CHECK(sent_by({repeat_item(kMany, {}), ipi_item(1)}) == std::vector<std::uint16_t>{1});
  CHECK(sent_by({repeat_item(kMany, {run_item(kUser, 0)}), ipi_item(1)}) ==
        std::vector<std::uint16_t>{1});
  CHECK(sent_by({repeat_item(0, {ipi_item(7)}), ipi_item(1)}) == std::vector<std::uint16_t>{1});
  CHECK(sent_by({}, kMany).empty());
}

TEST_CASE("a program starts in the context of the first item that names one", "[engine][program]") {
  const auto program = compile({ipi_item(1), run_item(kKernel, 5), run_item(kUser, 5)}, 1, no_work);
  REQUIRE(program);
  CHECK(program->first_context == kKernel);
}

TEST_CASE("an unknown register is an error that names it", "[engine][program]") {
  const auto program = compile({msr_item(kKernel, "PMCRR_EL0", 1)}, 1, no_work);
  REQUIRE_FALSE(program);
  CHECK(program.error().what.find("PMCRR_EL0") != std::string::npos);
}

TEST_CASE("IPIs are found at any depth", "[engine][program]") {
  const std::vector items{run_item(kUser, 5), repeat_item(2, {repeat_item(1, {ipi_item(3)})})};
  CHECK(sends_ipi_to(items, CpuId{3}));
  CHECK_FALSE(sends_ipi_to(items, CpuId{2}));
}

TEST_CASE("reads and refusals are written down in the order of their cycles", "[engine][program]") {
  SoftwareLog log;
  log.read("late", "PMCCNTR_EL0", {.value = 2, .at = CycleTime{20}});
  log.read("early", "PMCCNTR_EL0", {.value = 1, .at = CycleTime{10}});
  log.read("trapped", "PMCCNTR_EL0", {.outcome = AccessOutcome::trap_to_el2, .at = CycleTime{30}});
  log.write("PMCR_EL0", {.outcome = AccessOutcome::done});
  log.write("PMCR_EL0", {.outcome = AccessOutcome::undefined, .at = CycleTime{5}});
  CpuResult result;
  log.report(result);
  REQUIRE(result.reads.size() == 3);
  CHECK(result.reads[0].name == "early");
  CHECK(result.reads[1].value == RegValue{2});
  CHECK(result.reads[2].value == std::nullopt);
  CHECK(result.reads[2].outcome == "trap_to_el2");
  REQUIRE(result.refused_writes.size() == 1);
  CHECK(result.refused_writes[0].outcome == "undefined");
  CHECK(result.writes_refused == 1);
}

TEST_CASE("the list of reads is bounded, its length is not", "[engine][program]") {
  SoftwareLog log;
  for (std::size_t i = 0; i < SoftwareLog::kKeptReads + 5; ++i) {
    log.read("r", "PMCCNTR_EL0", {.at = CycleTime{i}});
  }
  CpuResult result;
  log.report(result);
  CHECK(result.reads.size() == SoftwareLog::kKeptReads);
  CHECK(result.reads_made == SoftwareLog::kKeptReads + 5);
}
