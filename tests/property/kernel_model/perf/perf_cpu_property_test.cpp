// SPDX-License-Identifier: Apache-2.0
//
// Everything happens once a nanosecond here, so an event's count is its time_running, and what it
// could have counted at most its time_enabled; whatever tasks, ticks and interrupts do.
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tests/property/models/pmu/draw.h"
#include "tests/support/driver_bench.h"
#include "tests/support/perf_bench.h"

using namespace pmusim;
using namespace pmusim::test;
using kernel::EventState;
using kernel::kNoTask;
using kernel::PerfEvent;

namespace {

constexpr std::uint64_t kSequences = 20;  // of one case: they are cheap
constexpr unsigned kTasks = 4;
constexpr std::uint64_t kTickNs = 1000;

struct Made {
  std::uint64_t multiplexed{}, full{}, errors{}, moved{}, rotated{}, inherited{}, never_on{};
};

/// Time that each event could count at all: its task or CPU ran, and it was switched on.
using Expected = std::vector<std::uint64_t>;

class Sequence {
 public:
  Sequence(std::uint64_t seed, Made& made)
      : draw_{seed},
        made_{made},
        bench_{{.counters = static_cast<unsigned>(draw_.between(1, 4)),
                .cpus = 2,
                .config = {.hz = 1'000'000'000 / kTickNs}}},
        running_(2, kNoTask) {}

  void run() {
    open_all();
    bench_.system.clone_for_child(0, 1);
    bench_.boot();
    for (std::uint64_t left = draw_.between(1, 80); left > 0; --left) {
      step();
      check_active();
    }
    check_totals();
  }

 private:
  void open_all() {
    for (std::uint64_t left = draw_.between(1, 8); left > 0; --left) {
      kernel::OpenRequest request{.name = "", .attr = random_attr(), .cpu = {}, .group_leader = {}};
      if (draw_.one_in(2)) {
        request.cpu = CpuId{static_cast<std::uint16_t>(draw_.below(2))};
      }
      if (!request.cpu || draw_.one_in(3)) {
        request.task = static_cast<kernel::TaskIndex>(draw_.below(kTasks));
      }
      if (draw_.one_in(2) && !bench_.system.events().empty()) {
        join(request);
      }
      static_cast<void>(bench_.system.open(request));  // a group may be too large
    }
    expected_.resize(bench_.system.events().size());
  }

  /// The group of the last event, in its place.
  void join(kernel::OpenRequest& request) const {
    const PerfEvent& leader = *bench_.system.events().back()->leader;
    request.cpu = leader.cpu;
    request.task = leader.task;
    request.attr.pinned = false;
    request.attr.inherit = leader.attr.inherit;
    request.group_leader = leader.index;
  }

  abi::PerfEventAttr random_attr() {
    abi::PerfEventAttr attr = attr_of(draw_.one_in(3) ? 0x11 : kEvent.value());
    attr.pinned = draw_.one_in(4);
    attr.inherit = draw_.one_in(3);
    return attr;
  }

  void step() {
    const std::size_t cpu = draw_.below(2);
    switch (draw_.below(4)) {
      case 0:
        switch_task(cpu);
        break;
      case 1:
        tick(cpu);
        break;
      default:
        spend(draw_.between(1, 2 * kTickNs));
        break;
    }
  }

  void switch_task(std::size_t cpu) {
    const auto next = static_cast<kernel::TaskIndex>(draw_.below(kTasks + 1));
    const kernel::TaskIndex chosen = next == kTasks ? kNoTask : next;
    if (chosen != kNoTask && chosen == running_[1 - cpu]) {
      return;
    }
    bench_.sched_out(running_[cpu], cpu);
    bench_.sched_in(chosen, cpu);
    made_.moved += chosen != running_[cpu] ? 1U : 0U;
    running_[cpu] = chosen;
  }

  void tick(std::size_t cpu) {
    const auto before = bench_.units[cpu].cpu.places.size();
    bench_.tick(cpu);
    made_.rotated += bench_.units[cpu].cpu.places.size() != before ? 1U : 0U;
  }

  void spend(std::uint64_t cycles) {
    bench_.spend(cycles);
    for (std::size_t index = 0; index < expected_.size(); ++index) {
      const PerfEvent& event = *bench_.system.events()[index];
      for (std::size_t cpu = 0; cpu < 2; ++cpu) {
        expected_[index] += is_enabled_on(event, cpu) ? cycles : 0;
      }
    }
  }

  /// By the rules of perf_event_open(2): the task runs here (or a child that inherited), or the CPU
  /// is this one; and no error.
  bool is_enabled_on(const PerfEvent& event, std::size_t cpu) {
    if (event.task == kNoTask) {
      return event.cpu == bench_.units[cpu].cpu.kernel.id() &&
             event.leader->state != EventState::error;
    }
    const bool own = running_[cpu] == event.task;
    const bool of_child = running_[cpu] == 1 && event.task == 0 && event.leader->attr.inherit;
    if (of_child) {
      ++made_.inherited;
      has_child_time_ = true;
    }
    return (own && event.leader->state != EventState::error) || of_child;
  }

  /// No more events have counters than there are, and a group is on as a whole.
  void check_active() {
    for (PerfBench::Unit& unit : bench_.units) {
      const RegValue enabled = unit.cpu.reg("PMCNTEN");
      const auto& context = bench_.system.cpu_context(unit.cpu.kernel.id());
      for (const PerfEvent* leader : context.flexible) {
        for (const PerfEvent* sibling : leader->siblings) {
          RC_ASSERT(sibling->state == leader->state);
        }
      }
      made_.full += enabled == unit.driver.hardware().counter_mask() ? 1U : 0U;
    }
  }

  void check_totals() {
    for (std::size_t index = 0; index < expected_.size(); ++index) {
      const PerfEvent& event = *bench_.system.events()[index];
      const auto totals = bench_.totals(event);
      RC_ASSERT(totals.count == totals.time_running);
      RC_ASSERT(totals.time_running <= totals.time_enabled);
      const bool may_err = event.leader->attr.pinned;
      if (may_err) {
        // A child's pinned copy can be in error by itself.
        RC_ASSERT(totals.time_enabled <= expected_[index] || has_child_time_);
        made_.errors += event.leader->state == EventState::error ? 1U : 0U;
      } else {
        RC_ASSERT(totals.time_enabled == expected_[index]);
      }
      made_.multiplexed += totals.time_running < totals.time_enabled ? 1U : 0U;
      made_.never_on += totals.time_enabled != 0 && totals.time_running == 0 ? 1U : 0U;
    }
  }

  Draw draw_;
  Made& made_;
  PerfBench bench_;
  std::vector<kernel::TaskIndex> running_;
  Expected expected_;
  bool has_child_time_{};
};

}  // namespace

TEST_CASE("counts are times, whatever tasks and ticks do", "[perf][sched][property]") {
  Made made;
  CHECK(holds_for_seeds("count is time_running", kSequences, [&made](std::uint64_t seed) {
    Sequence{seed, made}.run();
  }));
  CHECK(made.multiplexed > 0);
  CHECK(made.full > 0);
  CHECK(made.errors > 0);
  CHECK(made.moved > 0);
  CHECK(made.rotated > 0);
  CHECK(made.inherited > 0);
  CHECK(made.never_on > 0);
}
