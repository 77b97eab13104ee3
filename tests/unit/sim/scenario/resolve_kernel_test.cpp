// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/sim/scenario/scenario_test_support.h"

using namespace pmusim;
using namespace pmusim::scenario;
using namespace pmusim::scenario::test;

namespace {

std::string with_kernel(const std::string& kernel, const std::string& more = "") {
  return scenario_with(R"(, "kernel": )" + kernel + more);
}

bool is_linux(const std::string& text) {
  const auto scenario = read(text);
  REQUIRE(scenario);
  return scenario->linux_kernel.has_value();
}

constexpr const char* kGuest = R"(, "guests": [{"name": "vm", "vcpus": [{"run": ["exit"]}]}])";

}  // namespace

TEST_CASE("CPUs are bare unless something needs Linux", "[scenario][kernel]") {
  CHECK_FALSE(is_linux(scenario_with("")));
  CHECK_FALSE(is_linux(with_kernel(R"({"vhe": true})")));
  CHECK(is_linux(with_kernel(R"({"model": "linux"})")));
  CHECK(is_linux(scenario_with(kGuest)));
  CHECK(is_linux(scenario_with(R"(, "perf": [{"task": "app", "events": ["cycles"]}])")));
  for (const char* key : {R"("tick_hz": 100)",
                          R"("slice_us": 5)",
                          R"("activity": {})",
                          R"("costs": {})",
                          R"("kvm": {})",
                          R"("perf": {})"}) {
    CAPTURE(key);
    CHECK(is_linux(with_kernel("{" + std::string{key} + "}")));
  }
}

TEST_CASE("a 32-bit kernel runs at EL1 on bare CPUs that have AArch32", "[scenario][kernel]") {
  const auto text = [](const std::string& kernel, const std::string& more = "") {
    return scenario_with(R"(, "platform": {"cpus": [{"type": "a"}], "cpu_types": {"a": {"pmu":
        {"aarch32": true}}}}, "kernel": )" +
                         kernel + more);
  };
  const auto scenario = read(text(R"({"aarch32": true})"));
  REQUIRE(scenario);
  CHECK(scenario->aarch32_kernel);
  CHECK_FALSE(scenario->vhe);
  const auto again = read(resolved_json(*scenario));
  REQUIRE(again);
  CHECK(again->aarch32_kernel);
  CHECK_FALSE(read(text("{}"))->aarch32_kernel);
  CHECK(read(text("{}"))->vhe);
  CHECK(complains(text(R"({"aarch32": true, "vhe": true})"),
                  "/kernel/vhe: found true, but a 32-bit kernel does not run at EL2"));
  CHECK(problems(text(R"({"aarch32": true, "vhe": false})")).empty());
  CHECK(complains(with_kernel(R"({"aarch32": true})"),
                  "/kernel/aarch32: cpu0, of type \"generic\", has no AArch32"));
}

TEST_CASE("the modelled Linux is a 64-bit kernel", "[scenario][kernel]") {
  const std::string cpus = R"(, "platform": {"cpus": [{"type": "a"}], "cpu_types": {"a": {"pmu":
        {"aarch32": true}}}})";
  constexpr const char* kRefusal = "/kernel/aarch32: the modelled Linux is a 64-bit kernel";
  CHECK(complains(with_kernel(R"({"aarch32": true, "model": "linux"})", cpus), kRefusal));
  CHECK(complains(with_kernel(R"({"aarch32": true, "tick_hz": 100})", cpus), kRefusal));
  CHECK(complains(with_kernel(R"({"aarch32": true})", cpus + kGuest), kRefusal));
  CHECK(problems(with_kernel(R"({"aarch32": true, "model": "none"})", cpus)).empty());
  CHECK(problems(with_kernel(R"({"aarch32": false, "model": "linux"})", cpus)).empty());
}

