// SPDX-License-Identifier: Apache-2.0
#include "models/interrupt/delayed_line.h"

#include <catch2/catch.hpp>

using namespace pmusim;

TEST_CASE("a line that rises is seen one edge later, and after its skid", "[interrupt][skid]") {
  DelayedLine direct{Cycles{0}};
  CHECK(direct.visible() == kNever);
  direct.drive(CycleTime{10}, true);
  CHECK(direct.risen() == CycleTime{10});
  CHECK(direct.visible() == CycleTime{11});

  DelayedLine late{Cycles{12}};
  late.drive(CycleTime{10}, true);
  CHECK(late.visible() == CycleTime{23});
}

TEST_CASE("a line that falls on its way is never seen", "[interrupt][skid]") {
  DelayedLine line{Cycles{12}};
  line.drive(CycleTime{10}, true);
  line.drive(CycleTime{15}, false);
  CHECK(line.visible() == kNever);
  line.drive(CycleTime{20}, true);
  CHECK(line.visible() == CycleTime{33});
}

TEST_CASE("driving the same level again does not restart the skid", "[interrupt][skid]") {
  DelayedLine line{Cycles{3}};
  line.drive(CycleTime{10}, true);
  line.drive(CycleTime{12}, true);
  CHECK(line.visible() == CycleTime{14});
}
