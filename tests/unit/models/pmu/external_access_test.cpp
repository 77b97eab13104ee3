// SPDX-License-Identifier: Apache-2.0
//
// Who may access the frame, in which sizes. Rules from the manual's tables of access permissions.
#include <catch2/catch.hpp>

#include "models/pmu/external_frame.h"
#include "tests/unit/models/pmu/external_view_support.h"

namespace pmusim {
namespace {

using test::everything;
using test::FrameBench;
using test::unlocked;

constexpr unsigned kPmccntr = 0x0F8;
constexpr unsigned kPmcntenset = 0xC00;
constexpr unsigned kPmcfgr = 0xE00;
constexpr unsigned kReservedCounting = 0xC08;
constexpr unsigned kPmlar = 0xFB0;
constexpr unsigned kPmlsr = 0xFB4;
constexpr unsigned kPmdevtype = 0xFCC;
constexpr unsigned kReservedManagement = 0xFD4;
constexpr RegValue kEpmad = 1U << 21U;
constexpr RegValue kEpmade = 1U << 2U;
constexpr RegValue kKey = 0xC5ACCE55;

constexpr Requester kNonSecure{SecurityState::non_secure, true};
constexpr Requester kSecure{SecurityState::secure, true};
constexpr Requester kRealm{SecurityState::realm, true};
constexpr Requester kRoot{SecurityState::root, true};
constexpr Requester kDebugger{SecurityState::non_secure, false};

PmuConfig plain_pmu() {
  PmuConfig config;
  config.version = PmuVersion::p8;
  return config;
}

ExternalError error_at(FrameBench& bench, unsigned offset, Requester who = {}) {
  return bench.try_read(offset, 4, who).error;
}

/// A frame of the time before FEAT_Debugv8p4, the only one that can have the software lock.
ExternalFrameConfig with_software_lock() {
  ExternalFrameConfig frame = unlocked();
  frame.debug_v8p4 = false;
  frame.software_lock = true;
  return frame;
}

}  // namespace

TEST_CASE("counting registers answer an error without core power", "[pmu][external]") {
  FrameBench bench{plain_pmu()};
  bench.frame.set_core_power(false);
  CHECK(error_at(bench, kPmccntr) == ExternalError::no_power);
  CHECK(bench.try_write(kPmccntr, 4, 1).error == ExternalError::no_power);
  CHECK(bench.at(PmuReg::pmccntr_el0) == 0);
  SECTION("management registers have debug power") {
    CHECK(error_at(bench, kPmdevtype) == ExternalError::none);
  }
  SECTION("a reserved word reads as zero") {
    CHECK(error_at(bench, kReservedCounting) == ExternalError::none);
  }
}

TEST_CASE("management registers answer an error without debug power", "[pmu][external]") {
  FrameBench bench{plain_pmu()};
  bench.frame.set_debug_power(false);
  CHECK(error_at(bench, kPmdevtype) == ExternalError::no_power);
  CHECK(error_at(bench, kPmccntr) == ExternalError::none);
}

TEST_CASE("with FEAT_DoPD the core's power is the power of everything", "[pmu][external]") {
  ExternalFrameConfig frame = unlocked();
  frame.dopd = true;
  FrameBench bench{plain_pmu(), frame};
  bench.frame.set_debug_power(false);
  CHECK(error_at(bench, kPmdevtype) == ExternalError::none);
  bench.frame.set_core_power(false);
  CHECK(error_at(bench, kPmdevtype) == ExternalError::no_power);
  CHECK(error_at(bench, kReservedCounting) == ExternalError::no_power);
  CHECK(error_at(bench, kReservedManagement) == ExternalError::no_power);
}

TEST_CASE("the OS double lock shuts counting registers, not management registers",
          "[pmu][external]") {
  FrameBench bench{plain_pmu()};
  bench.frame.set_double_lock(true);
  CHECK(error_at(bench, kPmccntr) == ExternalError::double_lock);
  CHECK(error_at(bench, kPmcfgr) == ExternalError::double_lock);
  CHECK(error_at(bench, kPmdevtype) == ExternalError::none);
  bench.frame.set_double_lock(false);
  CHECK(error_at(bench, kPmccntr) == ExternalError::none);
}

TEST_CASE("a Cold reset sets the OS Lock, which shuts counting registers only", "[pmu][external]") {
  FrameBench bench{plain_pmu(), ExternalFrameConfig{}};
  CHECK(bench.frame.os_lock());
  CHECK(error_at(bench, kPmccntr) == ExternalError::os_lock);
  CHECK(bench.try_write(kPmcntenset, 4, 1).error == ExternalError::os_lock);
  CHECK(bench.at(PmuReg::pmcntenset_el0) == 0);
  CHECK(error_at(bench, kPmdevtype) == ExternalError::none);
  bench.frame.set_os_lock(false);
  CHECK(error_at(bench, kPmccntr) == ExternalError::none);
}

TEST_CASE("the first condition that holds gives the error", "[pmu][external]") {
  FrameBench bench{plain_pmu()};
  bench.put(PmuReg::mdcr_el3, kEpmad);
  CHECK(error_at(bench, kPmccntr) == ExternalError::not_permitted);
  bench.frame.set_os_lock(true);
  CHECK(error_at(bench, kPmccntr) == ExternalError::os_lock);
  bench.frame.set_double_lock(true);
  CHECK(error_at(bench, kPmccntr) == ExternalError::double_lock);
  bench.frame.set_core_power(false);
  CHECK(error_at(bench, kPmccntr) == ExternalError::no_power);
  CHECK(bench.try_read(kPmccntr, 2).error == ExternalError::unsupported_size);
}

TEST_CASE("MDCR_EL3.EPMAD shuts out Non-secure requesters", "[pmu][external]") {
  FrameBench bench{plain_pmu()};
  CHECK(error_at(bench, kPmccntr, kNonSecure) == ExternalError::none);
  bench.put(PmuReg::mdcr_el3, kEpmad);
  CHECK(error_at(bench, kPmccntr, kNonSecure) == ExternalError::not_permitted);
  CHECK(error_at(bench, kPmccntr, kSecure) == ExternalError::none);
  CHECK(error_at(bench, kPmdevtype, kNonSecure) == ExternalError::none);
  CHECK(error_at(bench, kReservedCounting, kNonSecure) == ExternalError::none);
}

TEST_CASE("a refused access sets the sticky flag of EDPRSR", "[pmu][external]") {
  FrameBench bench{plain_pmu()};
  bench.put(PmuReg::mdcr_el3, kEpmad);
  CHECK(error_at(bench, kPmccntr, kSecure) == ExternalError::none);
  CHECK_FALSE(bench.frame.sticky_access_denied());
  CHECK(error_at(bench, kPmccntr, kNonSecure) == ExternalError::not_permitted);
  CHECK(bench.frame.sticky_access_denied());
  CHECK(error_at(bench, kPmccntr, kSecure) == ExternalError::none);
  CHECK(bench.frame.sticky_access_denied());
  bench.frame.clear_sticky_access_denied();
  CHECK_FALSE(bench.frame.sticky_access_denied());
}

TEST_CASE("an error for another reason leaves the sticky flag of EDPRSR alone", "[pmu][external]") {
  FrameBench bench{plain_pmu()};
  bench.frame.set_os_lock(true);
  CHECK(error_at(bench, kPmccntr) == ExternalError::os_lock);
  CHECK_FALSE(bench.frame.sticky_access_denied());
}

TEST_CASE("with RME, EPMADE and EPMAD choose the Security states that may access",
          "[pmu][external]") {
  struct Row {
    RegValue mdcr_el3;
    bool root, secure, realm, non_secure;
  };

  const auto row = GENERATE(Row{0, true, true, true, true},
                            Row{kEpmad, true, true, false, false},
                            Row{kEpmade, true, false, true, false},
                            Row{kEpmade | kEpmad, true, false, false, false});
  FrameBench bench{everything(ExternalView::ext32)};
  bench.put(PmuReg::mdcr_el3, row.mdcr_el3);
  CAPTURE(row.mdcr_el3);
  CHECK((error_at(bench, kPmccntr, kRoot) == ExternalError::none) == row.root);
  CHECK((error_at(bench, kPmccntr, kSecure) == ExternalError::none) == row.secure);
  CHECK((error_at(bench, kPmccntr, kRealm) == ExternalError::none) == row.realm);
  CHECK((error_at(bench, kPmccntr, kNonSecure) == ExternalError::none) == row.non_secure);
}

TEST_CASE("without EL3 a Non-secure requester needs a Non-secure PE", "[pmu][external]") {
  PmuConfig pmu = plain_pmu();
  pmu.el3 = false;
  ExternalFrameConfig frame = unlocked();
  frame.secure_pe = GENERATE(false, true);
  FrameBench bench{pmu, frame};
  CHECK((error_at(bench, kPmccntr, kNonSecure) == ExternalError::none) == !frame.secure_pe);
  CHECK(error_at(bench, kPmccntr, kSecure) == ExternalError::none);
}

TEST_CASE("before Debugv8p4 access needs external debug to be enabled", "[pmu][external]") {
  // DBGAUTHSTATUS_EL1: NSID 1:0, NSNID 3:2, SID 5:4, SNID 7:6; 3 is enabled, 2 is implemented and
  // disabled.
  struct Row {
    RegValue dbgauthstatus;
    bool needs_invasive;
    bool epmad;
    bool permitted;
  };

  const auto row =
      GENERATE(Row{0b11'11'11'11, false, false, true},
               Row{0b10'10'10'10, false, false, false},
               Row{0b10'10'11'10, false, false, true},  // text: non-invasive suffices
               Row{0b10'10'11'10, true, false, false},  // pseudocode: invasive is needed
               Row{0b10'10'11'11, true, false, true},
               Row{0b10'10'11'11, false, true, false},  // EPMAD, no Secure debug
               Row{0b11'10'11'11, false, true, true},   // Secure non-invasive debug overrides EPMAD
               Row{0b11'10'11'11, true, true, false},
               Row{0b11'11'11'11, true, true, true});
  ExternalFrameConfig frame = unlocked();
  frame.debug_v8p4 = false;
  frame.dbgauthstatus = row.dbgauthstatus;
  frame.access_needs_invasive_debug = row.needs_invasive;
  FrameBench bench{plain_pmu(), frame};
  bench.put(PmuReg::mdcr_el3, row.epmad ? kEpmad : 0);
  CAPTURE(row.dbgauthstatus, row.needs_invasive, row.epmad);
  CHECK((error_at(bench, kPmccntr) == ExternalError::none) == row.permitted);
}

TEST_CASE("before Debugv8p4 and without EL3 the PE's own state decides", "[pmu][external]") {
  PmuConfig pmu = plain_pmu();
  pmu.el3 = false;
  ExternalFrameConfig frame = unlocked();
  frame.debug_v8p4 = false;
  frame.dbgauthstatus = 0b10'10'11'11;
  frame.secure_pe = GENERATE(false, true);
  FrameBench bench{pmu, frame};
  CHECK((error_at(bench, kPmccntr) == ExternalError::none) == !frame.secure_pe);
}

TEST_CASE("the software lock ignores memory-mapped writes until it gets its key",
          "[pmu][external]") {
  FrameBench bench{plain_pmu(), with_software_lock()};
  bench.put(PmuReg::pmccntr_el0, 7);
  SECTION("out of reset it is locked: reads work, writes are ignored without an error") {
    CHECK(bench.try_read(kPmlsr, 4).value == 0b011);
    CHECK(bench.try_read(kPmccntr, 4).value == 7);
    CHECK(bench.try_write(kPmccntr, 4, 1).ok());
    CHECK(bench.at(PmuReg::pmccntr_el0) == 7);
  }
  SECTION("it does not concern a debugger") {
    CHECK(bench.try_read(kPmlsr, 4, kDebugger).value == 0);
    CHECK(bench.try_write(kPmccntr, 4, 1, kDebugger).ok());
    CHECK(bench.at(PmuReg::pmccntr_el0) == 1);
    CHECK(bench.try_write(kPmlar, 4, kKey, kDebugger).ok());
    CHECK(bench.frame.software_locked());
  }
  SECTION("the key unlocks, any other value locks") {
    CHECK(bench.try_write(kPmlar, 4, kKey).ok());
    CHECK(bench.try_read(kPmlsr, 4).value == 0b001);
    CHECK(bench.try_write(kPmccntr, 4, 1).ok());
    CHECK(bench.at(PmuReg::pmccntr_el0) == 1);
    CHECK(bench.try_write(kPmlar, 4, kKey - 1).ok());
    CHECK(bench.try_read(kPmlsr, 4).value == 0b011);
  }
  SECTION("a refused access does not set the sticky flag while it is locked") {
    FrameBench shut{plain_pmu(), [] {
                      ExternalFrameConfig frame = with_software_lock();
                      frame.dbgauthstatus = 0;
                      return frame;
                    }()};
    CHECK(error_at(shut, kPmccntr) == ExternalError::not_permitted);
    CHECK_FALSE(shut.frame.sticky_access_denied());
    CHECK(shut.try_write(kPmlar, 4, kKey).ok());
    CHECK(error_at(shut, kPmccntr) == ExternalError::not_permitted);
    CHECK(shut.frame.sticky_access_denied());
  }
}

TEST_CASE("EXT64, DoPD and Debugv8p4 exclude the software lock", "[pmu][external]") {
  PmuConfig pmu = plain_pmu();
  ExternalFrameConfig frame = with_software_lock();
  const int reason = GENERATE(0, 1, 2);
  CAPTURE(reason);
  pmu.external_view = reason == 0 ? ExternalView::ext64 : ExternalView::ext32;
  frame.dopd = reason == 1;
  frame.debug_v8p4 = reason == 2;
  FrameBench bench{pmu, frame};
  CHECK_FALSE(bench.frame.has_software_lock());
  CHECK(bench.try_read(kPmlsr, 4).value == 0);
  CHECK(bench.try_write(kPmlar, 4, 0).ok());
  CHECK(bench.try_write(kPmccntr, reason == 0 ? 8 : 4, 5).ok());
  CHECK(bench.at(PmuReg::pmccntr_el0) == 5);
}

TEST_CASE("unsupported sizes and alignments are errors and change nothing", "[pmu][external]") {
  FrameBench bench{everything(ExternalView::ext32)};
  for (const unsigned size : {0U, 1U, 2U, 3U, 5U, 16U}) {
    CAPTURE(size);
    CHECK(bench.try_read(kPmccntr, size).error == ExternalError::unsupported_size);
    CHECK(bench.try_write(kPmccntr, size, 1).error == ExternalError::unsupported_size);
  }
  CHECK(bench.try_read(kPmccntr + 2, 4).error == ExternalError::unsupported_size);
  CHECK(bench.try_write(kPmccntr + 4, 8, 1).error == ExternalError::unsupported_size);
  CHECK(bench.try_read(0x604, 8).error == ExternalError::unsupported_size);
  CHECK(bench.try_read(kFrameBytes - 4, 8).error == ExternalError::unsupported_size);
  CHECK(bench.try_read(kFrameBytes, 4).error == ExternalError::outside_frame);
  CHECK(bench.state == reset_state(bench.pmu_config));
}

TEST_CASE("in EXT32 a doubleword reaches a 64-bit register, never two 32-bit ones",
          "[pmu][external]") {
  FrameBench bench{everything(ExternalView::ext32)};
  CHECK(bench.try_write(kPmccntr, 8, 0x0123'4567'89ab'cdef).ok());
  CHECK(bench.at(PmuReg::pmccntr_el0) == 0x0123'4567'89ab'cdef);
  CHECK(bench.try_read(kPmccntr, 8).value == 0x0123'4567'89ab'cdef);
  CHECK(bench.try_read(kPmccntr, 4).value == 0x89ab'cdef);
  CHECK(bench.try_read(kPmccntr + 4, 4).value == 0x0123'4567);
  for (const unsigned offset : {0x400U, 0xA00U, 0xE00U, 0xE20U, 0xE28U, 0xFA8U, 0xFB0U, 0xFF0U}) {
    CAPTURE(offset);
    CHECK(bench.try_read(offset, 8).error == ExternalError::unsupported_size);
  }
  CHECK(bench.try_read(0x600, 8).ok());
}

TEST_CASE("in EXT32 set and clear registers are 64-bit with PMUv3p9 only", "[pmu][external]") {
  PmuConfig pmu = plain_pmu();
  pmu.version = GENERATE(PmuVersion::p8, PmuVersion::p9);
  FrameBench bench{pmu};
  CHECK(bench.try_read(kPmcntenset, 8).ok() == (pmu.version == PmuVersion::p9));
  CHECK(bench.try_read(kPmcntenset, 4).ok());
  CHECK(bench.try_read(kPmcntenset + 4, 4).ok());
}

TEST_CASE("in EXT64 halves are reachable only if some requester has AArch32", "[pmu][external]") {
  PmuConfig pmu = everything(ExternalView::ext64);
  pmu.aarch32 = GENERATE(false, true);
  FrameBench bench{pmu};
  CAPTURE(pmu.aarch32);
  CHECK(bench.try_write(kPmccntr + 4, 4, 0x55).ok() == pmu.aarch32);
  CHECK(bench.at(PmuReg::pmccntr_el0) == (pmu.aarch32 ? RegValue{0x55} << 32U : 0));
  CHECK(bench.try_read(0xFA8, 4).ok() == pmu.aarch32);
  CHECK(bench.try_read(kPmccntr, 8).ok());
  CHECK(bench.try_read(0xFA8, 8).ok());
  CHECK(bench.try_read(kPmdevtype, 4).ok());
  CHECK(bench.try_read(0xFC8, 8).error == ExternalError::unsupported_size);
}

TEST_CASE("reserved words, absent registers and wrong directions read as zero and ignore writes",
          "[pmu][external]") {
  const auto view = GENERATE(ExternalView::ext32, ExternalView::ext64);
  PmuConfig pmu = everything(view);
  pmu.event_counters = 6;
  FrameBench bench{pmu};
  bench.put(PmuReg::pmccntr_el0, 9);
  const PmuState before = bench.state;
  const unsigned size = view == ExternalView::ext32 ? 4 : 8;
  const auto absent = GENERATE(0x030U,  // PMEVCNTR6_EL0
                               0x200U,  // PMPCSR
                               0x600U,  // snapshot
                               0x800U,  // PMEVFILT2R
                               0xD80U,
                               0xE30U,
                               0xE50U,
                               0xF00U,
                               0xFD8U);
  CAPTURE(static_cast<int>(view), absent);
  CHECK(bench.try_read(absent, size).ok());
  CHECK(bench.try_read(absent, size).value == 0);
  CHECK(bench.try_write(absent, size, ~RegValue{0}).ok());
  CHECK(bench.try_read(0xCA0, size).value == 0);  // PMZR_EL0 is write-only
  CHECK(bench.try_write(kPmcfgr, size, ~RegValue{0}).ok());
  CHECK(bench.state == before);
}

TEST_CASE("an access in the wrong direction reads as zero even while the frame is locked",
          "[pmu][external]") {
  FrameBench bench{everything(ExternalView::ext32), ExternalFrameConfig{}};
  CHECK(bench.try_read(0xCA0, 4).ok());
  CHECK(bench.try_write(kPmcfgr, 4, 1).ok());
  CHECK(bench.try_write(0xCA0, 4, 1).error == ExternalError::os_lock);
  CHECK(bench.try_read(kPmcfgr, 4).error == ExternalError::os_lock);
}

TEST_CASE("a software increment register is not in the frame", "[pmu][external]") {
  PmuConfig pmu = plain_pmu();  // before PMUv3p9, where PMSWINC_EL0 would be at 0xCA0
  FrameBench bench{pmu};
  bench.put(PmuReg::pmevtyper_el0, 0, 0);
  const PmuState before = bench.state;
  CHECK(bench.try_write(0xCA0, 4, 1).ok());
  CHECK(bench.state == before);
}

}  // namespace pmusim