TEST_CASE("what is not given of the kernel is as the kernel model has it", "[scenario][kernel]") {
  const auto scenario = read(with_kernel(
      R"({"costs": {"tick": 7}, "kvm": {"entry_after_switch_cycles": 9}, "slice_us": 4})"));
  REQUIRE(scenario);
  const LinuxSpec& spec = *scenario->linux_kernel;
  kernel::CostTable costs = kernel::default_costs();
  costs[static_cast<std::size_t>(kernel::Path::tick)] = 7;
  CHECK(spec.costs == costs);
  CHECK(spec.kvm.costs.entry_after_switch == 9);
  CHECK(spec.kvm.costs.exit_before_switch == kernel::WorldSwitchCosts{}.exit_before_switch);
  CHECK(spec.kvm.toggle_drops_threshold);
  CHECK(spec.slice_ns == 4'000);
  CHECK(spec.tick_hz == 250);
  CHECK(spec.max_sample_rate == 100'000);
  CHECK(spec.mux_interval_ns == 0);
  CHECK_FALSE(spec.activity);
}

TEST_CASE("turns of events end at ticks", "[scenario][kernel]") {
  const auto turns = [](int tick_hz, int interval_ms) {
    return with_kernel(R"({"tick_hz": )" + std::to_string(tick_hz) +
                       R"(, "perf": {"mux_interval_ms": )" + std::to_string(interval_ms) + "}}");
  };
  for (const auto& [tick_hz, interval_ms] : {std::pair{250, 4}, {250, 12}, {250, 0}, {1000, 1}}) {
    CHECK(problems(turns(tick_hz, interval_ms)).empty());
  }
  CHECK(complains(turns(250, 2),
                  "/kernel/perf/mux_interval_ms: turns of 2000000 ns are no multiple of a tick of "
                  "4000000 ns"));
  CHECK(complains(turns(250, 5), "/kernel/perf/mux_interval_ms"));
  CHECK(complains(turns(300, 10), "/kernel/perf/mux_interval_ms"));  // a tick has 3,333,333 ns
}

TEST_CASE("kernel code does what an activity says, by name or in place", "[scenario][kernel]") {
  const auto activity = [](const std::string& use) {
    const auto scenario =
        read(with_kernel(R"({"activity": )" + use + "}",
                         R"(, "activities": {"a": {}, "b": {"events": {"stall": 1}}})"));
    REQUIRE(scenario);
    return scenario->activities.at(scenario->linux_kernel->activity.value());
  };
  CHECK(activity("\"b\"").name == "b");
  CHECK(activity(R"({"events": {"stall": 1, "stall_slot": 2}})").streams.size() == 2);
  CHECK(complains(with_kernel(R"({"activity": "c"})"), "/kernel/activity: unknown activity \"c\""));
}

TEST_CASE("each part of the world switch holds its register accesses", "[scenario][kernel]") {
  const std::pair<const char*, int> least[]{{"entry_before_switch_cycles", 2},
                                            {"entry_after_switch_cycles", 4},
                                            {"exit_before_switch_cycles", 4},
                                            {"exit_after_switch_cycles", 1},
                                            {"fixup_exit_cycles", 1}};
  for (const auto& [key, cycles] : least) {
    CAPTURE(key);
    const auto text = [&, name = std::string{key}](int value) {
      return with_kernel(R"({"kvm": {")" + name + "\": " + std::to_string(value) + "}}");
    };
    CHECK(problems(text(cycles)).empty());
    CHECK(complains(text(cycles - 1), "of one cycle lie"));
  }
}

TEST_CASE("a misspelt path gets the nearest name", "[scenario][kernel]") {
  CHECK(complains(with_kernel(R"({"costs": {"perf_rotate_contxt": 1}})"),
                  R"(did you mean "perf_rotate_context"?)"));
}

TEST_CASE("bare CPUs have no kernel parameters and no guests", "[scenario][kernel]") {
  const std::string text = with_kernel(R"({"model": "none", "tick_hz": 100, "kvm": {}})", kGuest);
  CHECK(complains(text, R"(/kernel/tick_hz: "tick_hz" needs the modelled Linux)"));
  CHECK(complains(text, R"(/kernel/kvm: "kvm" needs the modelled Linux)"));
  CHECK(complains(text, R"(/guests: "guests" needs the modelled Linux)"));
}

TEST_CASE("Linux owns timer, interrupts and PMU registers; firmware owns MDCR",
          "[scenario][kernel]") {
  const auto text = [](const std::string& group) {
    return with_kernel(R"({"model": "linux"})", R"(, "platform": {"cpus": [)" + group + "]}");
  };
  CHECK(complains(text(R"({"timer_period_ns": 5})"), "sets the timer itself"));
  CHECK(complains(text(R"({"handlers": {"ipi": {"run": ["isb"]}}})"),
                  "/platform/cpus/0/handlers/ipi: the modelled Linux handles interrupts itself"));
  CHECK(complains(text(R"({"registers": {"pmcr_el0": 1}})"), "sets pmcr_el0 itself"));
  CHECK(problems(text(R"({"registers": {"mdcr_el2": 1, "MDCR_EL3": 131072}})")).empty());
}

TEST_CASE("guests need EL2 on every CPU", "[scenario][kernel]") {
  const std::string text = scenario_with(
      kGuest +
      std::string{
          R"(, "platform": {"cpus": [{}, {"type": "a"}], "cpu_types": {"a": {"el2": false}}})"});
  CHECK(complains(text, R"(/guests: cpu1, of type "a", has no EL2)"));
}

TEST_CASE("a misspelt model gives one message, not one for each thing that depends on it",
          "[scenario][kernel]") {
  const std::string text = R"({"format": 1, "name": "x", "kernel": {"model": "linx"}, "tasks": [
      {"name": "a", "run": ["yield", {"cycles": 1}]}, {"name": "b", "parent": "a", "run": [{"sleep_ns": 1}]}],
      "perf": [{"task": "a", "events": [{"group": ["cycles"]}, {"event": "r1", "frequency": 1}]}]})";
  CHECK(problems(text).size() == 1);
  CHECK(complains(text, R"(did you mean "linux"?)"));
}
