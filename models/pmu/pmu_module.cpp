// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/pmu_module.h"

#include <algorithm>
#include <array>
#include <string>

namespace pmusim {
namespace {

constexpr unsigned kWordBytes = 4;

/// The control registers that waves show, and where their state is.
struct TracedRegister {
  PmuReg reg;
  RegValue PmuState::* value;
};

constexpr std::array kTraced{
    TracedRegister{PmuReg::pmcr_el0, &PmuState::pmcr},
    TracedRegister{PmuReg::pmcntenset_el0, &PmuState::count_enable},
    TracedRegister{PmuReg::pmovsset_el0, &PmuState::overflow},
    TracedRegister{PmuReg::pmintenset_el1, &PmuState::interrupt_enable},
    TracedRegister{PmuReg::pmselr_el0, &PmuState::selr},
    TracedRegister{PmuReg::pmuserenr_el0, &PmuState::userenr},
    TracedRegister{PmuReg::pmuacr_el1, &PmuState::uacr},
    TracedRegister{PmuReg::pmccfiltr_el0, &PmuState::cycle_filter},
    TracedRegister{PmuReg::pmicfiltr_el0, &PmuState::instruction_filter},
    TracedRegister{PmuReg::mdcr_el2, &PmuState::mdcr_el2},
    TracedRegister{PmuReg::mdcr_el3, &PmuState::mdcr_el3},
};

/// The frame is little-endian, whatever the host is.
RegValue value_from(const unsigned char* bytes, unsigned size) {
  RegValue value = 0;
  for (unsigned index = 0; index < size; ++index) {
    value |= RegValue{bytes[index]} << (8 * index);
  }
  return value;
}

void value_to(unsigned char* bytes, unsigned size, RegValue value) {
  for (unsigned index = 0; index < size; ++index) {
    bytes[index] = static_cast<unsigned char>(value >> (8 * index) & 0xffU);
  }
}

/// What is wrong with the transaction itself, before the frame sees it; OK when nothing is.
tlm::tlm_response_status protocol_status(const tlm::tlm_generic_payload& payload) {
  const std::uint64_t length = payload.get_data_length();
  if (!payload.is_read() && !payload.is_write()) {
    return tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  if (payload.get_byte_enable_ptr() != nullptr) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  if ((length != 4 && length != 8) || payload.get_streaming_width() < length) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (payload.get_address() >= kFrameBytes || payload.get_address() % length != 0) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

/// How many bytes debug transport serves: whole words from an aligned address to the frame's end.
unsigned served_by_debug(const tlm::tlm_generic_payload& payload) {
  const std::uint64_t begin = payload.get_address();
  const bool is_access = payload.is_read() || payload.is_write();
  if (!is_access || begin % kWordBytes != 0 || begin >= kFrameBytes) {
    return 0;
  }
  const std::uint64_t length =
      std::min<std::uint64_t>(payload.get_data_length(), kFrameBytes - begin);
  return static_cast<unsigned>(length - length % kWordBytes);
}

Requester requester_of(const tlm::tlm_generic_payload& payload, const Requester& otherwise) {
  const RequesterExtension* extension = nullptr;
  payload.get_extension(extension);
  return extension != nullptr ? extension->requester : otherwise;
}

}  // namespace

tlm::tlm_extension_base* RequesterExtension::clone() const {
  return new RequesterExtension{
      *this};  // NOLINT(cppcoreguidelines-owning-memory): TLM-2.0 takes ownership
}

void RequesterExtension::copy_from(const tlm::tlm_extension_base& other) {
  requester = static_cast<const RequesterExtension&>(other).requester;
}

PmuModule::PmuModule(const sc_core::sc_module_name& name, PmuCore& core, ExternalFrame& frame)
    : sc_module{name}, core_{core}, frame_{frame} {
  activity.bind(*this);
  registers.register_b_transport(this, &PmuModule::b_transport);
  registers.register_transport_dbg(this, &PmuModule::transport_dbg);
  SC_HAS_PROCESS(PmuModule);
  SC_METHOD(on_line_changed);
  sensitive << line_changed_;
}

void PmuModule::begin(const ExecutionContext& context, ActivitySource& source, std::uint64_t from) {
  core_.begin(context, source, from);
}

Cycles PmuModule::plan(Cycles limit) {
  return core_.plan(limit);
}

void PmuModule::commit(Cycles elapsed) {
  core_.commit(elapsed);
  publish();
}

bool PmuModule::interrupt_level() const {
  return core_.interrupt_level();
}

void PmuModule::synchronize_context() {
  core_.synchronize_context();
  publish();
}

void PmuModule::publish() {
  line_changed_.notify(sc_core::SC_ZERO_TIME);
}

void PmuModule::on_line_changed() {
  irq.write(core_.interrupt_level());
}

void PmuModule::trace(sc_core::sc_trace_file* file) const {
  const std::string scope = std::string{name()} + '.';
  sc_core::sc_trace(file, irq, scope + "irq");
  for (const TracedRegister& traced : kTraced) {
    sc_core::sc_trace(file, core_.state().*traced.value, scope + name_of({traced.reg, 0}));
  }
}

void PmuModule::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
  tlm::tlm_response_status status = protocol_status(payload);
  if (status == tlm::TLM_OK_RESPONSE && !access(payload).ok()) {
    status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  payload.set_response_status(status);
}

void PmuModule::catch_up_owners() {
  for (int index = 0; index < owners.size(); ++index) {
    owners[index]->catch_up();
  }
}

void PmuModule::tell_written() {
  publish();
  for (int index = 0; index < owners.size(); ++index) {
    owners[index]->registers_written();
  }
}

ExternalOutcome PmuModule::access(tlm::tlm_generic_payload& payload) {
  const ExternalAccess access{
      .offset = payload.get_address(),
      .size_bytes = payload.get_data_length(),
      .is_write = payload.is_write(),
      .requester = requester_of(payload, frame_.config().default_requester)};
  catch_up_owners();
  return access.is_write ? write(access, payload.get_data_ptr())
                         : read(access, payload.get_data_ptr());
}

ExternalOutcome PmuModule::read(const ExternalAccess& access, unsigned char* bytes) {
  const ExternalOutcome outcome = frame_.read(core_.state(), access);
  value_to(bytes, access.size_bytes, outcome.value);
  return outcome;
}

ExternalOutcome PmuModule::write(const ExternalAccess& access, const unsigned char* bytes) {
  ExternalOutcome outcome;
  core_.change([&](PmuState& state) {
    outcome = frame_.write(state, access, value_from(bytes, access.size_bytes));
  });
  tell_written();
  return outcome;
}

unsigned PmuModule::transport_dbg(tlm::tlm_generic_payload& payload) {
  const std::uint64_t begin = payload.get_address();
  unsigned char* const bytes = payload.get_data_ptr();
  const unsigned length = served_by_debug(payload);
  catch_up_owners();
  if (payload.is_read()) {
    for (unsigned done = 0; done < length; done += kWordBytes) {
      value_to(bytes + done, kWordBytes, frame_.peek(core_.state(), begin + done));
    }
    return length;
  }
  core_.change([&](PmuState& state) {
    for (unsigned done = 0; done < length; done += kWordBytes) {
      const RegValue value = value_from(bytes + done, kWordBytes);
      frame_.poke(state, begin + done, static_cast<std::uint32_t>(value));
    }
  });
  tell_written();
  return length;
}

}  // namespace pmusim
