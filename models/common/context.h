// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace pmusim {

/// AArch64 Exception level.
enum class ExceptionLevel : std::uint8_t { el0, el1, el2, el3 };

/// Security state, as in the Arm ARM; `root` is EL3 with FEAT_RME.
enum class SecurityState : std::uint8_t { non_secure, secure, realm, root };

/// Where a CPU executes. Everything that filters events or checks an access depends on this and on
/// registers alone.
struct ExecutionContext {
  ExceptionLevel level{ExceptionLevel::el0};
  SecurityState security{SecurityState::non_secure};
  bool secure_el2_enabled{true};  ///< SCR_EL3.EEL2; matters in Secure state only
  bool tge{false};                ///< HCR_EL2.TGE: EL0 exceptions go to EL2
  bool debug_state{false};        ///< halted: nothing counts

  friend constexpr bool operator==(const ExecutionContext&, const ExecutionContext&) = default;
};

[[nodiscard]] constexpr std::string_view to_string(ExceptionLevel level) {
  switch (level) {
    case ExceptionLevel::el0:
      return "EL0";
    case ExceptionLevel::el1:
      return "EL1";
    case ExceptionLevel::el2:
      return "EL2";
    case ExceptionLevel::el3:
      return "EL3";
  }
  return "?";
}

[[nodiscard]] constexpr std::string_view to_string(SecurityState state) {
  switch (state) {
    case SecurityState::non_secure:
      return "Non-secure";
    case SecurityState::secure:
      return "Secure";
    case SecurityState::realm:
      return "Realm";
    case SecurityState::root:
      return "Root";
  }
  return "?";
}

}  // namespace pmusim
