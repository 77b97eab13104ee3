// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/context_rules.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::scenario;

namespace {

using enum ExceptionLevel;
using enum SecurityState;

bool can(const PmuConfig& config, ExceptionLevel level, SecurityState security) {
  return !objection_to({.level = level, .security = security}, config);
}

}  // namespace

TEST_CASE("levels exist as implemented", "[scenario][context]") {
  PmuConfig config;
  config.el2 = false;
  config.el3 = false;
  CHECK(can(config, el0, non_secure));
  CHECK(can(config, el1, non_secure));
  CHECK_FALSE(can(config, el2, non_secure));
  CHECK_FALSE(can(config, el3, secure));
}

TEST_CASE("Secure state needs EL3, and EL3 is Secure without FEAT_RME", "[scenario][context]") {
  PmuConfig config;
  CHECK(can(config, el0, secure));
  CHECK(can(config, el3, secure));
  CHECK_FALSE(can(config, el3, non_secure));
  CHECK_FALSE(can(config, el3, root));
  config.el3 = false;
  CHECK_FALSE(can(config, el0, secure));
}

TEST_CASE("with FEAT_RME EL3 is Root, Root is EL3, and there is Realm state",
          "[scenario][context]") {
  PmuConfig config;
  CHECK_FALSE(can(config, el1, realm));
  config.rme = true;
  CHECK(can(config, el1, realm));
  CHECK(can(config, el2, realm));
  CHECK(can(config, el3, root));
  CHECK_FALSE(can(config, el3, secure));
  CHECK_FALSE(can(config, el1, root));
}

TEST_CASE("TGE is a bit of EL2", "[scenario][context]") {
  PmuConfig config;
  CHECK_FALSE(objection_to({.level = el0, .tge = true}, config));
  config.el2 = false;
  CHECK(objection_to({.level = el0, .tge = true}, config));
  CHECK_FALSE(objection_to({.level = el0, .tge = false}, config));
}

TEST_CASE("Secure EL2 needs FEAT_SEL2 and SCR_EL3.EEL2", "[scenario][context]") {
  PmuConfig config;
  CHECK_FALSE(can(config, el2, secure));
  config.secure_el2 = true;
  CHECK(can(config, el2, secure));
  CHECK(objection_to({.level = el2, .security = secure, .secure_el2_enabled = false}, config));
}
