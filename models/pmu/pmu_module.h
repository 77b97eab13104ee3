// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <tlm>

#include <tlm_utils/simple_target_socket.h>

#include "models/activity/activity_port.h"
#include "models/pmu/external_frame.h"
#include "models/pmu/pmu_core.h"

namespace pmusim {

/// ActivityPort as a SystemC interface: what a CPU model binds to.
class ActivityInterface : public virtual sc_core::sc_interface, public ActivityPort {};

/// Who commits activity to a PMU. A register access acts between two cycles, so the cycles before
/// it have to be committed first, and a plan made before it no longer holds.
class ActivityOwner : public virtual sc_core::sc_interface {
 public:
  /// Commits every cycle that has ended at or before the present time. Called before each access.
  virtual void catch_up() = 0;

  /// Registers were written: ask for a new plan. Called after each write, within the access.
  virtual void registers_written() = 0;
};

/// Says who makes a transaction. Without it the frame's default requester counts.
class RequesterExtension final : public tlm::tlm_extension<RequesterExtension> {
 public:
  Requester requester;

  [[nodiscard]] tlm::tlm_extension_base* clone() const override;
  void copy_from(const tlm::tlm_extension_base& other) override;
};

/// A PMU in a SystemC platform: activity in, interrupt line out, registers over TLM-2.0.
///
/// `registers` serves single accesses of 4 or 8 bytes at offsets 0 to 0xFFF, as the frame permits;
/// it takes no time, leaves the annotated delay as it is, and grants no DMI. Response: BURST_ERROR
/// for another length or a streaming width below it, BYTE_ENABLE_ERROR for byte enables,
/// ADDRESS_ERROR outside the frame or unaligned, COMMAND_ERROR for anything but read and write,
/// GENERIC_ERROR when the frame refuses. Debug transport reads and stores whole aligned words
/// without permission checks or effects, see ExternalFrame::peek and poke.
///
/// `irq` follows the line with the delta cycle after each commit, context synchronisation and
/// register write made here. Whoever changes the core directly calls `publish` afterwards.
class PmuModule final : public sc_core::sc_module, public ActivityInterface {
 public:
  sc_core::sc_export<ActivityInterface> activity{"activity"};
  sc_core::sc_port<ActivityOwner, 0, sc_core::SC_ZERO_OR_MORE_BOUND> owners{"owners"};
  tlm_utils::simple_target_socket<PmuModule> registers{"registers"};
  sc_core::sc_out<bool> irq{"irq"};

  /// Binds, no more. Both must outlive the module.
  PmuModule(const sc_core::sc_module_name& name, PmuCore& core, ExternalFrame& frame);

  void begin(const ExecutionContext& context, ActivitySource& source, std::uint64_t from) override;
  [[nodiscard]] Cycles plan(Cycles limit) override;
  void commit(Cycles elapsed) override;
  [[nodiscard]] bool interrupt_level() const override;
  void synchronize_context() override;

  /// Brings `irq` up to date after a change of the core that did not pass through this module.
  void publish();

  /// Adds the line and the control registers, under their architectural names, to a wave file.
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void on_line_changed();
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);

  void catch_up_owners();
  void tell_written();
  [[nodiscard]] ExternalOutcome access(tlm::tlm_generic_payload& payload);
  [[nodiscard]] ExternalOutcome read(const ExternalAccess& access, unsigned char* bytes);
  [[nodiscard]] ExternalOutcome write(const ExternalAccess& access, const unsigned char* bytes);

  PmuCore& core_;
  ExternalFrame& frame_;
  sc_core::sc_event line_changed_{"line_changed"};
};

}  // namespace pmusim
