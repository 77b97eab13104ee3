// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tests/bench/sim/figures.h"
#include "tests/bench/support/guest_mix.h"

namespace pmusim::bench {

namespace {

struct MixFigure {
  std::string what;
  GuestMix mix;
  std::uint64_t target{};  ///< million core-cycles a second; 0: none
};

GuestMix sized(GuestMix mix, const Figures& figures) {
  mix.rounds = std::max<std::uint64_t>(2, mix.rounds / figures.shrink);
  return mix;
}

/// Compared with the bare loop: nobody writes this by hand.
void add(Figures& figures, MixFigure figure) {
  const GuestMix mix = sized(figure.mix, figures);
  const auto medians =
      medians_of({simulation(guest_mix(mix)), bare_loops(false, figures)}, figures.rounds);
  const double rate = rate_of(medians[0]);
  const double share =
      static_cast<double>(workload_cycles(mix)) / static_cast<double>(medians[0].core_cycles);
  Row row{
      .what = std::move(figure.what),
      .measured = fmt::format("{}, {:.0f} % of them the workload's", rate_text(rate), share * 100),
      .reference = "bare loop: " + digits(rate_of(medians[1])) + " M",
      .ratio = rate / rate_of(medians[1]),
      .checksum = medians[0].checksum,
      .ok = medians[0].ok && medians[1].ok};
  if (figure.target > 0) {
    row.target = Target{"at least " + digits(figure.target) + " M",
                        rate >= static_cast<double>(figure.target)};
  }
  figures.table.add(row);
}

/// Ten times as many cycles in spans ten times as long.
void add_stretched(Figures& figures) {
  GuestMix mix = sized({.activity = MixActivity::constant}, figures);
  const auto spans = simulation(guest_mix(mix));
  mix.stretch = 10;
  const auto medians = medians_of({simulation(guest_mix(mix)), spans}, figures.rounds);
  const double times = medians[0].seconds / medians[1].seconds;
  const double cycles =
      static_cast<double>(medians[0].core_cycles) / static_cast<double>(medians[1].core_cycles);
  figures.table.add({.what = "guest mix, constant, 10 times longer spans",
                     .target = Target{"cost follows spans", times < 2},
                     .measured = digits(times) + " times the time",
                     .reference = "the short spans: " + digits(1 / cycles) + " of the cycles",
                     .ratio = cycles / times,
                     .checksum = medians[0].checksum,
                     .ok = medians[0].ok && medians[1].ok});
}

}  // namespace

void guest_figures(Figures& figures) {
  const auto mix = [](MixActivity activity, bool vhe) {
    return GuestMix{.activity = activity, .vhe = vhe};
  };
  const auto often = [](MixActivity activity) {
    return GuestMix{.activity = activity, .rounds = 3000, .haste = 10};
  };
  add(figures, {"guest mix, random pipeline, nVHE", mix(MixActivity::pipeline, false), 60});
  add(figures, {"guest mix, random pipeline, VHE", mix(MixActivity::pipeline, true), 60});
  add(figures, {"guest mix, run-length, nVHE", mix(MixActivity::run_length, false), 200});
  add(figures, {"guest mix, run-length, VHE", mix(MixActivity::run_length, true), 200});
  add(figures,
      {"guest mix, random pipeline, an exit every 1,500 cycles", often(MixActivity::pipeline)});
  add(figures,
      {"guest mix, run-length, an exit every 1,500 cycles", often(MixActivity::run_length)});
  add(figures, {"guest mix, constant, nVHE", mix(MixActivity::constant, false)});
  add(figures, {"guest mix, constant, VHE", mix(MixActivity::constant, true)});
  add_stretched(figures);
}

}  // namespace pmusim::bench
