// SPDX-License-Identifier: Apache-2.0
//
// A platform around one PmuModule: an initiator, the interrupt line, and a CPU that feeds spans.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include <catch2/catch.hpp>
#include <tlm_utils/simple_initiator_socket.h>

#include "models/pmu/pmu_module.h"

namespace pmusim::test {

inline constexpr unsigned kPmevcntr0 = 0x000;
inline constexpr unsigned kPmevtyper0 = 0x400;
inline constexpr unsigned kPmcntenset = 0xC00;
inline constexpr unsigned kPmintenset = 0xC40;
inline constexpr unsigned kPmovsclr = 0xC80;
inline constexpr unsigned kPmovsset = 0xCC0;
inline constexpr unsigned kPmcr = 0xE04;
inline constexpr unsigned kStallSlot = 0x3F;
inline constexpr ExecutionContext kUser{};

/// Three stalled slots in every cycle.
class ThreeStalls final : public ActivitySource {
 public:
  StreamView view(EventId event, std::uint64_t /*from*/, std::uint64_t wanted) override {
    const std::uint32_t amount = event == EventId{kStallSlot} ? 3 : 0;
    return {
        .kind = StreamView::Kind::constant, .greatest = amount, .cycles = wanted, .amount = amount};
  }
};

struct Initiator final : sc_core::sc_module {
  explicit Initiator(const sc_core::sc_module_name& name) : sc_module{name} {}

  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
};

struct Platform {
  explicit Platform(const PmuConfig& config = {}) : core{config}, frame{config, unlocked()} {
    initiator.socket.bind(pmu.registers);
    pmu.irq(line);
  }

  static ExternalFrameConfig unlocked() {
    ExternalFrameConfig frame;
    frame.os_lock_at_reset = false;
    return frame;
  }

  tlm::tlm_response_status send(tlm::tlm_generic_payload& payload) {
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    sc_core::sc_time delay{3, sc_core::SC_NS};
    initiator.socket->b_transport(payload, delay);
    CHECK(delay == sc_core::sc_time(3, sc_core::SC_NS));
    CHECK_FALSE(payload.is_dmi_allowed());
    return payload.get_response_status();
  }

  static void prepare(tlm::tlm_generic_payload& payload,
                      tlm::tlm_command command,
                      std::uint64_t address,
                      std::vector<unsigned char>& bytes) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
  }

  void write(std::uint64_t address, std::uint32_t value) {
    std::vector<unsigned char> bytes;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<unsigned char>(value >> shift & 0xFFU));
    }
    tlm::tlm_generic_payload payload;
    prepare(payload, tlm::TLM_WRITE_COMMAND, address, bytes);
    REQUIRE(send(payload) == tlm::TLM_OK_RESPONSE);
  }

  std::uint32_t read(std::uint64_t address) {
    std::vector<unsigned char> bytes(4, 0xEE);
    tlm::tlm_generic_payload payload;
    prepare(payload, tlm::TLM_READ_COMMAND, address, bytes);
    REQUIRE(send(payload) == tlm::TLM_OK_RESPONSE);
    return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8U |
           static_cast<std::uint32_t>(bytes[2]) << 16U |
           static_cast<std::uint32_t>(bytes[3]) << 24U;
  }

  /// Counter 0 counts STALL_SLOT and interrupts `distance` occurrences from now; everything is
  /// enabled.
  void program(std::uint32_t distance) {
    write(kPmevtyper0, kStallSlot);
    write(kPmevcntr0, 0U - distance);
    write(kPmintenset, 1);
    write(kPmcntenset, 1);
    write(kPmcr, 1);
  }

  PmuCore core;
  ExternalFrame frame;
  PmuModule pmu{"pmu", core, frame};
  Initiator initiator{"initiator"};
  sc_core::sc_signal<bool> line{"line"};
};

/// A CPU of 1 GHz that runs one activity for ever, in spans as long as the PMU lets it.
class Feeder final : public sc_core::sc_module, public ActivityOwner {
 public:
  sc_core::sc_port<ActivityInterface> pmu{"pmu"};
  sc_core::sc_export<ActivityOwner> owner{"owner"};

  explicit Feeder(const sc_core::sc_module_name& name) : sc_module{name} {
    owner.bind(*this);
    SC_HAS_PROCESS(Feeder);
    SC_METHOD(run);
    sensitive << replan_;
  }

  void catch_up() override {
    std::uint64_t owed =
        sc_core::sc_time_stamp().value() / sc_core::sc_time(1, sc_core::SC_NS).value() - committed_;
    while (owed != 0) {
      const Cycles piece = pmu->plan(Cycles{owed});
      pmu->commit(piece);
      committed_ += piece.count();
      owed -= piece.count();
    }
  }

  void registers_written() override { replan_.notify(sc_core::SC_ZERO_TIME); }

 private:
  void start_of_simulation() override { pmu->begin(kUser, activity_, 0); }

  void run() {
    catch_up();
    const Cycles cycles = pmu->plan(Cycles{1'000});
    next_trigger(sc_core::sc_time(static_cast<double>(cycles.count()), sc_core::SC_NS), replan_);
  }

  ThreeStalls activity_;
  std::uint64_t committed_{0};
  sc_core::sc_event replan_{"replan"};
};

}  // namespace pmusim::test
