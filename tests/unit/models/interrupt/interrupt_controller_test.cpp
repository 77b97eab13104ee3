// SPDX-License-Identifier: Apache-2.0
#include "models/interrupt/interrupt_controller.h"

#include <catch2/catch.hpp>

using namespace pmusim;

namespace {

InterruptController controller_with_all_pending() {
  return InterruptController{
      {.clock = Clock{1000}, .pmu_skid = Cycles{0}, .timer_period = Picoseconds{4000}}};
}

}  // namespace

TEST_CASE("the PMU comes before IPIs, and IPIs before the timer", "[interrupt]") {
  InterruptController controller = controller_with_all_pending();
  const CycleTime now{10};
  controller.drive_pmu(CycleTime{8}, true);
  CHECK(controller.post_ipi(Picoseconds{7500}, CycleTime{0}) == CycleTime{8});

  const TakenInterrupt first = controller.take(now);
  CHECK(first.line == InterruptLine::pmu);
  CHECK(first.raised == CycleTime{8});
  CHECK(first.taken == now);

  controller.drive_pmu(now, false);
  const TakenInterrupt second = controller.take(now);
  CHECK(second.line == InterruptLine::ipi);
  CHECK(second.raised == CycleTime{7});

  const TakenInterrupt third = controller.take(now);
  CHECK(third.line == InterruptLine::timer);
  CHECK(third.raised == CycleTime{4});

  CHECK(controller.first_visible() == CycleTime{13});
}

TEST_CASE("the PMU's level stays until its cause is gone, the others end when taken",
          "[interrupt]") {
  InterruptController controller = controller_with_all_pending();
  controller.drive_pmu(CycleTime{1}, true);
  CHECK(controller.take(CycleTime{2}).line == InterruptLine::pmu);
  CHECK(controller.is_pending(InterruptLine::pmu, CycleTime{3}));
  CHECK(controller.take(CycleTime{3}).line == InterruptLine::pmu);
}

TEST_CASE("nothing is pending one edge too early", "[interrupt]") {
  InterruptController controller{
      {.clock = Clock{1000}, .pmu_skid = Cycles{5}, .timer_period = std::nullopt}};
  controller.drive_pmu(CycleTime{10}, true);
  CHECK_FALSE(controller.is_pending(InterruptLine::pmu, CycleTime{15}));
  CHECK(controller.is_pending(InterruptLine::pmu, CycleTime{16}));
  CHECK(controller.first_visible() == CycleTime{16});
}
