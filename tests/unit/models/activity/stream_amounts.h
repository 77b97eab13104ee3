// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/activity/stream_view.h"

namespace pmusim::test {

/// The amounts of the first `cycles` cycles of a view, one by one.
inline std::vector<std::uint32_t> amounts_of(const StreamView& view, std::uint64_t cycles) {
  std::vector<std::uint32_t> amounts;
  const auto* run = static_cast<const Run*>(view.data);
  std::uint64_t left_in_run = view.kind == StreamView::Kind::runs ? run->cycles - view.skip : 0;
  for (std::uint64_t i = 0; i < cycles; ++i) {
    switch (view.kind) {
      case StreamView::Kind::constant:
        amounts.push_back(view.amount);
        break;
      case StreamView::Kind::pulses:
        amounts.push_back((view.phase + i) % view.period == 0 ? view.amount : 0);
        break;
      case StreamView::Kind::runs:
        if (left_in_run == 0) {
          left_in_run = (++run)->cycles;
        }
        --left_in_run;
        amounts.push_back(run->amount);
        break;
      case StreamView::Kind::dense8:
        amounts.push_back(static_cast<const std::uint8_t*>(view.data)[i]);
        break;
      case StreamView::Kind::dense16:
        amounts.push_back(static_cast<const std::uint16_t*>(view.data)[i]);
        break;
      case StreamView::Kind::dense32:
        amounts.push_back(static_cast<const std::uint32_t*>(view.data)[i]);
        break;
    }
  }
  return amounts;
}

/// The amounts of cycles from..from+cycles-1, asked for in pieces of at most `piece` cycles.
/// `view(from, wanted)` gives a view.
template <class View>
std::vector<std::uint32_t> amounts(View&& view,
                                   std::uint64_t from,
                                   std::uint64_t cycles,
                                   std::uint64_t piece = 1000) {
  std::vector<std::uint32_t> all;
  while (all.size() < cycles) {
    const std::uint64_t wanted = std::min(piece, cycles - all.size());
    const StreamView part = view(from + all.size(), wanted);
    const auto more = amounts_of(part, std::min(part.cycles, wanted));
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace pmusim::test
