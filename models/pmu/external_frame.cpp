// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/external_frame.h"

#include <utility>

#include "models/common/expect.h"
#include "models/pmu/frame_identification.h"
#include "models/pmu/register_access.h"

namespace pmusim {
namespace {

constexpr RegValue kLowWord = 0xffff'ffff;
constexpr RegValue kSoftwareLockKey = 0xC5AC'CE55;
constexpr RegValue kSoftwareLockImplemented = 1U << 0U;  // PMLSR.SLI
constexpr RegValue kSoftwareLockLocked = 1U << 1U;       // PMLSR.SLK

/// The frame shows what software at the highest Exception level sees: HPMN, traps and EL0 controls
/// do not limit it.
constexpr ExecutionContext kUnlimited{.level = ExceptionLevel::el3,
                                      .security = SecurityState::secure};

/// PMCR_EL0 shows neither N nor the identification fields in the frame.
constexpr RegValue kHiddenControlBits = RegValue{0x1f'ffff} << 11U;

bool is_wrong_direction(const FrameRow& row, bool is_write) {
  return row.direction == (is_write ? FrameDirection::read_only : FrameDirection::write_only);
}

RegValue state_value(const PmuConfig& config, const PmuState& state, PmuRegister reg) {
  const RegValue value = read_register(config, state, reg, kUnlimited);
  return reg.reg == PmuReg::pmcr_el0 ? value & ~kHiddenControlBits : value;
}

/// The requester's Security state as MDCR_EL3 restricts it with FEAT_RME.
bool realm_management_permits(RegValue mdcr_el3, SecurityState requester) {
  const bool epmad = is_set<regs::kMdcrEl3, "EPMAD">(mdcr_el3);
  const bool epmade = is_set<regs::kMdcrEl3, "EPMADE">(mdcr_el3);
  switch (requester) {
    case SecurityState::root:
      return true;
    case SecurityState::secure:
      return !epmade;
    case SecurityState::realm:
      return !epmad;
    case SecurityState::non_secure:
      return !epmad && !epmade;
  }
  return false;
}

}  // namespace

ExternalFrame::ExternalFrame(PmuConfig pmu, const ExternalFrameConfig& config)
    : pmu_{std::move(pmu)}, config_{config}, os_lock_{config.os_lock_at_reset} {}

bool ExternalFrame::has_software_lock() const {
  return config_.software_lock && pmu_.external_view == ExternalView::ext32 && !config_.dopd &&
         !config_.debug_v8p4;
}

bool ExternalFrame::has_management_power() const {
  return config_.dopd ? core_power_ : debug_power_;
}

/// Before FEAT_Debugv8p4 the authentication signals decide first.
bool ExternalFrame::is_permitted_by_signals(const PmuState& state) const {
  const DebugEnables enables =
      debug_enables(config_.dbgauthstatus, config_.access_needs_invasive_debug);
  if (!enables.any) {
    return false;
  }
  const bool open_to_non_secure =
      pmu_.el3 ? !is_set<regs::kMdcrEl3, "EPMAD">(state.mdcr_el3) : !config_.secure_pe;
  return enables.secure || open_to_non_secure;
}

bool ExternalFrame::is_permitted(const PmuState& state, SecurityState requester) const {
  if (pmu_.rme) {
    return realm_management_permits(state.mdcr_el3, requester);
  }
  if (!config_.debug_v8p4) {
    return is_permitted_by_signals(state);
  }
  if (requester == SecurityState::secure) {
    return true;
  }
  return pmu_.el3 ? !is_set<regs::kMdcrEl3, "EPMAD">(state.mdcr_el3) : !config_.secure_pe;
}

/// IMPLEMENTATION DEFINED: we chose an error for accesses of unsupported size or alignment, because
/// the alternatives hide a fault of the requester.
ExternalError ExternalFrame::find(const ExternalAccess& access, Target& target) const {
  const unsigned size = access.size_bytes;
  if ((size != 4 && size != 8) || access.offset % size != 0) {
    return ExternalError::unsupported_size;
  }
  if (access.offset >= kFrameBytes) {
    return ExternalError::outside_frame;
  }
  const auto first = decode_word(pmu_, access.offset);
  if (size == 8) {
    const bool is_one_register = first && is_doubleword(pmu_, *first);
    if (!is_one_register && (first || decode_word(pmu_, access.offset + 4))) {
      return ExternalError::unsupported_size;
    }
  }
  if (!first) {
    return ExternalError::none;
  }
  // The halves of a 64-bit register in EXT64 are reachable only if some requester cannot make
  // 64-bit accesses, which any PE with AArch32 is.
  const bool is_half =
      size == 4 && pmu_.external_view == ExternalView::ext64 && first->row->ext64.high != kNoOffset;
  if (is_half && !pmu_.aarch32) {
    return ExternalError::unsupported_size;
  }
  if (!is_wrong_direction(*first->row, access.is_write)) {
    target = {*first, size == 8 ? ~RegValue{0} : first->mask()};
  }
  return ExternalError::none;
}

/// Where an access reaches no register, the choice between error and zero is CONSTRAINED
/// UNPREDICTABLE unless power is off with FEAT_DoPD: we chose zero wherever the frame has power,
/// because discovery then does not depend on locks.
ExternalError ExternalFrame::check(const PmuState& state,
                                   const ExternalAccess& access,
                                   const Target& target) {
  if (target.mask == 0 || target.word.row->frame_class == FrameClass::management) {
    return has_management_power() ? ExternalError::none : ExternalError::no_power;
  }
  if (!core_power_) {
    return ExternalError::no_power;
  }
  if (double_lock_) {
    return ExternalError::double_lock;
  }
  if (os_lock_) {
    return ExternalError::os_lock;
  }
  if (!is_permitted(state, access.requester.security)) {
    sticky_access_denied_ = sticky_access_denied_ || !software_locked();
    return ExternalError::not_permitted;
  }
  return ExternalError::none;
}

ExternalError ExternalFrame::locate_and_check(const PmuState& state,
                                              const ExternalAccess& access,
                                              Target& target) {
  const ExternalError error = find(access, target);
  return error == ExternalError::none ? check(state, access, target) : error;
}

RegValue ExternalFrame::identification(FrameId id, bool memory_mapped) const {
  if (id == FrameId::pmlsr) {
    const bool is_visible = has_software_lock() && memory_mapped;
    return is_visible ? kSoftwareLockImplemented | (software_locked_ ? kSoftwareLockLocked : 0) : 0;
  }
  return identification_value(id, pmu_, config_);
}

RegValue ExternalFrame::value_of(const PmuState& state,
                                 const FrameWord& word,
                                 bool memory_mapped) const {
  return word.row->id == FrameId::none ? state_value(pmu_, state, {word.row->reg, word.index})
                                       : identification(word.row->id, memory_mapped);
}

ExternalOutcome ExternalFrame::read(const PmuState& state, const ExternalAccess& access) {
  PMUSIM_EXPECT(!access.is_write, "a read is not a write");
  Target target;
  if (const ExternalError error = locate_and_check(state, access, target);
      error != ExternalError::none) {
    return {error, 0};
  }
  if (target.mask == 0) {
    return {};
  }
  const RegValue value = value_of(state, target.word, access.requester.memory_mapped) & target.mask;
  return {ExternalError::none, target.word.upper ? value >> 32U : value};
}

ExternalOutcome ExternalFrame::write(PmuState& state,
                                     const ExternalAccess& access,
                                     RegValue value) {
  PMUSIM_EXPECT(access.is_write, "a write is not a read");
  Target target;
  if (const ExternalError error = locate_and_check(state, access, target);
      error != ExternalError::none) {
    return {error, 0};
  }
  if (target.mask == 0) {
    return {};
  }
  const bool is_lock = target.word.row->write == FrameWrite::key;
  const bool is_ignored = software_locked() && access.requester.memory_mapped && !is_lock;
  // The lock concerns memory-mapped accesses only, and so does its key.
  if (!is_ignored && (!is_lock || access.requester.memory_mapped)) {
    store(state, target, target.word.upper ? value << 32U : value & target.mask);
  }
  return {};
}

void ExternalFrame::store(PmuState& state, const Target& target, RegValue value) {
  const FrameRow& row = *target.word.row;
  const PmuRegister reg{row.reg, target.word.index};
  const RegValue kept = row.id == FrameId::none ? state_value(pmu_, state, reg) & ~target.mask : 0;
  switch (row.write) {
    case FrameWrite::none:
      return;
    case FrameWrite::merge:
      return write_register(pmu_, state, reg, kept | value, kUnlimited);
    case FrameWrite::ones:
      return write_register(pmu_, state, reg, value, kUnlimited);
    case FrameWrite::replace:
      return set_raw(pmu_, state, reg, kept | value);
    case FrameWrite::key:
      software_locked_ = value != kSoftwareLockKey;
      return;
  }
}

std::uint32_t ExternalFrame::peek(const PmuState& state, std::uint64_t offset) const {
  const auto word = decode_word(pmu_, offset);
  if (!word || word->row->direction == FrameDirection::write_only) {
    return 0;
  }
  const RegValue value = value_of(state, *word, true);
  return static_cast<std::uint32_t>(word->upper ? value >> 32U : value & kLowWord);
}

void ExternalFrame::poke(PmuState& state, std::uint64_t offset, std::uint32_t value) const {
  const auto word = decode_word(pmu_, offset);
  if (!word || word->row->direction != FrameDirection::read_write) {
    return;
  }
  const PmuRegister reg{word->row->reg, word->index};
  const RegValue kept = raw(pmu_, state, reg) & ~word->mask();
  set_raw(pmu_, state, reg, kept | (word->upper ? RegValue{value} << 32U : RegValue{value}));
}

}  // namespace pmusim
