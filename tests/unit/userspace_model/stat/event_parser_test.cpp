// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/stat/event_parser.h"

#include <catch2/catch.hpp>

namespace {

using pmusim::ErrorCode;
using pmusim::abi::PerfEventAttr;
using pmusim::userspace::parse_event;

PerfEventAttr attr_of(const std::string& text) {
  const auto event = parse_event(text);
  INFO(text << ": " << (event ? "" : event.error().what));
  REQUIRE(event);
  CHECK(event->text == text);
  return event->attr;
}

pmusim::Error error_of(const std::string& text) {
  const auto event = parse_event(text);
  INFO(text);
  REQUIRE_FALSE(event);
  return event.error();
}

/// Counted from 1, as the message shows it.
std::string character(const std::string& text, int position) {
  return "event \"" + text + "\", character " + std::to_string(position);
}

}  // namespace

TEST_CASE("a generic name stands for the event of the Arm driver's table", "[stat][events]") {
  const auto [name, config] = GENERATE(table<std::string, std::uint64_t>({
      {"cycles", 0x11},
      {"cpu-cycles", 0x11},
      {"instructions", 0x08},
      {"branches", 0x21},
      {"branch-instructions", 0x21},
      {"branch-misses", 0x10},
      {"cache-references", 0x04},
      {"cache-misses", 0x03},
      {"stalled-cycles-frontend", 0x23},
      {"stalled-cycles-backend", 0x24},
      {"bus-cycles", 0x1D},
  }));
  CHECK(attr_of(name) == PerfEventAttr{.config = config});
}

TEST_CASE("an event is named by Arm's name in any case, as raw number, or as number",
          "[stat][events]") {
  const std::string text = GENERATE("stall_slot",
                                    "STALL_SLOT",
                                    "r3f",
                                    "r3F",
                                    "r003f",
                                    "0x3f",
                                    "armv8_pmuv3/stall_slot/",
                                    "armv8_pmuv3_0/event=0x3f/",
                                    "armv8_cortex_a57/event=63/",
                                    "armv9_cortex_a510/config=0x3f/",
                                    "armv8_pmuv3/r3f/");
  CHECK(attr_of(text) == PerfEventAttr{.config = 0x3F});
}

TEST_CASE("the PMU that an event names is kept", "[stat][events]") {
  CHECK(parse_event("armv8_pmuv3_1/stall_slot/u").value().pmu == "armv8_pmuv3_1");
  CHECK(parse_event("armv8_cortex_a57/event=63/").value().pmu == "armv8_cortex_a57");
  CHECK(parse_event("armv8_pmuv3//").value().pmu == "armv8_pmuv3");
  CHECK(parse_event("stall_slot:u").value().pmu.empty());
}

TEST_CASE("terms go into the fields that the driver's sysfs format states", "[stat][events]") {
  const auto [terms, config1] = GENERATE(table<std::string, std::uint64_t>({
      {"stall_slot,long", 1},
      {"stall_slot,long=0", 0},
      {"stall_slot,rdpmc=1", 2},
      {"stall_slot,threshold_count", 4},
      {"stall_slot,threshold_compare=3", 0x18},
      {"stall_slot,threshold=1", 0x20},
      {"stall_slot,threshold=4095", 0x1FFE0},
      {"stall_slot,config1=0x50", 0x50},
      {"stall_slot,threshold=2,threshold_compare=2", 0x50},
      {"threshold=10,threshold_compare=3,threshold_count,event=0x3f", 0x15C},
  }));
  CHECK(attr_of("armv8_pmuv3/" + terms + "/") == PerfEventAttr{.config = 0x3F, .config1 = config1});
}

TEST_CASE("the two examples of the kernel's documentation are read", "[stat][events]") {
  CHECK(attr_of("armv8_pmuv3_0/stall_slot,threshold=2,threshold_compare=2/") ==
        PerfEventAttr{.config = 0x3F, .config1 = 0x50});
  CHECK(attr_of("armv8_pmuv3_0/dtlb_walk,threshold=10,threshold_compare=3,threshold_count/") ==
        PerfEventAttr{.config = 0x34, .config1 = 0x15C});
}

TEST_CASE("a period makes a sampling event", "[stat][events]") {
  CHECK(attr_of("armv8_pmuv3/cycles,period=1000/").sample_period == 1000);
}

