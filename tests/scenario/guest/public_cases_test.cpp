// SPDX-License-Identifier: Apache-2.0
//
// Public faults of the guest switch as small cases: what each attribute set counts of two timelines
// that can be added up by hand.
#include <string>

#include <catch2/catch.hpp>

#include "models/pmu/pmu_registers.h"
#include "tests/scenario/guest/guest_machine.h"
#include "tests/unit/sim/engine/forked_run.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

using namespace scenario;

struct Attributes {
  const char* name;
  ExcludeBits exclude;
  std::uint64_t right;
};

/// How much longer the stretches of a guest run are than in a run of reference.
struct Timeline {
  std::uint64_t host_kernel{};
  std::uint64_t monitor_before{};
  std::uint64_t entry_before{};
  std::uint64_t entry_after{};
  std::uint64_t guest_el1{};
  std::uint64_t guest_el0{};
  std::uint64_t exit_before{};
  std::uint64_t exit_after{};
  std::uint64_t host_kernel_after{};
  std::uint64_t monitor_after{};
};

/// One entry and one exit.
Scenario run_of(bool vhe, const Timeline& more, const std::vector<PerfEventSpec>& events) {
  Scenario s = guest_machine(vhe, "", 0);
  LinuxSpec& kernel = *s.linux_kernel;
  kernel.costs[static_cast<std::size_t>(kernel::Path::kvm_run_entry)] += more.host_kernel;
  kernel.costs[static_cast<std::size_t>(kernel::Path::kvm_run_exit)] += more.host_kernel_after;
  kernel.kvm.costs.entry_before_switch += more.entry_before;
  kernel.kvm.costs.entry_after_switch += more.entry_after;
  kernel.kvm.costs.exit_before_switch += more.exit_before;
  kernel.kvm.costs.exit_after_switch += more.exit_after;
  VcpuSpec& vcpu = s.guests[0].vcpus[0];
  vcpu.repeat = 1;
  const auto guest = [](ExceptionLevel level, std::uint64_t cycles) {
    return Item{RunItem{{.level = level}, Cycles{10 + cycles}, 0}};
  };
  vcpu.body = {Item{MonitorItem{Cycles{10 + more.monitor_before}, 0}},
               guest(ExceptionLevel::el1, more.guest_el1),
               guest(ExceptionLevel::el0, more.guest_el0),
               Item{ExitItem{ExitItem::Kind::user}},
               Item{MonitorItem{Cycles{10 + more.monitor_after}, 0}}};
  s.perf[0].events = events;
  return s;
}

std::vector<PerfEventSpec> events_of(const std::vector<Attributes>& sets) {
  std::vector<PerfEventSpec> events;
  for (const Attributes& set : sets) {
    PerfEventSpec event;
    event.name = set.name;
    event.event = "cycles";
    event.exclude = set.exclude;
    events.push_back(event);
  }
  return events;
}

/// The timeline's own cycles, as each attribute set counts them: what the run of reference has
/// besides cancels out.
void check_timeline(bool vhe, const Timeline& timeline, const std::vector<Attributes>& sets) {
  const auto events = events_of(sets);
  const auto without = counts_of(run_of(vhe, {}, events), {});
  const auto with = counts_of(run_of(vhe, timeline, events), {});
  REQUIRE(with.size() == sets.size());
  REQUIRE(without.size() == sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    CAPTURE(sets[i].name);
    CHECK(with[i] - without[i] == sets[i].right);
  }
}

}  // namespace

TEST_CASE("attribute sets with VHE: host EL2 100, EL0 200, EL2 50, guest 300 + 400, EL2 60, EL0 70",
          "[guest][cases][systemc]") {
  check_timeline(true,
                 {.host_kernel = 100,
                  .monitor_before = 200,
                  .entry_before = 50,
                  .guest_el1 = 300,
                  .guest_el0 = 400,
                  .exit_before = 60,
                  .monitor_after = 70},
                 {{"none", {}, 1180},
                  {"exclude_hv is ignored", {.hv = true}, 1180},
                  {"exclude_guest", {.guest = true}, 480},
                  {"exclude_host", {.host = true}, 700},
                  {"exclude_host and exclude_user", {.user = true, .host = true}, 300},
                  {"exclude_kernel", {.kernel = true}, 670},
                  {"exclude_kernel and exclude_guest", {.kernel = true, .guest = true}, 270}});
}

TEST_CASE("attribute sets without VHE, with a blackout at entry and exit",
          "[guest][cases][systemc]") {
  check_timeline(false,
                 {.host_kernel = 100,
                  .monitor_before = 200,
                  .entry_before = 30,
                  .entry_after = 20,
                  .guest_el1 = 300,
                  .guest_el0 = 400,
                  .exit_before = 20,
                  .exit_after = 40,
                  .host_kernel_after = 40,
                  .monitor_after = 70},
                 {{"none", {}, 1220},
                  {"exclude_hv", {.hv = true}, 1110},
                  {"exclude_host", {.host = true}, 700},
                  {"exclude_guest and exclude_hv", {.hv = true, .guest = true}, 410},
                  {"exclude_guest", {.guest = true}, 480},
                  {"exclude_kernel keeps EL2", {.kernel = true}, 780}});
}

