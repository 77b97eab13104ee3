// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pmusim::bench {

/// The modelled Linux with guests and ground truth (GuestMix): random, run-length and constant
/// activity. `ratio` is the share of all cycles that tasks and vCPUs executed.
void guest_figures();

}  // namespace pmusim::bench
