// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/context_rules.h"

#include <fmt/format.h>

namespace pmusim::scenario {

std::optional<Objection> objection_to(const ExecutionContext& context, const PmuConfig& config) {
  const bool at_el2 = context.level == ExceptionLevel::el2;
  const bool at_el3 = context.level == ExceptionLevel::el3;
  const SecurityState of_el3 = config.rme ? SecurityState::root : SecurityState::secure;
  if (at_el2 && !config.el2) {
    return Objection{"has no EL2", R"(set "el2" of the type to true, or use another level)"};
  }
  if (at_el3 && !config.el3) {
    return Objection{"has no EL3", R"(set "el3" of the type to true, or use another level)"};
  }
  if (at_el3 && context.security != of_el3) {
    return Objection{fmt::format("executes EL3 in {} state only", to_string(of_el3)),
                     R"(leave "security" out at EL3)"};
  }
  if (!at_el3 && context.security == SecurityState::root) {
    return Objection{"has Root state at EL3 only", R"(use "el": 3, or another state)"};
  }
  if (context.security == SecurityState::secure && !config.el3) {
    return Objection{"has no EL3 and so no Secure state", R"(set "el3" of the type to true)"};
  }
  if (context.security == SecurityState::realm && !config.rme) {
    return Objection{"has no Realm state", R"(set "rme" in "pmu" of the type to true)"};
  }
  if (context.tge && !config.el2) {
    return Objection{"has no EL2 and so no HCR_EL2.TGE",
                     R"(leave "tge" out, or set "el2" of the type to true)"};
  }
  const bool has_secure_el2 = config.secure_el2 && context.secure_el2_enabled;
  if (at_el2 && context.security == SecurityState::secure && !has_secure_el2) {
    return Objection{"has no Secure EL2, or it is not enabled",
                     R"(set "secure_el2" in "pmu" of the type to true)"};
  }
  return std::nullopt;
}

}  // namespace pmusim::scenario
