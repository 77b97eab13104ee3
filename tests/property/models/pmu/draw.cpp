// SPDX-License-Identifier: Apache-2.0
#include "tests/property/models/pmu/draw.h"

#include <algorithm>

namespace pmusim::test {
namespace {

/// The greatest amount of a segment: small as in a pipeline, or anything that the kind can hold.
std::uint32_t random_greatest(Draw& draw, StreamView::Kind kind) {
  switch (kind) {
    case StreamView::Kind::dense8:
      return draw.pick<std::uint32_t>({1, 3, 8, 255});
    case StreamView::Kind::dense16:
      return draw.pick<std::uint32_t>({8, 300, 5000, 0xffff});
    case StreamView::Kind::dense32:
      return draw.pick<std::uint32_t>({8, 300, 0x2'0000, 0xffff'ffff});
    default:
      return draw.pick<std::uint32_t>({1, 1, 3, 8, 300});
  }
}

std::vector<Run> random_runs(Draw& draw, std::uint64_t cycles) {
  const std::uint32_t greatest = random_greatest(draw, StreamView::Kind::runs);
  const auto longest = draw.pick<std::uint64_t>({1, 4, 50});
  std::vector<Run> runs;
  for (std::uint64_t left = cycles; left != 0;) {
    const std::uint64_t length = std::min(left, draw.between(1, longest));
    runs.push_back({static_cast<std::uint32_t>(length),
                    static_cast<std::uint32_t>(draw.below(greatest + 1ULL))});
    left -= length;
  }
  return runs;
}

}  // namespace

RegValue random_threshold(Draw& draw, bool with_edges) {
  const RegValue control = draw.below(8);
  const auto limit = draw.pick<RegValue>({0, 1, 2, 3, 8, draw.below(300), draw.below(4096)});
  // TC[1:0] = 0 with TE = 1 is reserved.
  const bool edge = with_edges && control % 4 != 0 && !draw.one_in(3);
  return control << 61U | static_cast<RegValue>(edge) << 60U | limit << 32U;
}

Segment random_segment(Draw& draw, std::uint64_t cycles) {
  using Kind = StreamView::Kind;
  return random_segment(draw,
                        draw.pick({Kind::constant,
                                   Kind::pulses,
                                   Kind::runs,
                                   Kind::dense8,
                                   Kind::dense8,
                                   Kind::dense16,
                                   Kind::dense32}),
                        cycles);
}

Segment random_segment(Draw& draw, StreamView::Kind kind, std::uint64_t cycles) {
  Segment segment;
  segment.kind = kind;
  segment.cycles = cycles;
  const std::uint32_t greatest = random_greatest(draw, kind);
  switch (kind) {
    case StreamView::Kind::constant:
    case StreamView::Kind::pulses:
      segment.amount = static_cast<std::uint32_t>(draw.below(greatest + 1ULL));
      segment.period = kind == StreamView::Kind::pulses ? draw.between(1, 20) : 1;
      segment.phase = draw.below(segment.period);
      break;
    case StreamView::Kind::runs:
      segment.runs = random_runs(draw, cycles);
      break;
    default: {
      // Mostly idle, mostly busy, or anything.
      const auto idle_out_of_eight = draw.pick<std::uint64_t>({0, 4, 7});
      for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
        const bool idle = draw.below(8) < idle_out_of_eight;
        segment.amounts.push_back(idle ? 0
                                       : static_cast<std::uint32_t>(draw.below(greatest + 1ULL)));
      }
    }
  }
  return segment;
}

}  // namespace pmusim::test
