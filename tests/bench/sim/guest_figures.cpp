// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/sim/guest_figures.h"

#include <string_view>

#include "tests/bench/support/guest_mix.h"
#include "tests/bench/support/measured_run.h"

namespace pmusim::bench {

namespace {

Measured show(std::string_view name, const GuestMix& mix) {
  const Measured measured = median_of(guest_mix(mix));
  const double share =
      static_cast<double>(workload_cycles(mix)) / static_cast<double>(measured.core_cycles);
  print(name, rate_of(measured), "M core-cycles/s", share, measured);
  return measured;
}

}  // namespace

void guest_figures() {
  show("guest mix, random pipeline, nVHE", {.activity = MixActivity::pipeline});
  show("guest mix, random pipeline, VHE", {.activity = MixActivity::pipeline, .vhe = true});
  show("guest mix, run-length, nVHE", {.activity = MixActivity::run_length});
  show("guest mix, run-length, VHE", {.activity = MixActivity::run_length, .vhe = true});
  show("guest mix, random pipeline, exits every 1500",
       {.activity = MixActivity::pipeline, .rounds = 3000, .haste = 10});
  show("guest mix, run-length, exits every 1500",
       {.activity = MixActivity::run_length, .rounds = 3000, .haste = 10});
  show("guest mix, constant, VHE", {.activity = MixActivity::constant, .vhe = true});
  const Measured spans = show("guest mix, constant, nVHE", {.activity = MixActivity::constant});
  const Measured longer = show("guest mix, constant, nVHE, 10 times longer",
                               {.activity = MixActivity::constant, .stretch = 10});
  print("10 times longer spans, time against short ones",
        longer.seconds / spans.seconds,
        "times",
        static_cast<double>(longer.core_cycles) / static_cast<double>(spans.core_cycles),
        longer);
}

}  // namespace pmusim::bench
