// SPDX-License-Identifier: Apache-2.0
#include "models/interrupt/ipi_inbox.h"

#include <catch2/catch.hpp>

using namespace pmusim;

TEST_CASE("IPIs that are visible when one is taken are that one", "[interrupt][ipi]") {
  IpiInbox inbox;
  CHECK(inbox.visible() == kNever);
  inbox.post(CycleTime{10}, CycleTime{0});
  inbox.post(CycleTime{12}, CycleTime{0});
  inbox.post(CycleTime{20}, CycleTime{0});
  CHECK(inbox.visible() == CycleTime{10});
  CHECK(inbox.raised() == CycleTime{9});
  inbox.acknowledge(CycleTime{12});
  CHECK(inbox.visible() == CycleTime{20});
  inbox.acknowledge(CycleTime{20});
  CHECK(inbox.visible() == kNever);
}

TEST_CASE("the order in which IPIs are posted does not matter", "[interrupt][ipi]") {
  IpiInbox inbox;
  inbox.post(CycleTime{20}, CycleTime{0});
  inbox.post(CycleTime{10}, CycleTime{0});
  inbox.post(CycleTime{20}, CycleTime{0});
  CHECK(inbox.visible() == CycleTime{10});
  inbox.acknowledge(CycleTime{19});
  CHECK(inbox.visible() == CycleTime{20});
}

TEST_CASE("what is pending already is kept as one, with the time of the first",
          "[interrupt][ipi]") {
  IpiInbox inbox;
  for (std::uint64_t edge = 10; edge < 20; ++edge) {
    inbox.post(CycleTime{edge}, CycleTime{edge});
  }
  CHECK(inbox.raised() == CycleTime{9});
  inbox.acknowledge(CycleTime{18});
  CHECK(inbox.visible() == CycleTime{19});
}
