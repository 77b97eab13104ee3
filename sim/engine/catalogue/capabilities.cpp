// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/capabilities.h"

#include "models/pmu/identification.h"
#include "models/pmu/pmu_registers.h"
#include "sim/engine/catalogue/driver_view.h"

namespace pmusim::engine {
namespace {

RegValue field_value(const RegDesc& reg, std::string_view name, RegValue image) {
  for (const FieldDesc& field : reg.fields) {
    if (field.name == name) {
      return (image & field.mask()) >> field.lsb;
    }
  }
  return 0;
}

/// The field holds 1 + log2(bytes); Linux shows only 4 to 2048 bytes.
/// @linux v6.18 drivers/perf/arm_pmuv3.c bus_width_show
std::uint64_t bus_width_bytes(RegValue encoded) {
  return encoded > 2 && encoded < 13 ? std::uint64_t{1} << (encoded - 1) : 0;
}

}  // namespace

kernel::PmuCapabilities driver_view(const PmuConfig& config, KernelMode mode) {
  const RegValue version =
      field_value(describe(PmuReg::id_aa64dfr0_el1), "PMUVer", dfr0_value(config));
  return {.pmmir = is_implemented(config, {PmuReg::pmmir_el1}) ? pmmir_value(config) : 0,
          .pmu_version = static_cast<unsigned>(version),
          .kernel_at_el2 = mode == KernelMode::el2,
          .aarch32_kernel = mode == KernelMode::aarch32};
}

Capabilities capabilities_of(const PmuConfig& config, bool aarch32_kernel) {
  const kernel::PmuCapabilities driver =
      driver_view(config, aarch32_kernel ? KernelMode::aarch32 : KernelMode::el2);
  Capabilities caps{
      .slots = field_value(regs::kPmmirEl1, "SLOTS", driver.pmmir),
      .bus_slots = field_value(regs::kPmmirEl1, "BUS_SLOTS", driver.pmmir),
      .bus_width = bus_width_bytes(field_value(regs::kPmmirEl1, "BUS_WIDTH", driver.pmmir)),
      .threshold_max = kernel::threshold_max(driver),
      .identification = {}};
  const auto show = [&](PmuReg reg, RegValue value) {
    if (is_implemented(config, {reg})) {
      caps.identification.emplace_back(name_of({reg}), value);
    }
  };
  show(PmuReg::pmmir_el1, pmmir_value(config));
  show(PmuReg::pmceid0_el0, pmceid_value(config, 0));
  show(PmuReg::pmceid1_el0, pmceid_value(config, 1));
  show(PmuReg::id_aa64dfr0_el1, dfr0_value(config));
  show(PmuReg::id_aa64dfr1_el1, dfr1_value(config));
  return caps;
}

}  // namespace pmusim::engine