TEST_CASE("the worked timeline of 4820 cycles without VHE", "[guest][cases][systemc]") {
  check_timeline(false,
                 {.host_kernel = 1000,
                  .monitor_before = 2000,
                  .entry_before = 30,
                  .entry_after = 120,
                  .guest_el1 = 700,
                  .guest_el0 = 300,
                  .exit_before = 150,
                  .exit_after = 20,
                  .host_kernel_after = 500},
                 {{"none", {}, 4820},
                  {"hv", {.hv = true}, 4500},
                  {"guest", {.guest = true}, 3550},
                  {"guest, hv", {.hv = true, .guest = true}, 3500},
                  {"host", {.host = true}, 1000},
                  {"host, kernel", {.kernel = true, .host = true}, 300},
                  {"kernel, user", {.user = true, .kernel = true}, 320},
                  {"kernel, user, guest", {.user = true, .kernel = true, .guest = true}, 50},
                  {"host, guest", {.host = true, .guest = true}, 0}});
}

TEST_CASE("the worked timeline of 4820 cycles with VHE", "[guest][cases][systemc]") {
  check_timeline(true,
                 {.host_kernel = 1500,
                  .monitor_before = 2000,
                  .entry_before = 150,
                  .guest_el1 = 700,
                  .guest_el0 = 300,
                  .exit_before = 170},
                 {{"none", {}, 4820},
                  {"hv", {.hv = true}, 4820},
                  {"guest", {.guest = true}, 3820},
                  {"host", {.host = true}, 1000},
                  {"user", {.user = true}, 2520},
                  {"kernel", {.kernel = true}, 2300},
                  {"guest, user", {.user = true, .guest = true}, 1820},
                  {"host, kernel", {.kernel = true, .host = true}, 300}});
}

