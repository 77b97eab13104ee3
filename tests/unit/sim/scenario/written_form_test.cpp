// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

TEST_CASE("the resolved form is a scenario that resolves to itself, byte for byte",
          "[scenario][resolved]") {
  const std::string name = GENERATE("smallest", "thresholds", "everything", "linux", "protocol");
  CAPTURE(name);
  const std::string path = std::string{PMUSIM_TEST_DATA} + "/scenarios/" + name + ".json";
  const auto scenario = read_scenario_file(path);
  REQUIRE(scenario);
  const std::string resolved = resolved_json(*scenario);
  const auto again = read_scenario_text(resolved, path);
  REQUIRE(again);
  CHECK(resolved_json(*again) == resolved);
}

TEST_CASE("nothing of the modelled Linux is lost in the resolved form", "[scenario][resolved]") {
  const std::string path = std::string{PMUSIM_TEST_DATA} + "/scenarios/linux.json";
  const auto before = read_scenario_file(path);
  REQUIRE(before);
  const auto after = read_scenario_text(resolved_json(*before), path);
  REQUIRE(after);

  const LinuxSpec& kernel = *after->linux_kernel;
  CHECK(kernel.tick_hz == 1'000);
  CHECK(kernel.slice_ns == 500'000);
  CHECK(kernel.costs == before->linux_kernel->costs);
  CHECK(after->activities[kernel.activity.value()].streams.size() == 1);
  CHECK(kernel.kvm.costs.exit_before_switch == 4);
  CHECK_FALSE(kernel.kvm.toggle_drops_threshold);
  CHECK(kernel.max_sample_rate == 50'000);
  CHECK(kernel.mux_interval_ns == 2'000'000);

  REQUIRE(after->tasks.size() == 2);
  CHECK(after->tasks[1].parent == "shell");
  CHECK(after->tasks[0].cpus == before->tasks[0].cpus);
  const auto& run = after->tasks[0].body;
  REQUIRE(run.size() == 6);
  CHECK(std::get<SyscallItem>(run[1].what).cycles == Cycles{30});
  CHECK(std::get<SleepItem>(run[2].what).ns == 1'000'000);
  CHECK(std::get<MigrateItem>(run[3].what).target == CpuId{1});
  CHECK(std::holds_alternative<YieldItem>(run[4].what));

  REQUIRE(after->guests.size() == 2);
  const VcpuSpec& vcpu = after->guests[0].vcpus.at(0);
  CHECK(vcpu.cpus == std::vector<CpuId>{CpuId{2}});
  CHECK(vcpu.repeat == 10);
  REQUIRE(vcpu.body.size() == 7);
  CHECK(std::get<ExitItem>(vcpu.body[2].what).kind == ExitItem::Kind::host);
  CHECK(std::get<ExitItem>(vcpu.body[3].what).kind == ExitItem::Kind::fixup);
  CHECK(std::get<ExitItem>(vcpu.body[4].what).kind == ExitItem::Kind::user);
  const auto& monitor = std::get<MonitorItem>(vcpu.body[5].what);
  CHECK(monitor.cycles == Cycles{40});
  CHECK(after->activities[monitor.activity].streams.size() == 1);
  CHECK(after->guests[0].vcpus.at(1).stream == "same");

  REQUIRE(after->perf.size() == 3);
  CHECK(before->perf[2].events.back().exclude == ExcludeBits{.hv = true, .guest = true});
  CHECK(after->perf[1].task == "shell");
  CHECK(after->perf[1].inherit);
  for (std::size_t i = 0; i < after->perf.size(); ++i) {
    REQUIRE(after->perf[i].events.size() == before->perf[i].events.size());
    for (std::size_t event = 0; event < after->perf[i].events.size(); ++event) {
      const PerfEventSpec& got = after->perf[i].events[event];
      const PerfEventSpec& want = before->perf[i].events[event];
      CAPTURE(want.name);
      CHECK(got.name == want.name);
      CHECK(got.period == want.period);
      CHECK(got.frequency == want.frequency);
      CHECK(got.group == want.group);
      CHECK(got.exclude == want.exclude);
    }
  }
}

TEST_CASE("nothing of memory and programs is lost in the resolved form", "[scenario][resolved]") {
  const std::string path = std::string{PMUSIM_TEST_DATA} + "/scenarios/everything.json";
  const auto before = read_scenario_file(path);
  REQUIRE(before);
  const auto after = read_scenario_text(resolved_json(*before), path);
  REQUIRE(after);
  REQUIRE(after->memory.locations.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const LocationSpec& got = after->memory.locations[i];
    const LocationSpec& want = before->memory.locations[i];
    CAPTURE(want.name);
    CHECK(got.name == want.name);
    CHECK(got.address == want.address);
    CHECK(got.words == want.words);
    CHECK(got.initial == want.initial);
  }
  const memory::Latencies& latencies = after->memory.latencies;
  CHECK(latencies.operation == 2);
  CHECK(latencies.hit == 5);
  CHECK(latencies.remote == 50);
  CHECK(latencies.first == 120);
  CHECK(latencies.drain == 3);
  CHECK(latencies.refetch == 9);
  CHECK(latencies.delayed_of_256 == 10);
  CHECK(latencies.delay_exponent == 4);
  CHECK(latencies.spurious_of_256 == 1);
  const CodeSpec& code = after->codes.at(0);
  CHECK(code.name == "publish");
  CHECK(code.text == before->codes[0].text);
  CHECK(code.registers == before->codes[0].registers);
  CHECK(code.longest == Cycles{5'000});
  const auto& item = std::get<CodeItem>(after->tasks[0].body.back().what);
  CHECK(item.times == 2);
  CHECK(item.context.level == ExceptionLevel::el1);
  CHECK(item.context.security == SecurityState::secure);
}

TEST_CASE("groups side by side stay apart in the resolved form", "[scenario][resolved]") {
  const auto before = read(scenario_with(R"(, "kernel": {"model": "linux"},
      "perf": [{"events": [{"group": ["r1", "r2"]}, {"group": ["r3"]}, "r4", {"group": ["r5"]}]}])"));
  REQUIRE(before);
  const auto after = read(resolved_json(*before));
  REQUIRE(after);
  const auto& events = after->perf[0].events;
  REQUIRE(events.size() == 5);
  CHECK(events[0].group == events[1].group);
  CHECK(events[2].group.has_value());
  CHECK(events[2].group != events[1].group);
  CHECK_FALSE(events[3].group);
  CHECK(events[4].group.has_value());
}

TEST_CASE("each exclude bit alone comes through the resolved form", "[scenario][resolved]") {
  const auto bit = GENERATE(ExcludeBits{.user = true},
                            ExcludeBits{.kernel = true},
                            ExcludeBits{.hv = true},
                            ExcludeBits{.host = true},
                            ExcludeBits{.guest = true});
  auto before = read(scenario_with(R"(, "perf": [{"events": ["cycles"]}])"));
  REQUIRE(before);
  before->perf[0].events[0].exclude = bit;
  const auto after = read(resolved_json(*before));
  REQUIRE(after);
  CHECK(after->perf[0].events[0].exclude == bit);
}

TEST_CASE("every default is visible in the resolved form", "[scenario][resolved]") {
  const auto scenario = read(scenario_with(R"(, "perf": [{"events": ["cycles"]}])"));
  REQUIRE(scenario);
  const std::string text = resolved_json(*scenario);
  for (const char* part : {R"("seed": 1)",
                           R"("frequency_mhz": 1000)",
                           R"("event_counters": 6)",
                           R"("threshold_bits": 12)",
                           R"("pmu_write_effect": "immediate")",
                           R"("vhe": true)",
                           R"("fz_c": true)",
                           R"("el": 0)",
                           R"("security": "non_secure")",
                           R"("stream": "app")",
                           R"("cpus": "all")",
                           R"("repeat": 1)",
                           R"("exclude": [])"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("every default of the modelled Linux is visible in the resolved form",
          "[scenario][resolved]") {
  const auto scenario = read(scenario_with(R"(, "kernel": {"model": "linux"},
      "guests": [{"name": "vm", "vcpus": [{"run": [{"cycles": 5}]}]}], "perf": [{"task": "app", "events": ["r1"]}])"));
  REQUIRE(scenario);
  const std::string text = resolved_json(*scenario);
  for (const char* part : {R"("model": "linux")",
                           R"("tick_hz": 250)",
                           R"("slice_us": 3000)",
                           R"("kvm_arch_vcpu_load": 400)",
                           R"("entry_after_switch_cycles": 800)",
                           R"("toggle_drops_threshold": true)",
                           R"("max_sample_rate": 100000)",
                           R"("mux_interval_ms": 0)",
                           R"("stream": "vm/vcpu0")",
                           R"("el": 1)",
                           R"("inherit": false)"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("equal CPUs side by side are one group in the resolved form", "[scenario][resolved]") {
  const auto scenario = read(scenario_with(
      R"(, "platform": {"cpus": [{"count": 2}, {"count": 1}, {"frequency_mhz": 2}, {"count": 1000}]})"));
  REQUIRE(scenario);
  const std::string text = resolved_json(*scenario);
  CHECK(text.find("\"count\": 3") != std::string::npos);
  CHECK(text.find("\"count\": 1000") != std::string::npos);
}
