// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/truth/intended.h"

namespace pmusim::engine {

bool is_intended(const abi::PerfEventAttr& attr, Who who) {
  switch (who) {
    case Who::host_user:
      return !attr.exclude_user && !attr.exclude_host;
    case Who::host_kernel:
      return !attr.exclude_kernel && !attr.exclude_host;
    case Who::hypervisor:
      return !attr.exclude_hv && !attr.exclude_host;
    case Who::guest_kernel:
      return !attr.exclude_kernel && !attr.exclude_guest;
    case Who::guest_user:
      return !attr.exclude_user && !attr.exclude_guest;
  }
  return false;
}

}  // namespace pmusim::engine
