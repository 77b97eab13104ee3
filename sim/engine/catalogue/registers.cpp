// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/registers.h"

#include <array>
#include <string_view>
#include <utility>

#include "models/pmu/pmu_registers.h"

namespace pmusim::engine {
namespace {

constexpr std::array kFeatureNames{
    std::pair{PmuFeature::p1, std::string_view{"p1"}},
    std::pair{PmuFeature::p4, std::string_view{"p4"}},
    std::pair{PmuFeature::p5, std::string_view{"p5"}},
    std::pair{PmuFeature::p7, std::string_view{"p7"}},
    std::pair{PmuFeature::p8, std::string_view{"p8"}},
    std::pair{PmuFeature::p9, std::string_view{"p9"}},
    std::pair{PmuFeature::el2, std::string_view{"el2"}},
    std::pair{PmuFeature::el3, std::string_view{"el3"}},
    std::pair{PmuFeature::secure_el2, std::string_view{"secure_el2"}},
    std::pair{PmuFeature::rme, std::string_view{"rme"}},
    std::pair{PmuFeature::th, std::string_view{"threshold"}},
    std::pair{PmuFeature::edge, std::string_view{"edge"}},
    std::pair{PmuFeature::icntr, std::string_view{"instruction_counter"}},
    std::pair{PmuFeature::aarch32, std::string_view{"aarch32"}},
    std::pair{PmuFeature::dp, std::string_view{"dp"}},
};

}  // namespace

std::vector<const RegDesc*> pmu_registers() {
  std::vector<const RegDesc*> registers;
  registers.reserve(kPmuRegCount);
  for (std::size_t reg = 0; reg < kPmuRegCount; ++reg) {
    registers.push_back(&describe(static_cast<PmuReg>(reg)));
  }
  return registers;
}

const RegDesc& event_type_register() {
  return describe(PmuReg::pmevtyper_el0);
}

std::string feature_names(FeatureMask features) {
  std::string names;
  for (const auto& [feature, name] : kFeatureNames) {
    if ((features & static_cast<FeatureMask>(feature)) != 0) {
      names += (names.empty() ? "" : ", ") + std::string{name};
    }
  }
  return names;
}

}  // namespace pmusim::engine
