// SPDX-License-Identifier: Apache-2.0
//
// The PMU as a debugger or another bus requester sees it: permission, then read or write, of one
// frame.
//
// Source: Arm ARM DDI 0487, "Recommended External Debug Interface", "Access permissions for
// external views of the Performance Monitors", and the external register descriptions.
#pragma once

#include <cstdint>

#include "models/common/context.h"
#include "models/pmu/memory_map.h"
#include "models/pmu/pmu_config.h"
#include "models/pmu/pmu_state.h"

namespace pmusim {

/// Who makes an access to the frame.
struct Requester {
  SecurityState security{SecurityState::non_secure};
  /// True for software and devices on the system bus; false for an external debugger, which the
  /// software lock does not concern.
  bool memory_mapped{true};

  friend constexpr bool operator==(const Requester&, const Requester&) = default;
};

/// One access to the frame.
struct ExternalAccess {
  std::uint64_t offset{};  ///< in the frame
  unsigned size_bytes{4};
  bool is_write{false};
  Requester requester;
};

/// Why an access got an error response.
enum class ExternalError : std::uint8_t {
  none,
  outside_frame,
  unsupported_size,  ///< not 4 or 8 bytes, not aligned, or 8 bytes that are not one register
  no_power,
  double_lock,
  os_lock,
  not_permitted,  ///< MDCR_EL3.EPMAD and EPMADE, or external debug is not enabled
};

struct ExternalOutcome {
  ExternalError error{ExternalError::none};
  RegValue value{};  ///< of a read; 0 when there is an error

  [[nodiscard]] bool ok() const { return error == ExternalError::none; }
};

/// What the frame of one PMU is like, beside what PmuConfig says.
struct ExternalFrameConfig {
  /// Who makes an access that does not say so.
  Requester default_requester{};
  bool debug_v8p4{true};  ///< FEAT_Debugv8p4
  bool dopd{false};       ///< FEAT_DoPD: there is no separate debug power domain
  /// The optional software lock exists. Without effect with EXT64, FEAT_DoPD or FEAT_Debugv8p4,
  /// which exclude it.
  bool software_lock{false};
  /// The state of the OS Lock after a Cold reset. The architecture locks it and software unlocks it
  /// early in boot; a platform without such software starts with false.
  bool os_lock_at_reset{true};
  /// Without EL3: the PE executes in Secure state.
  bool secure_pe{false};
  /// DBGAUTHSTATUS_EL1: the authentication signals of the system. By default Secure and Non-secure
  /// debug, invasive and non-invasive, are implemented and enabled.
  RegValue dbgauthstatus{0xFF};
  /// Before FEAT_Debugv8p4 access needs external debug: the manual's text names the non-invasive
  /// signals, its pseudocode the invasive ones.
  bool access_needs_invasive_debug{false};
  RegValue mpidr{0x8000'0000};  ///< MPIDR_EL1 of the PE
  std::uint16_t part{0};        ///< 12 bits; PMPIDR and PMIIDR
  std::uint8_t revision{0};     ///< 4 bits
  std::uint8_t revand{0};       ///< 4 bits: errata fixes
  std::uint8_t customised{0};   ///< 4 bits: PMPIDR3.CMOD
  /// JEP106 code of the designer; the default is Arm's.
  std::uint8_t designer{0x3B};              ///< 7 bits
  std::uint8_t designer_continuation{0x4};  ///< 4 bits
};

/// The frame and the little state that is its own.
class ExternalFrame {
 public:
  ExternalFrame(PmuConfig pmu, const ExternalFrameConfig& config);

  /// A read. Reading has no side effects on the PMU.
  [[nodiscard]] ExternalOutcome read(const PmuState& state, const ExternalAccess& access);

  /// A write, with the effects of the register. Nothing changes when the outcome is an error.
  ExternalOutcome write(PmuState& state, const ExternalAccess& access, RegValue value);

  /// The aligned word at `offset`, for a simulator's debugger: no permission checks, no effects.
  [[nodiscard]] std::uint32_t peek(const PmuState& state, std::uint64_t offset) const;

  /// Stores an aligned word the same way: commands and write-1 rules do not act, the bits take the
  /// value; what the configuration does not implement stays zero, and read-only and write-only
  /// registers ignore it.
  void poke(PmuState& state, std::uint64_t offset, std::uint32_t value) const;

  void set_os_lock(bool locked) { os_lock_ = locked; }

  void set_double_lock(bool locked) { double_lock_ = locked; }

  void set_core_power(bool on) { core_power_ = on; }

  /// Without effect with FEAT_DoPD, where debug registers share the core's power.
  void set_debug_power(bool on) { debug_power_ = on; }

  [[nodiscard]] bool os_lock() const { return os_lock_; }

  [[nodiscard]] bool has_software_lock() const;

  [[nodiscard]] bool software_locked() const { return has_software_lock() && software_locked_; }

  /// EDPRSR.SPMAD: an access was refused with `not_permitted` since it was cleared.
  [[nodiscard]] bool sticky_access_denied() const { return sticky_access_denied_; }

  void clear_sticky_access_denied() { sticky_access_denied_ = false; }

  [[nodiscard]] const ExternalFrameConfig& config() const { return config_; }

 private:
  /// What an access reaches: a register or one half of it.
  struct Target {
    FrameWord word;
    RegValue mask{};  ///< bits of the register; 0 when nothing is there
  };

  [[nodiscard]] ExternalError find(const ExternalAccess& access, Target& target) const;
  [[nodiscard]] ExternalError check(const PmuState& state,
                                    const ExternalAccess& access,
                                    const Target& target);
  [[nodiscard]] ExternalError locate_and_check(const PmuState& state,
                                               const ExternalAccess& access,
                                               Target& target);
  [[nodiscard]] bool has_management_power() const;
  [[nodiscard]] bool is_permitted(const PmuState& state, SecurityState requester) const;
  [[nodiscard]] bool is_permitted_by_signals(const PmuState& state) const;

  [[nodiscard]] RegValue value_of(const PmuState& state,
                                  const FrameWord& word,
                                  bool memory_mapped) const;
  [[nodiscard]] RegValue identification(FrameId id, bool memory_mapped) const;
  void store(PmuState& state, const Target& target, RegValue value);

  PmuConfig pmu_;
  ExternalFrameConfig config_;
  bool os_lock_;
  bool double_lock_{false};
  bool core_power_{true};
  bool debug_power_{true};
  bool software_locked_{true};
  bool sticky_access_denied_{false};
};

}  // namespace pmusim
