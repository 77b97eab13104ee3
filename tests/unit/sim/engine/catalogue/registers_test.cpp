// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/registers.h"

#include <set>
#include <string_view>

#include <catch2/catch.hpp>

#include "models/pmu/pmu_registers.h"
#include "sim/engine/catalogue/steps.h"

using namespace pmusim;

TEST_CASE("the list of registers has every register once", "[catalogue][registers]") {
  std::set<std::string_view> names;
  for (const RegDesc* reg : engine::pmu_registers()) {
    CHECK(names.insert(reg->name).second);
  }
  CHECK(names.size() == kPmuRegCount);
  CHECK(names.contains("PMCR_EL0"));
  CHECK(engine::event_type_register().name == "PMEVTYPER<n>_EL0");
}

TEST_CASE("every feature of the tables has a name", "[catalogue][registers]") {
  for (const RegDesc* reg : engine::pmu_registers()) {
    for (const FieldDesc& field : reg->fields) {
      CAPTURE(reg->name, field.name);
      CHECK(engine::feature_names(field.needs).empty() == (field.needs == 0));
    }
  }
  CHECK(engine::feature_names(0x3) == "p1, p4");
}

TEST_CASE("the steps of modelled software have names and sentences", "[catalogue][steps]") {
  const auto steps = engine::software_steps();
  REQUIRE_FALSE(steps.empty());
  for (const engine::StepRow& step : steps) {
    CHECK_FALSE(step.name.empty());
    CHECK_FALSE(step.meaning.empty());
  }
}

TEST_CASE("every kernel path has a name of its own and an origin", "[catalogue][steps]") {
  std::set<std::string_view> names;
  for (const engine::KernelPathRow& path : engine::kernel_paths()) {
    CAPTURE(path.name);
    CHECK(names.insert(path.name).second);
    CHECK_FALSE(path.origin.empty());
  }
  CHECK(names.contains("kvm_arch_vcpu_load"));
}