TEST_CASE("u, k and h leave out those of the three that are not named", "[stat][events]") {
  const auto [letters, user, kernel, hv] = GENERATE(table<std::string, bool, bool, bool>({
      {"u", false, true, true},
      {"k", true, false, true},
      {"h", true, true, false},
      {"uk", false, false, true},
      {"ku", false, false, true},
      {"kh", true, false, false},
      {"ukh", false, false, false},
  }));
  CAPTURE(letters);
  const PerfEventAttr expected{
      .config = 0x11, .exclude_user = user, .exclude_kernel = kernel, .exclude_hv = hv};
  CHECK(attr_of("cycles:" + letters) == expected);
  CHECK(attr_of("armv8_pmuv3/cycles/" + letters) == expected);
  CHECK(attr_of("armv8_pmuv3/cycles/:" + letters) == expected);
}

TEST_CASE("G counts in guests only, H in the host only, both in both", "[stat][events]") {
  CHECK(attr_of("r3f:G") == PerfEventAttr{.config = 0x3F, .exclude_host = true});
  CHECK(attr_of("r3f:H") == PerfEventAttr{.config = 0x3F, .exclude_guest = true});
  CHECK(attr_of("r3f:GH") == PerfEventAttr{.config = 0x3F});
  CHECK(attr_of("r3f:Gk") ==
        PerfEventAttr{
            .config = 0x3F, .exclude_user = true, .exclude_hv = true, .exclude_host = true});
}

TEST_CASE("without modifiers nothing is left out", "[stat][events]") {
  CHECK(attr_of("cycles") == PerfEventAttr{.config = 0x11});
}

TEST_CASE("the modifiers are known as they were written", "[stat][events]") {
  const auto [text, modifiers] = GENERATE(table<std::string, std::string>({
      {"cycles", ""},
      {"cycles:ukh", "ukh"},
      {"armv8_pmuv3/cycles/", ""},
      {"armv8_pmuv3/cycles/uG", "uG"},
      {"armv8_pmuv3/cycles/:Hp", "Hp"},
  }));
  CAPTURE(text);
  CHECK(parse_event(text).value().modifiers == modifiers);
}

TEST_CASE("an event is known by its name or by its number", "[stat][events]") {
  for (const char* named : {"cycles", "STALL_SLOT:u", "armv8_pmuv3/stall_slot/", "cpu-cycles"}) {
    CHECK(parse_event(named).value().is_named);
  }
  for (const char* number : {"r3f",
                             "0x3f:u",
                             "armv8_pmuv3/r3f/",
                             "armv8_pmuv3/event=0x3f/",
                             "armv8_pmuv3/config=0x3f/"}) {
    CHECK_FALSE(parse_event(number).value().is_named);
  }
}

TEST_CASE("the other modifiers set what perf sets", "[stat][events]") {
  CHECK(attr_of("cycles:I") == PerfEventAttr{.config = 0x11, .exclude_idle = true});
  CHECK(attr_of("cycles:D") == PerfEventAttr{.config = 0x11, .pinned = true});
  CHECK(attr_of("cycles:e") == PerfEventAttr{.config = 0x11, .exclusive = true});
  CHECK(attr_of("cycles:p") == PerfEventAttr{.config = 0x11, .precise_ip = 1});
  CHECK(attr_of("cycles:ppp") == PerfEventAttr{.config = 0x11, .precise_ip = 3});
  CHECK(attr_of("cycles:P") == PerfEventAttr{.config = 0x11, .precise_ip = 3});
  CHECK(attr_of("cycles:S") == PerfEventAttr{.config = 0x11});
  CHECK(attr_of("cycles:b") == PerfEventAttr{.config = 0x11});
}

TEST_CASE("wrong modifiers are refused at their place", "[stat][events]") {
  const auto [text, position] = GENERATE(table<std::string, int>({
      {"cycles:", 8},
      {"cycles:x", 8},
      {"cycles:ux", 9},
      {"cycles:uu", 9},
      {"cycles:pppp", 11},
      {"cycles:W", 8},
      {"cycles:R", 8},
      {"armv8_pmuv3/cycles/x", 20},
      {"armv8_pmuv3/cycles/:", 21},
      {"armv8_pmuv3/cycles/u/", 21},
  }));
  CHECK(error_of(text).where == character(text, position));
}

TEST_CASE("a threshold above 4095 does not fit its field", "[stat][events]") {
  const auto error = error_of("armv8_pmuv3/stall_slot,threshold=4096/");
  CHECK(error.where == character("armv8_pmuv3/stall_slot,threshold=4096/", 34));
  CHECK(error.what == "4096 is too big for 'threshold'");
  CHECK(error.hint == "its field holds at most 4095");
}

