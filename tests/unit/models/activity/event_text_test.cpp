// SPDX-License-Identifier: Apache-2.0
#include "models/activity/event_text.h"

#include <catch2/catch.hpp>

using pmusim::EventId;

TEST_CASE("an event is shown by its name, or by its number when it has none",
          "[activity][events]") {
  CHECK(pmusim::event_text(EventId{0x003F}) == "STALL_SLOT");
  CHECK(pmusim::event_text(EventId{0x00C0}) == "0x00C0");
  CHECK(pmusim::event_text(EventId{0xFFFF}) == "0xFFFF");
}

TEST_CASE("an event is read from a name or a number", "[activity][events]") {
  CHECK(pmusim::read_event("dtlb_walk") == EventId{0x34});
  CHECK(pmusim::read_event("0x3f") == EventId{0x3F});
  CHECK(pmusim::read_event("63") == EventId{0x3F});
  CHECK(pmusim::read_event("0xFFFF") == EventId{0xFFFF});
}

TEST_CASE("a wrong event is refused with the nearest name", "[activity][events]") {
  const auto misspelled = pmusim::read_event("STALL_SLT");
  REQUIRE_FALSE(misspelled);
  CHECK(misspelled.error().hint == "did you mean \"STALL_SLOT\"?");
  CHECK_FALSE(pmusim::read_event("0x10000"));
  CHECK_FALSE(pmusim::read_event("65536"));
  CHECK_FALSE(pmusim::read_event("0x"));
  CHECK_FALSE(pmusim::read_event("3f"));
  CHECK_FALSE(pmusim::read_event(""));
}

TEST_CASE("what is near no event, or only near one that the PMU makes, gets no hint",
          "[activity][events]") {
  for (const char* text : {"", "CHIN", "CHAN", "CPU_CYCLE", "banana"}) {
    CAPTURE(text);
    const auto event = pmusim::read_event(text);
    REQUIRE_FALSE(event);
    CHECK(event.error().hint.empty());
  }
  CHECK(pmusim::read_event("").error().what.starts_with("found nothing, expected"));
}

TEST_CASE("a wrong event is shown without bytes that a terminal obeys", "[activity][events]") {
  const auto event = pmusim::read_event("\x1b[31m\xff");
  REQUIRE_FALSE(event);
  CHECK(event.error().what.starts_with(R"(found "\x1b[31m\xff", expected)"));
}
