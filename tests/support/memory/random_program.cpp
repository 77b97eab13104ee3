// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/random_program.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "tests/support/memory/random_thread.h"

namespace pmusim::test {
namespace {

/// In the order of `Action`: load, store, load_acquire, store_release, atomic, cas, exclusive,
/// barrier, isb, branch, select, pair, forward, load_pointer, store_pointer, change_pointer.
constexpr ActionWeights kUsual{12, 12, 4, 4, 4, 4, 3, 7, 1, 4, 5, 1, 4, 6, 3, 3};

/// What may be more likely than usual, and how much so.
struct Theme {
  std::vector<Action> actions;
  unsigned factor{};
};

const std::vector<Theme>& themes() {
  using enum Action;
  static const std::vector<Theme> kThemes{{{load}, 1},
                                          {{cas, change_pointer, forward}, 4},
                                          {{exclusive}, 10},
                                          {{select, branch, isb, forward}, 5},
                                          {{select, forward, cas}, 8},
                                          {{forward, atomic, barrier}, 5},
                                          {{atomic, barrier}, 4},
                                          {{load_acquire, store_release, forward}, 4},
                                          {{load_pointer, store_pointer, change_pointer}, 4},
                                          {{pair, isb}, 8}};
  return kThemes;
}

ActionWeights random_weights(Draw& draw, bool pointers) {
  ActionWeights weights{kUsual};
  const Theme& theme = themes()[draw.below(themes().size())];
  for (const Action action : theme.actions) {
    std::uint8_t& weight = weights[static_cast<std::size_t>(action)];
    weight = static_cast<std::uint8_t>(weight * theme.factor);
  }
  if (!pointers) {
    std::fill(
        weights.begin() + static_cast<std::ptrdiff_t>(Action::load_pointer), weights.end(), 0);
  }
  return weights;
}

std::vector<memory::Location> random_locations(Draw& draw,
                                               const ProgramShape& shape,
                                               bool pointers) {
  constexpr std::uint64_t kBase = 0x1000;
  const unsigned size = shape.wide ? 8 : 4;
  std::vector<memory::Location> locations;
  locations.reserve(std::size_t{shape.data_locations} + 1);
  for (unsigned number = 0; number < shape.data_locations; ++number) {
    locations.push_back({.name = std::string{"xyz"[number]},
                         .address = kBase + std::uint64_t{number} * size,
                         .size = size,
                         .initial = draw.one_in(4) ? draw.between(1, 2) : 0});
  }
  if (pointers) {
    locations.push_back({.name = "p",
                         .address = kBase + 0x100,
                         .size = 8,
                         .initial = locations[draw.below(locations.size())].address});
  }
  return locations;
}

}  // namespace

RandomProgram random_program(std::uint64_t seed) {
  Draw draw{seed};
  const bool pointers = !draw.one_in(3);
  const bool one_ordered = draw.one_in(2);
  const bool dependent = one_ordered && !draw.one_in(4);
  const bool three_threads = draw.one_in(one_ordered ? 8 : 2);
  const ProgramShape shape{.data_locations = dependent || draw.one_in(2) ? 3U : 2U,
                           .wide = !draw.one_in(4),
                           .dependent = dependent};
  const ActionWeights weights = random_weights(draw, pointers);
  RandomProgram random;
  random.program.locations = random_locations(draw, shape, pointers);
  for (unsigned number = 0; number < (three_threads ? 3U : 2U); ++number) {
    ThreadWriter writer{draw, shape, weights, random.program.locations};
    const bool ordered = one_ordered && number == 0;
    const unsigned first = number % shape.data_locations;
    const unsigned last = (number + 1) % (three_threads ? shape.data_locations : 2);
    const auto actions = static_cast<unsigned>(draw.between(2, three_threads ? 3 : 4));
    random.program.threads.push_back(
        ordered ? writer.write_ordered(first, last)
                : writer.write(actions + (one_ordered ? 1 : 0), first, last));
    for (const isa::Reg reg : writer.results()) {
      random.observed.push_back({.thread = number, .reg = reg});
    }
  }
  for (unsigned number = 0; number < random.program.locations.size(); ++number) {
    random.observed.push_back({.kind = memory::Observable::Kind::location, .location = number});
  }
  return random;
}

}  // namespace pmusim::test
