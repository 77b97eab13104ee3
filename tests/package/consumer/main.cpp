// SPDX-License-Identifier: Apache-2.0
//
// A platform of somebody else, built with the installed package: an initiator programs the PMU over
// TLM-2.0, a process of its own feeds events, and the interrupt line rises and falls when it
// should.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <systemc>
#include <tlm>

#include <tlm_utils/simple_initiator_socket.h>

#include "models/pmu/pmu_module.h"

namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::sc_time_stamp;

constexpr std::uint32_t kStallSlot = 0x3F;

// FEAT_PMUv3_EXT32 offsets.
constexpr std::uint64_t kPmevcntr0 = 0x000;
constexpr std::uint64_t kPmevtyper0 = 0x400;
constexpr std::uint64_t kPmcntenset = 0xC00;
constexpr std::uint64_t kPmintenset = 0xC40;
constexpr std::uint64_t kPmovsclr = 0xC80;
constexpr std::uint64_t kPmcr = 0xE04;

/// Three stalled slots in every cycle, nothing else.
class ThreeStalls final : public pmusim::ActivitySource {
 public:
  pmusim::StreamView view(pmusim::EventId event, std::uint64_t, std::uint64_t wanted) override {
    const std::uint32_t amount = event == pmusim::EventId{kStallSlot} ? 3 : 0;
    return {.kind = pmusim::StreamView::Kind::constant,
            .greatest = amount,
            .cycles = wanted,
            .amount = amount};
  }
};

/// Runs at 1 GHz from the start: cycle k ends at k ns. It sleeps through what the PMU planned, and
/// wakes early when a register was written.
class Processor final : public sc_core::sc_module, public pmusim::ActivityOwner {
 public:
  sc_core::sc_port<pmusim::ActivityInterface> pmu{"pmu"};
  sc_core::sc_export<pmusim::ActivityOwner> owner{"owner"};

  explicit Processor(const sc_core::sc_module_name& name) : sc_module{name} {
    owner.bind(*this);
    SC_HAS_PROCESS(Processor);
    SC_METHOD(run);
  }

  void catch_up() override {
    const std::uint64_t ended = sc_time_stamp().value() / sc_time(1, SC_NS).value();
    while (committed_ != ended) {
      const pmusim::Cycles piece = pmu->plan(pmusim::Cycles{ended - committed_});
      pmu->commit(piece);
      committed_ += piece.count();
    }
  }

  void registers_written() override { replan_.notify(sc_core::SC_ZERO_TIME); }

 private:
  void start_of_simulation() override { pmu->begin(pmusim::ExecutionContext{}, stalls_, 0); }

  void run() {
    constexpr pmusim::Cycles kLongestSleep{1'000'000};
    catch_up();
    const pmusim::Cycles undisturbed = pmu->plan(kLongestSleep);
    next_trigger(sc_time(static_cast<double>(undisturbed.count()), SC_NS), replan_);
  }

  ThreeStalls stalls_;
  std::uint64_t committed_{0};
  sc_core::sc_event replan_{"replan"};
};

/// Programs the PMU and notes when the line changes.
class Driver final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Driver> bus{"bus"};
  sc_core::sc_in<bool> irq{"irq"};

  explicit Driver(const sc_core::sc_module_name& name) : sc_module{name} {
    SC_HAS_PROCESS(Driver);
    SC_THREAD(run);
    SC_METHOD(on_irq);
    sensitive << irq;
    dont_initialize();
  }

  [[nodiscard]] bool is_as_computed() const {
    return responses_are_fine_ && changes_ == 2 && rose_ == sc_time(1'346, SC_NS) &&
           fell_ == sc_time(2'000, SC_NS);
  }

  void report(std::ostream& out) const {
    out << "irq rose at " << rose_ << " and fell at " << fell_ << " (" << changes_
        << " changes); all accesses fine: " << std::boolalpha << responses_are_fine_ << '\n';
  }

 private:
  void run() {
    wait(345, SC_NS);
    write(kPmevtyper0, kStallSlot);          // counts at EL0: no filter bit is set
    write(kPmevcntr0, 0xFFFF'FFFF - 3'000);  // 3,001 short of the wrap at 2^32
    write(kPmintenset, 1);
    write(kPmcntenset, 1);
    write(kPmcr, 1);
    // Cycles count from the one that begins at 345 ns. After 1,000 of them 3,000 slots were added:
    // no wrap yet. The 1,001st brings 3,003 and wraps; it ends at 345 + 1,001 = 1,346 ns.
    wait(2'000 - 345, SC_NS);
    write(kPmovsclr, 1);
  }

  void on_irq() {
    ++changes_;
    (irq.read() ? rose_ : fell_) = sc_time_stamp();
  }

  void write(std::uint64_t offset, std::uint32_t value) {
    std::array<unsigned char, 4> bytes{};
    for (unsigned index = 0; index < 4; ++index) {
      bytes[index] = static_cast<unsigned char>(value >> (8 * index) & 0xFFU);
    }
    tlm::tlm_generic_payload payload;
    payload.set_write();
    payload.set_address(offset);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_time delay{sc_core::SC_ZERO_TIME};
    bus->b_transport(payload, delay);
    responses_are_fine_ = responses_are_fine_ && payload.is_response_ok();
  }

  bool responses_are_fine_{true};
  unsigned changes_{0};
  sc_time rose_;
  sc_time fell_;
};

}  // namespace

int sc_main(int /*argc*/, char** /*argv*/) {
  pmusim::PmuCore core{pmusim::PmuConfig{}};
  pmusim::ExternalFrameConfig frame_config;
  frame_config.os_lock_at_reset = false;  // there is no boot software here that would unlock it
  pmusim::ExternalFrame frame{core.config(), frame_config};

  pmusim::PmuModule pmu{"pmu", core, frame};
  Processor processor{"processor"};
  Driver driver{"driver"};
  sc_core::sc_signal<bool> line{"line"};
  processor.pmu(pmu.activity);
  pmu.owners(processor.owner);
  driver.bus.bind(pmu.registers);
  pmu.irq(line);
  driver.irq(line);

  sc_core::sc_start(3'000, SC_NS);
  driver.report(std::cout);
  return driver.is_as_computed() ? EXIT_SUCCESS : EXIT_FAILURE;
}
