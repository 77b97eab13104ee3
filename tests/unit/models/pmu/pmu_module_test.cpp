// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/pmu_module.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/models/pmu/pmu_module_support.h"

namespace pmusim {
namespace {

using namespace test;

using sc_core::SC_NS;
using sc_core::sc_start;
using sc_core::sc_time;
using sc_core::sc_time_stamp;
using sc_core::SC_ZERO_TIME;

}  // namespace

TEST_CASE("a stand-alone platform programs the PMU, feeds spans and sees the interrupt",
          "[pmu][systemc]") {
  Platform platform;
  ThreeStalls activity;
  sc_start(SC_ZERO_TIME);
  platform.program(16);
  // 3 occurrences a cycle: 15 after 5 cycles, 18 after 6, so the counter wraps in cycle 6 and keeps
  // a residue of 2.
  platform.pmu.activity->begin(kUser, activity, 0);
  CHECK(platform.pmu.activity->plan(Cycles{100}) == Cycles{6});
  platform.pmu.activity->commit(Cycles{5});
  sc_start(5, SC_NS);
  CHECK_FALSE(platform.line.read());
  platform.pmu.activity->commit(Cycles{1});
  sc_start(SC_ZERO_TIME);
  sc_start(SC_ZERO_TIME);
  CHECK(platform.line.read());
  CHECK(platform.read(kPmovsset) == 1);
  CHECK(platform.read(kPmevcntr0) == 2);

  platform.write(kPmcr, 0);
  sc_start(1, SC_NS);
  CHECK_FALSE(platform.line.read());
  platform.write(kPmcr, 1);
  sc_start(1, SC_NS);
  CHECK(platform.line.read());
  platform.write(kPmovsclr, 1);
  sc_start(1, SC_NS);
  CHECK_FALSE(platform.line.read());
}

TEST_CASE("a register write that sets a flag raises the line at once", "[pmu][systemc]") {
  Platform platform;
  sc_start(10, SC_NS);
  platform.write(kPmintenset, 1);
  platform.write(kPmcr, 1);
  platform.write(kPmovsset, 1);
  sc_start(SC_ZERO_TIME);
  sc_start(SC_ZERO_TIME);
  CHECK(platform.line.read());
  CHECK(sc_time_stamp() == sc_time(10, SC_NS));
}

TEST_CASE("a change that does not pass through the module shows after publish", "[pmu][systemc]") {
  Platform platform;
  sc_start(1, SC_NS);
  platform.core.set_raw({PmuReg::pmcr_el0, 0}, 1);
  platform.core.set_raw({PmuReg::pmintenset_el1, 0}, 1);
  platform.core.set_raw({PmuReg::pmovsset_el0, 0}, 1);
  sc_start(1, SC_NS);
  CHECK_FALSE(platform.line.read());
  platform.pmu.publish();
  sc_start(1, SC_NS);
  CHECK(platform.line.read());
  CHECK(platform.pmu.interrupt_level());
}

TEST_CASE("an access acts between two cycles, wherever in a span it falls", "[pmu][systemc]") {
  Platform platform;
  Feeder feeder{"feeder"};
  feeder.pmu(platform.pmu.activity);
  platform.pmu.owners(feeder.owner);
  sc_start(100, SC_NS);
  platform.program(300);
  // Cycles 101 to 200 add 300: the counter wraps in the cycle that ends at 200 ns.
  sc_start(50, SC_NS);
  CHECK(platform.read(kPmevcntr0) == 0U - 150);
  sc_start(49, SC_NS);
  CHECK_FALSE(platform.line.read());
  sc_start(1, SC_NS);
  sc_start(SC_ZERO_TIME);
  sc_start(SC_ZERO_TIME);
  sc_start(SC_ZERO_TIME);
  CHECK(sc_time_stamp() == sc_time(200, SC_NS));
  CHECK(platform.line.read());
  // Stopping it at 210 ns leaves what ten more cycles counted.
  sc_start(10, SC_NS);
  platform.write(kPmcr, 0);
  sc_start(1'000, SC_NS);
  CHECK(platform.read(kPmevcntr0) == 30);
  CHECK_FALSE(platform.line.read());
}

TEST_CASE("a debugger's write acts between two cycles too", "[pmu][systemc]") {
  Platform platform;
  Feeder feeder{"feeder"};
  feeder.pmu(platform.pmu.activity);
  platform.pmu.owners(feeder.owner);
  sc_start(100, SC_NS);
  platform.program(300'000);
  sc_start(50, SC_NS);
  std::vector<unsigned char> bytes{0xF1, 0xFF, 0xFF, 0xFF};  // 15 short: five cycles
  tlm::tlm_generic_payload payload;
  Platform::prepare(payload, tlm::TLM_WRITE_COMMAND, kPmevcntr0, bytes);
  CHECK(platform.initiator.socket->transport_dbg(payload) == 4);
  sc_start(2, SC_NS);
  payload.set_read();
  CHECK(platform.initiator.socket->transport_dbg(payload) == 4);
  CHECK(bytes[0] == 0xF7);
  sc_start(2, SC_NS);
  CHECK_FALSE(platform.line.read());
  sc_start(1.5, SC_NS);
  CHECK(platform.line.read());
}

TEST_CASE("a transaction that the frame cannot serve gets the response that says why",
          "[pmu][systemc]") {
  Platform platform;
  sc_start(SC_ZERO_TIME);
  std::vector<unsigned char> bytes(16, 0xFF);
  tlm::tlm_generic_payload payload;
  const PmuState before = platform.core.state();
  const auto with = [&](tlm::tlm_command command, std::uint64_t address, unsigned length) {
    Platform::prepare(payload, command, address, bytes);
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    return platform.send(payload);
  };
  const auto write = tlm::TLM_WRITE_COMMAND;
  CHECK(with(tlm::TLM_IGNORE_COMMAND, kPmcr, 4) == tlm::TLM_COMMAND_ERROR_RESPONSE);
  for (const unsigned length : {0U, 1U, 2U, 3U, 12U, 16U}) {
    CAPTURE(length);
    CHECK(with(write, 0x0F0, length) == tlm::TLM_BURST_ERROR_RESPONSE);
  }
  CHECK(with(write, 0x1000, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(with(write, ~std::uint64_t{3}, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(with(write, 0x0F2, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(with(write, 0x0F4, 8) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(with(write, 0xE20, 8) == tlm::TLM_GENERIC_ERROR_RESPONSE);  // two 32-bit registers
  CHECK(with(write, 0xFFC, 4) == tlm::TLM_OK_RESPONSE);

  Platform::prepare(payload, write, kPmcr, bytes);
  payload.set_data_length(4);
  payload.set_streaming_width(2);
  CHECK(platform.send(payload) == tlm::TLM_BURST_ERROR_RESPONSE);
  payload.set_streaming_width(4);
  std::vector<unsigned char> enables(4, TLM_BYTE_ENABLED);
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(4);
  CHECK(platform.send(payload) == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  payload.set_byte_enable_ptr(nullptr);
  CHECK(platform.core.state() == before);

  platform.frame.set_os_lock(true);
  CHECK(with(write, kPmcr, 4) == tlm::TLM_GENERIC_ERROR_RESPONSE);
  CHECK(platform.core.state() == before);
  platform.frame.set_os_lock(false);
  CHECK(with(write, kPmcr, 4) == tlm::TLM_OK_RESPONSE);
  CHECK_FALSE(platform.core.state() == before);
}

TEST_CASE("a transaction moves four or eight little-endian bytes", "[pmu][systemc]") {
  Platform platform;
  sc_start(SC_ZERO_TIME);
  std::vector<unsigned char> bytes{1, 2, 3, 4, 5, 6, 7, 8};
  tlm::tlm_generic_payload payload;
  Platform::prepare(payload, tlm::TLM_WRITE_COMMAND, 0x0F8, bytes);
  CHECK(platform.send(payload) == tlm::TLM_OK_RESPONSE);
  CHECK(platform.core.raw({PmuReg::pmccntr_el0, 0}) == 0x0807'0605'0403'0201);
  CHECK(platform.read(0x0FC) == 0x0807'0605);
}

TEST_CASE("an extension says who the requester is", "[pmu][systemc]") {
  Platform platform;
  sc_start(SC_ZERO_TIME);
  platform.core.set_raw({PmuReg::mdcr_el3, 0}, 1U << 21U);  // EPMAD: no Non-secure access
  std::vector<unsigned char> bytes(4);
  tlm::tlm_generic_payload payload;
  Platform::prepare(payload, tlm::TLM_READ_COMMAND, kPmcr, bytes);
  CHECK(platform.send(payload) == tlm::TLM_GENERIC_ERROR_RESPONSE);
  RequesterExtension extension;
  extension.requester.security = SecurityState::secure;
  payload.set_extension(&extension);
  CHECK(platform.send(payload) == tlm::TLM_OK_RESPONSE);
  tlm::tlm_generic_payload copy;
  copy.deep_copy_from(payload);
  const RequesterExtension* copied = nullptr;
  copy.get_extension(copied);
  REQUIRE(copied != nullptr);
  CHECK(copied->requester == extension.requester);
  payload.clear_extension(&extension);
}

TEST_CASE("debug transport sees through the locks and gives no commands", "[pmu][systemc]") {
  Platform platform;
  sc_start(SC_ZERO_TIME);
  platform.write(kPmevcntr0, 0x0403'0201);
  platform.frame.set_os_lock(true);
  std::vector<unsigned char> bytes(12, 0xEE);
  tlm::tlm_generic_payload payload;
  Platform::prepare(payload, tlm::TLM_READ_COMMAND, 0x000, bytes);
  CHECK(platform.initiator.socket->transport_dbg(payload) == 12);
  CHECK(bytes == std::vector<unsigned char>{1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0});

  std::vector<unsigned char> enable_and_reset{0b11, 0, 0, 0};
  Platform::prepare(payload, tlm::TLM_WRITE_COMMAND, kPmcr, enable_and_reset);
  CHECK(platform.initiator.socket->transport_dbg(payload) == 4);
  CHECK((platform.core.raw({PmuReg::pmcr_el0, 0}) & 0b11) == 0b01);
  CHECK(platform.core.raw({PmuReg::pmevcntr_el0, 0}) == 0x0403'0201);
}

TEST_CASE("debug transport serves whole aligned words within the frame", "[pmu][systemc]") {
  Platform platform;
  sc_start(SC_ZERO_TIME);
  std::vector<unsigned char> bytes(12, 0xEE);
  tlm::tlm_generic_payload payload;
  Platform::prepare(payload, tlm::TLM_READ_COMMAND, 0xFF8, bytes);
  CHECK(platform.initiator.socket->transport_dbg(payload) == 8);
  CHECK(bytes[0] == 0x05);
  CHECK(bytes[4] == 0xB1);
  CHECK(bytes[8] == 0xEE);
  payload.set_address(0xFF9);
  CHECK(platform.initiator.socket->transport_dbg(payload) == 0);
  payload.set_address(0x1000);
  CHECK(platform.initiator.socket->transport_dbg(payload) == 0);
  payload.set_address(~std::uint64_t{3});
  CHECK(platform.initiator.socket->transport_dbg(payload) == 0);
  payload.set_address(0);
  payload.set_data_length(7);
  CHECK(platform.initiator.socket->transport_dbg(payload) == 4);
  payload.set_command(tlm::TLM_IGNORE_COMMAND);
  CHECK(platform.initiator.socket->transport_dbg(payload) == 0);
}

TEST_CASE("the registers grant no direct memory access", "[pmu][systemc]") {
  Platform platform;
  sc_start(SC_ZERO_TIME);
  tlm::tlm_generic_payload payload;
  tlm::tlm_dmi dmi;
  CHECK_FALSE(platform.initiator.socket->get_direct_mem_ptr(payload, dmi));
}

TEST_CASE("a wave file shows the line and the control registers by name", "[pmu][systemc]") {
  const std::filesystem::path stem =
      std::filesystem::temp_directory_path() / "pmusim_pmu_module_test";
  {
    Platform platform;
    sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(stem.c_str());
    platform.pmu.trace(file);
    sc_start(1, SC_NS);
    platform.write(kPmcr, 1);
    sc_start(1, SC_NS);
    sc_core::sc_close_vcd_trace_file(file);
  }
  const std::filesystem::path written = stem.string() + ".vcd";
  std::stringstream text;
  text << std::ifstream{written}.rdbuf();
  std::filesystem::remove(written);
  for (const char* name : {"irq",
                           "PMCR_EL0",
                           "PMCNTENSET_EL0",
                           "PMOVSSET_EL0",
                           "PMINTENSET_EL1",
                           "PMSELR_EL0",
                           "PMUSERENR_EL0",
                           "PMUACR_EL1",
                           "PMCCFILTR_EL0",
                           "PMICFILTR_EL0",
                           "MDCR_EL2",
                           "MDCR_EL3"}) {
    CAPTURE(name);
    CHECK(text.str().find(name) != std::string::npos);
  }
}

}  // namespace pmusim
