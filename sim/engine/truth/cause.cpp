// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/cause.h"

namespace pmusim::engine {

Cause cause_of(kernel::Place place) {
  using kernel::Place;
  switch (place) {
    case Place::hyp_el2_entry_before_switch:
    case Place::hyp_el2_entry_after_switch:
      return Cause::guest_entry_switch;
    case Place::hyp_el2_exit_before_switch:
    case Place::hyp_el2_exit_after_switch:
      return Cause::guest_exit_switch;
    case Place::hyp_el2_fixup_exit:
      return Cause::fixup_exit;
    case Place::guest:
      return Cause::guest_switch;
    case Place::overflow_handler:
      return Cause::overflow_handler;
    case Place::context_switch_out:
    case Place::context_switch_in:
      return Cause::context_switch;
    case Place::rotation:
      return Cause::rotation;
    case Place::tick:
    case Place::cross_call:
      return Cause::tick;
    case Place::boot:
      return Cause::opening;
    case Place::idle:
    case Place::host_user:
    case Place::host_kernel:
    case Place::host_kernel_vcpu_loaded:
      return Cause::not_enabled;
  }
  return Cause::not_enabled;
}

}  // namespace pmusim::engine
