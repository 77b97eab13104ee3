// SPDX-License-Identifier: Apache-2.0
#include "tests/property/sim/engine/random_programs.h"

#include <string>
#include <utility>

#include "models/isa/program.h"
#include "tests/property/models/memory/random_walk.h"
#include "tests/support/draw.h"

namespace pmusim::test {

std::size_t add_random_programs(scenario::Scenario& scenario, std::uint64_t seed) {
  Draw draw{seed};
  scenario.memory.locations = {{.name = "area",
                                .address = memory::kArea,
                                .words = memory::kAreaBytes / 8,
                                .initial = draw.below(3)}};
  if (draw.one_in(2)) {
    scenario.memory.latencies = memory::Latencies::wild();
    scenario.memory.latencies.start_skew = 0;
  }
  for (std::uint64_t i = 1 + draw.below(3); i > 0; --i) {
    scenario::CodeSpec code;
    code.name = "code" + std::to_string(i);
    code.program = isa::assemble_text(memory::random_walk(draw.bits()), code.name).value();
    code.registers[1] = memory::kArea;
    code.longest = Cycles{draw.one_in(10) ? draw.between(1, 500) : 100'000};
    scenario.codes.push_back(std::move(code));
  }
  return scenario.codes.size();
}

}  // namespace pmusim::test
