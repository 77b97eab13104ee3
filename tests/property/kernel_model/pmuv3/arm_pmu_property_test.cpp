// SPDX-License-Identifier: Apache-2.0
//
// The driver against an oracle that knows no registers: an event has happened as often as it did
// while it was started, the PMU was on, and its attributes did not leave out where it happened.
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tests/property/models/pmu/draw.h"
#include "tests/support/driver_bench.h"

using namespace pmusim;
using namespace pmusim::test;
using kernel::PerfEvent;

namespace {

constexpr std::uint64_t kSequences = 20;  // of one case: they are cheap
/// Spans after which an interrupt may still wait.
constexpr std::uint64_t kPeriodsOnly = std::uint64_t{1} << 12U;

/// What the sequences were made of.
struct Made {
  std::uint64_t counted{}, interrupts{}, chained{}, wide{}, refused{}, stopped_pmu{}, excluded{};
};

struct Subject {
  PerfEvent* event{};
  bool added{};
  bool started{};
  std::uint64_t expected{};
};

abi::PerfEventAttr random_attr(Draw& draw) {
  abi::PerfEventAttr attr = attr_of(draw.one_in(3) ? 0x11 : kEvent.value());
  attr.config1 = draw.one_in(3) ? kLong : 0;
  attr.sample_period = draw.pick<std::uint64_t>({0, 0, 1'000'000, 5'000'000'000});
  attr.exclude_user = draw.one_in(4);
  attr.exclude_kernel = draw.one_in(4);
  attr.exclude_hv = draw.one_in(4);
  attr.exclude_guest = draw.one_in(4);
  return attr;
}

/// On nVHE, in the host.
bool is_excluded(const abi::PerfEventAttr& attr, ExceptionLevel level) {
  switch (level) {
    case ExceptionLevel::el0:
      return attr.exclude_user;
    case ExceptionLevel::el1:
      return attr.exclude_kernel;
    case ExceptionLevel::el2:
    case ExceptionLevel::el3:
      return attr.exclude_hv;
  }
  return false;
}

class Sequence {
 public:
  Sequence(std::uint64_t seed, Made& made)
      : draw_{seed},
        made_{made},
        bench_{{.pmu = pmu_of(draw_.pick({PmuVersion::p1, PmuVersion::p5, PmuVersion::p8}),
                              static_cast<unsigned>(draw_.between(0, 8)))}} {}

  void run() {
    for (std::uint64_t left = draw_.between(1, 200); left > 0; --left) {
      step();
      check_counters();
    }
    for (Subject& subject : subjects_) {
      check_count(subject);
    }
  }

 private:
  void step() {
    switch (draw_.below(8)) {
      case 0:
        open();
        break;
      case 1:
        if (Subject* subject = any(); subject != nullptr && subject->added) {
          bench_.cpu.run(bench_.driver.del(*subject->event));
          subject->added = subject->started = false;
        }
        break;
      case 2:
        if (Subject* subject = any(); subject != nullptr && subject->added) {
          bench_.cpu.run(bench_.driver.stop(*subject->event));
          subject->started = false;
        }
        break;
      case 3:
        if (Subject* subject = any(); subject != nullptr && subject->added && !subject->started) {
          bench_.cpu.run(bench_.driver.start(*subject->event));
          subject->started = true;
        }
        break;
      case 4:
        if (Subject* subject = any(); subject != nullptr && subject->added) {
          check_count(*subject);
        }
        break;
      case 5:
        switch_pmu();
        break;
      default:
        spend();
        break;
    }
  }

  void open() {
    const abi::PerfEventAttr attr = random_attr(draw_);
    if (bench_.driver.hardware().counters.event_counters < 2) {
      return;  // not every event fits, and perf_event_open would refuse it
    }
    Subject subject{.event = &bench_.event(attr)};
    subject.added = subject.started = bench_.add(*subject.event);
    made_.refused += subject.added ? 0U : 1U;
    made_.chained += subject.event->hw.chained ? 1U : 0U;
    subjects_.push_back(subject);
  }

  Subject* any() { return subjects_.empty() ? nullptr : &subjects_[draw_.below(subjects_.size())]; }

  void switch_pmu() {
    if (on_) {
      bench_.cpu.run(bench_.driver.disable());
      on_ = false;
      ++made_.stopped_pmu;
      return;
    }
    bench_.cpu.run(bench_.driver.enable());
    on_ = std::ranges::any_of(subjects_, [](const Subject& s) { return s.added; });
  }

  void spend() {
    const ExecutionContext context = draw_.pick({kEl0, kEl1, kEl2});
    const std::uint64_t most = draw_.one_in(3) ? 29 : draw_.between(1, 29);
    const std::uint64_t cycles = draw_.between(1, std::uint64_t{1} << most);
    const auto amount = static_cast<std::uint32_t>(draw_.between(0, 3));
    bench_.cpu.spend(context, cycles, amount);
    for (Subject& subject : subjects_) {
      if (on_ && subject.started) {
        expect(subject, context.level, cycles, amount);
      }
    }
    // An interrupt may be late, but not by as much as half a counter.
    if (on_ && bench_.cpu.pmu.interrupt_level() && (cycles > kPeriodsOnly || draw_.one_in(2))) {
      bench_.serve();
      ++made_.interrupts;
    }
  }

  void expect(Subject& subject, ExceptionLevel level, std::uint64_t cycles, std::uint64_t amount) {
    const abi::PerfEventAttr& attr = subject.event->attr;
    if (is_excluded(attr, level)) {
      ++made_.excluded;
      return;
    }
    subject.expected += attr.config == 0x11 ? cycles : cycles * amount;
    ++made_.counted;
    made_.wide += subject.expected >> 32U != 0 ? 1U : 0U;
  }

  void check_count(Subject& subject) {
    if (subject.added && subject.started) {
      bench_.cpu.run(bench_.driver.read(*subject.event));
    }
    RC_ASSERT(subject.event->count == subject.expected);
  }

  /// No two events share a counter, and exactly the started ones are enabled.
  void check_counters() {
    RegValue used = 0;
    RegValue enabled = 0;
    for (const Subject& subject : subjects_) {
      if (!subject.added) {
        continue;
      }
      const RegValue bit = RegValue{1} << static_cast<unsigned>(subject.event->hw.idx);
      const RegValue mask = subject.event->hw.chained ? bit | bit >> 1U : bit;
      RC_ASSERT((used & mask) == 0);
      used |= mask;
      enabled |= subject.started ? mask : 0;
    }
    RC_ASSERT(bench_.cpu.reg("PMCNTEN") == enabled);
    RC_ASSERT((bench_.cpu.reg("PMCR_EL0") & 1U) == (on_ ? 1U : 0U));
  }

  Draw draw_;
  Made& made_;
  DriverBench bench_;
  std::deque<Subject> subjects_;
  bool on_{};
};

}  // namespace

TEST_CASE("an event has happened as often as it did while it was started",
          "[pmuv3][driver][property]") {
  Made made;
  CHECK(holds_for_seeds(
      "counts", kSequences, [&made](std::uint64_t seed) { Sequence{seed, made}.run(); }));
  CHECK(made.counted > 0);
  CHECK(made.interrupts > 0);
  CHECK(made.chained > 0);
  CHECK(made.wide > 0);
  CHECK(made.refused > 0);
  CHECK(made.stopped_pmu > 0);
  CHECK(made.excluded > 0);
}
