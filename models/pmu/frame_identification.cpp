// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/frame_identification.h"

namespace pmusim {
namespace {

constexpr RegValue kNibble = 0xf;

RegValue pmcfgr(const PmuConfig& pmu) {
  constexpr RegValue kSixtyFourBitCounters = RegValue{0x3f} << 8U;
  constexpr RegValue kHasCycleCounter = 1U << 14U;
  const RegValue instruction_counters = pmu.instruction_counter ? 1 : 0;
  const RegValue prescales_cycles = pmu.aarch32 ? 1U << 15U : 0U;
  const RegValue freezes_on_overflow = pmu.at_least(PmuVersion::p7) ? 1U << 21U : 0U;
  // N is the number of all counters minus one, and the cycle counter is always among them.
  return (pmu.event_counters + instruction_counters) | kSixtyFourBitCounters | kHasCycleCounter |
         prescales_cycles | freezes_on_overflow | instruction_counters << 28U;
}

RegValue pmcgcr0(const PmuConfig& pmu) {
  constexpr RegValue kOneInstructionCounter = 1U << 8U;
  return (pmu.event_counters + 1U) | kOneInstructionCounter;
}

RegValue pmiidr(const ExternalFrameConfig& frame) {
  return RegValue{frame.part} << 20U | RegValue{frame.revision} << 16U |
         RegValue{frame.revand} << 12U | RegValue{frame.designer_continuation} << 8U |
         frame.designer;
}

RegValue pmdevaff(const ExternalFrameConfig& frame) {
  constexpr RegValue kAffinityMtAndU = 0xff'41ff'ffff;
  constexpr RegValue kRes1 = 1U << 31U;
  return (frame.mpidr & kAffinityMtAndU) | kRes1;
}

/// NSNID, SNID, RLNID and RTNID copy DBGAUTHSTATUS_EL1; a PMU is not invasive, so the other four
/// are zero.
RegValue pmauthstatus(const ExternalFrameConfig& frame) {
  constexpr RegValue kNonInvasive = 0x0c00'c0cc;
  return frame.dbgauthstatus & kNonInvasive;
}

RegValue pmdevarch(const PmuConfig& pmu) {
  return pmu.external_view == ExternalView::ext32 ? 0x4770'2A16 : 0x4770'2A26;
}

/// PMPIDR<index>: part, JEP106 designer code (DES_0 and DES_1 are its low and high bits), revision.
RegValue pmpidr(unsigned index, const ExternalFrameConfig& frame) {
  constexpr RegValue kJedec = 1U << 3U;
  switch (index) {
    case 0:
      return frame.part & 0xffU;
    case 1:
      return (frame.designer & kNibble) << 4U | (RegValue{frame.part} >> 8U & kNibble);
    case 2:
      return (frame.revision & kNibble) << 4U | kJedec | (RegValue{frame.designer} >> 4U & 0x7U);
    case 3:
      return (frame.revand & kNibble) << 4U | (frame.customised & kNibble);
    default:
      return frame.designer_continuation & kNibble;
  }
}

/// Two bits of an authentication status: implemented and enabled.
bool is_enabled(RegValue dbgauthstatus, unsigned lsb) {
  constexpr RegValue kImplementedAndEnabled = 3;
  return (dbgauthstatus >> lsb & 3U) == kImplementedAndEnabled;
}

}  // namespace

DebugEnables debug_enables(RegValue dbgauthstatus, bool invasive) {
  constexpr unsigned kNsid = 0;
  constexpr unsigned kNsnid = 2;
  constexpr unsigned kSid = 4;
  constexpr unsigned kSnid = 6;
  return {is_enabled(dbgauthstatus, invasive ? kNsid : kNsnid),
          is_enabled(dbgauthstatus, invasive ? kSid : kSnid)};
}

RegValue identification_value(FrameId id, const PmuConfig& pmu, const ExternalFrameConfig& frame) {
  switch (id) {
    case FrameId::none:
    case FrameId::pmlar:
    case FrameId::pmlsr:
    case FrameId::pmdevid:  // no PC sampling, no snapshot, no export
      return 0;
    case FrameId::pmcfgr:
      return pmcfgr(pmu);
    case FrameId::pmcgcr0:
      return pmcgcr0(pmu);
    case FrameId::pmiidr:
      return pmiidr(frame);
    case FrameId::pmdevaff:
      return pmdevaff(frame);
    case FrameId::pmauthstatus:
      return pmauthstatus(frame);
    case FrameId::pmdevarch:
      return pmdevarch(pmu);
    case FrameId::pmdevtype:
      return 0x16;  // a performance monitor (MAJOR 6) of a processor (SUB 1)
    case FrameId::pmpidr0:
      return pmpidr(0, frame);
    case FrameId::pmpidr1:
      return pmpidr(1, frame);
    case FrameId::pmpidr2:
      return pmpidr(2, frame);
    case FrameId::pmpidr3:
      return pmpidr(3, frame);
    case FrameId::pmpidr4:
      return pmpidr(4, frame);
    case FrameId::pmcidr0:
      return 0x0D;
    case FrameId::pmcidr1:
      return 0x90;
    case FrameId::pmcidr2:
      return 0x05;
    case FrameId::pmcidr3:
      return 0xB1;
  }
  return 0;
}

}  // namespace pmusim