namespace {

/// A scenario with more events than counters and many ticks while the guest runs.
Scenario rotating_guest(bool vhe) {
  Scenario s = guest_machine(vhe, "", 0);
  s.cpus[0].pmu.event_counters = 2;
  s.linux_kernel->tick_hz = 20'000;  // 50,000 cycles
  VcpuSpec& vcpu = s.guests[0].vcpus[0];
  vcpu.repeat = 1;
  vcpu.body.clear();
  for (int i = 0; i < 30; ++i) {
    vcpu.body.push_back(Item{RunItem{{.level = ExceptionLevel::el1}, Cycles{9'000}, 0}});
    vcpu.body.push_back(Item{RunItem{{.level = ExceptionLevel::el0}, Cycles{11'000}, 0}});
  }
  s.perf[0].events = events_of({{"host", {.guest = true}, 0},
                                {"guest", {.host = true}, 0},
                                {"host user", {.kernel = true, .guest = true}, 0},
                                {"guest user", {.kernel = true, .host = true}, 0},
                                {"all", {}, 0}});
  for (PerfEventSpec& event : s.perf[0].events) {
    event.event = "instructions";
  }
  s.activities[0].streams.push_back({EventId{0x08}, ConstantStream{1}});
  return s;
}

std::string guest_switch_windows(const Scenario& scenario, const engine::RunOptions& options) {
  return run_and_ask(scenario, options, [](const engine::RunResult& result) {
    std::string text;
    for (const engine::WindowsOfCause& windows : result.windows->by_cause) {
      if (windows.is_guest_switch) {
        text += windows.event + " " + windows.kind + " " + windows.cause + "\n";
      }
    }
    return text;
  });
}

}  // namespace

TEST_CASE("with VHE no window has a guest-switch cause, though perf rotates events under the guest",
          "[guest][systemc]") {
  CHECK(guest_switch_windows(rotating_guest(true), {}).empty());
}

TEST_CASE("a dropped resync request lets EL0 of the guest go wrong after a rotation",
          "[guest][mutation][systemc]") {
  engine::RunOptions ignored;
  ignored.kvm_mutations.ignore_resync = true;
  CHECK_FALSE(guest_switch_windows(rotating_guest(true), ignored).empty());
  engine::RunOptions never_asked;
  never_asked.mutations.no_resync = true;
  CHECK_FALSE(guest_switch_windows(rotating_guest(true), never_asked).empty());
}

TEST_CASE("the hypervisor switches by the masks of the vCPU: in the guest only its counters are on",
          "[guest][cases][systemc]") {
  // With the masks lost, host-only events count the guest, and guest-only events nothing.
  const auto sums = [](const engine::RunOptions& options) {
    return counts_of(
        run_of(false,
               {.guest_el1 = 1000},
               events_of({{"host", {.hv = true, .guest = true}, 0}, {"guest", {.host = true}, 0}})),
        options);
  };
  const auto right = sums({});
  engine::RunOptions lost;
  lost.kvm_mutations.masks_not_copied = true;
  const auto wrong = sums(lost);
  CHECK(right[1] == 1020);
  CHECK(wrong[1] == 0);
  CHECK(wrong[0] - right[0] == 1020);
}

namespace {

/// PMUSERENR_EL0 at the end of a run whose host has set it before.
std::string user_enable_after(bool vhe, const engine::RunOptions& options) {
  Scenario s = guest_machine(vhe, "", 0);
  s.perf.clear();
  s.cpus[0].registers.emplace_back("PMUSERENR_EL0", 0b1100);
  return run_and_ask(s, options, [](const engine::RunResult& result) {
    for (const auto& [name, value] : result.cpus[0].registers) {
      if (name == "PMUSERENR_EL0") {
        return std::to_string(value);
      }
    }
    return std::string{"none"};
  });
}

}  // namespace

TEST_CASE("a guest run leaves the host's PMUSERENR_EL0 as it was", "[guest][cases][systemc]") {
  for (const bool vhe : {false, true}) {
    CAPTURE(vhe);
    CHECK(user_enable_after(vhe, {}) == "12");
    engine::RunOptions lost;
    lost.kvm_mutations.lose_user_enable = true;
    CHECK(user_enable_after(vhe, lost) == "0");
  }
}

namespace {

/// "windows cycles" of one event, summed over windows of a cause.
std::string windows_of(const engine::RunResult& result,
                       const std::string& event,
                       const std::string& cause) {
  std::uint64_t windows = 0;
  std::uint64_t cycles = 0;
  for (const engine::WindowsOfCause& row : result.windows->by_cause) {
    if (row.event == event && row.cause == cause) {
      windows += row.windows;
      cycles += row.cycles;
    }
  }
  return std::to_string(windows) + " " + std::to_string(cycles);
}

}  // namespace

TEST_CASE("a guest that runs for no cycle synchronises the context at entry and exit",
          "[guest][systemc]") {
  Scenario s = guest_machine(false, "", 0);
  s.pmu_write_effect.mode = PmuWriteEffect::Mode::at_context_sync;
  s.guests[0].vcpus[0].body = {Item{ExitItem{ExitItem::Kind::host}}};
  s.guests[0].vcpus[0].repeat = 10;
  s.perf[0].events = events_of({{"host", {.guest = true}, 0}});
  // The counter goes off at the return to the guest, and on at the return to the host: the whole
  // exit is lost, 150 + 20 cycles, and nothing of the entry. No entry follows the last exit.
  const auto ask = [](const engine::RunResult& result) {
    return std::to_string(result.windows->guest_entries) + "; " +
           windows_of(result, "host", "guest_entry_switch") + "; " +
           windows_of(result, "host", "guest_exit_switch");
  };
  CHECK(run_and_ask(s, {}, ask) == "10; 0 0; 10 1700");
}

TEST_CASE("an event without a counter is lost to multiplexing, whatever interrupts it",
          "[guest][truth][systemc]") {
  Scenario s = rotating_guest(true);
  s.cpus[0].pmu.event_counters = 1;
  s.perf[0].events = events_of({{"a", {}, 0}, {"b", {}, 0}, {"c", {}, 0}, {"sampling", {}, 0}});
  for (std::size_t i = 0; i < 3; ++i) {
    s.perf[0].events[i].event = "instructions";
  }
  // On the cycle counter, unless an event before it found no counter: that closes the pass.
  s.perf[0].events[3].period = 5'000;
  const std::string text = run_and_ask(s, {}, [](const engine::RunResult& result) {
    std::uint64_t of_three = 0;
    std::uint64_t of_sampling = 0;
    for (const engine::WindowsOfCause& row : result.windows->by_cause) {
      if (row.cause == "overflow_handler") {
        (row.event == "sampling" ? of_sampling : of_three) += row.windows;
      }
    }
    // One of the three is on the counter when the handler stops the PMU, never more.
    return of_sampling > 20 && of_three <= of_sampling
               ? std::string{"fine"}
               : std::to_string(of_three) + " and " + std::to_string(of_sampling);
  });
  CHECK(text == "fine");
}

TEST_CASE("a vCPU that is preempted loses its events to the context switch alone",
          "[guest][truth][systemc]") {
  const bool vhe = GENERATE(false, true);
  Scenario s = guest_machine(vhe, "", 0);
  s.linux_kernel->tick_hz = 10'000;
  s.linux_kernel->slice_ns = 100'000;
  VcpuSpec& first = s.guests[0].vcpus[0];
  first.repeat = 1;
  first.body = {Item{RunItem{{.level = ExceptionLevel::el1}, Cycles{2'000'000}, 0}}};
  VcpuSpec second = first;
  second.name = "vm/vcpu1";
  second.stream = second.name;
  s.guests[0].vcpus.push_back(second);
  s.perf[0].cpus.clear();
  s.perf[0].task = "vm/vcpu0";
  s.perf[0].events = events_of({{"all", {}, 0}});
  const std::string switches = run_and_ask(s, {}, [](const engine::RunResult& result) {
    return windows_of(result, "all", "context_switch") + "; " +
           windows_of(result, "all", "not_scheduled");
  });
  CAPTURE(switches);
  CHECK(switches.ends_with("; 0 0"));
  CHECK(std::stoul(switches) > 10);
}