TEST_CASE("values that do not fit their field are refused", "[stat][events]") {
  for (const char* const terms : {"event=0x10000",
                                  "threshold_compare=4",
                                  "threshold_count=2",
                                  "long=2",
                                  "rdpmc=2",
                                  "config=0x10000000000000000",
                                  "event=",
                                  "event=x",
                                  "event=-1",
                                  "event=1.5",
                                  "event",
                                  "threshold",
                                  "config"}) {
    CAPTURE(terms);
    CHECK(error_of(std::string{"armv8_pmuv3/"} + terms + "/").code == ErrorCode::invalid_input);
  }
}

TEST_CASE("an unknown term lists the valid ones and the nearest", "[stat][events]") {
  const auto error = error_of("armv8_pmuv3/stall_slot,treshold=2/");
  CHECK(error.where == character("armv8_pmuv3/stall_slot,treshold=2/", 24));
  CHECK(error.what == "unknown term 'treshold'");
  CHECK(error.hint.find("did you mean threshold?") == 0);
  for (const char* const term : {"event",
                                 "long",
                                 "rdpmc",
                                 "threshold",
                                 "threshold_compare",
                                 "threshold_count",
                                 "config",
                                 "config1",
                                 "period"}) {
    CHECK(error.hint.find(term) != std::string::npos);
  }
  CHECK(error_of("armv8_pmuv3/stall_slt/").hint.find("did you mean stall_slot?") == 0);
  CHECK(error_of("armv8_pmuv3/stall_slot=2/").what == "unknown term 'stall_slot'");
}

TEST_CASE("an unknown event gives the nearest name", "[stat][events]") {
  CHECK(error_of("stall_slt").hint == "did you mean stall_slot?");
  CHECK(error_of("cyclse").hint == "did you mean cycles?");
  CHECK(error_of("Cycles").hint ==
        "did you mean cycles?");  // perf has its generic names in lower case
  CHECK(error_of("stall_slt:u").where == character("stall_slt:u", 1));
}

TEST_CASE("the same bits cannot be set twice", "[stat][events]") {
  CHECK(error_of("armv8_pmuv3/stall_slot,stall/").where ==
        character("armv8_pmuv3/stall_slot,stall/", 24));
  CHECK(error_of("armv8_pmuv3/stall_slot,event=0x3f/").code == ErrorCode::invalid_input);
  CHECK(error_of("armv8_pmuv3/threshold=1,threshold=2/").code == ErrorCode::invalid_input);
  CHECK(error_of("armv8_pmuv3/config1=1,long/").code == ErrorCode::invalid_input);
}

TEST_CASE("what is written wrongly is refused at its place", "[stat][events]") {
  const auto [text, position] = GENERATE(table<std::string, int>({
      {"", 1},
      {":u", 1},
      {"armv8_pmuv3/stall_slot", 12},
      {"armv8_pmuv3/stall_slot,/", 23},
      {"armv8_pmuv3/,stall_slot/", 13},
      {"armv8_pmuv3/=3/", 13},
      {"cycles/long/", 1},
      {"r", 1},
      {"r12345678901234567", 1},
      {"rxyz", 1},
      {"0x10000", 1},
      {"63", 1},
      {"0x", 1},
      {" cycles", 1},
  }));
  CHECK(error_of(text).where == character(text, position));
}

TEST_CASE("what perf has and this model has not is said to be so", "[stat][events]") {
  for (const char* const text : {"page-faults",
                                 "cpu-clock",
                                 "L1-dcache-load-misses",
                                 "LLC-loads",
                                 "ref-cycles",
                                 "sched:sched_switch",
                                 "mem:0x1000:rw",
                                 "cs_etm//",
                                 "arm_spe_0/ts_enable=1/",
                                 "armv7_cortex_a15/event=0x11/",
                                 "armv8_pmuv3/cycles,name=mine/",
                                 "armv8_pmuv3/cycles,call-graph=fp/"}) {
    CAPTURE(text);
    CHECK(error_of(text).code == ErrorCode::not_modelled);
  }
}

TEST_CASE("no terms at all is event 0, as in perf", "[stat][events]") {
  CHECK(attr_of("armv8_pmuv3//") == PerfEventAttr{});
  CHECK(attr_of("armv8_pmuv3//k") == PerfEventAttr{.exclude_user = true, .exclude_hv = true});
}
