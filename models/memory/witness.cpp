// SPDX-License-Identifier: Apache-2.0
#include "models/memory/witness.h"

#include <array>

#include <fmt/format.h>

namespace pmusim::memory {
namespace {

const Offer& offer_of(World& world, const Search::Passed& passed) {
  const ThreadSpace::Id before = world.standing(passed.before, passed.move.thread);
  return world.thread(passed.move.thread).outlook(before).offers[passed.move.offer];
}

std::string what_happened(const Offer& offer, const std::string& name, std::uint64_t value) {
  if (offer.is_write) {
    return fmt::format("{} = {}", name, value);
  }
  switch (offer.from) {
    case Offer::From::memory:
      return fmt::format("reads {} = {}", name, value);
    case Offer::From::own_store:
      return fmt::format("reads {} = {} from its own store", name, value);
    case Offer::From::own_store_later:
      return fmt::format("takes {} from its own store, which has no value yet", name);
  }
  return {};
}

using Values = std::vector<std::array<std::uint64_t, isa::kRegs>>;  // by thread

void take_down(const std::vector<FinalRegister>& finals,
               std::array<std::uint64_t, isa::kRegs>& values) {
  for (const FinalRegister& each : finals) {
    values[isa::index(each.reg)] = each.value;
  }
}

/// Registers that were final at once.
void take_down_start(World& world, World::State start, Values& values) {
  for (unsigned thread = 0; thread < world.threads(); ++thread) {
    for (const ThreadSpace::Way& way : world.thread(thread).start()) {
      if (way.to == world.standing(start, thread)) {
        take_down(way.finals, values[thread]);
        break;
      }
    }
  }
}

}  // namespace

Witness tell(World& world, const LocationTable& locations, const std::vector<Search::Passed>& way) {
  Witness witness;
  for (const Search::Passed& passed : way) {
    const Offer& offer = offer_of(world, passed);
    const ThreadProgram& program = world.thread(passed.move.thread).program();
    const std::uint64_t value = world.moved_value(passed.before, passed.move);
    witness.push_back(
        {.thread = passed.move.thread,
         .instruction = offer.instruction,
         .text = fmt::format("{}   {}",
                             isa::to_text(program.instruction(offer.instruction)),
                             what_happened(offer, locations.at(offer.location).name, value)),
         .before_older = offer.before_older,
         .is_write = offer.is_write,
         .location = offer.location,
         .value = value});
  }
  return witness;
}

FinalState final_state(World& world,
                       const std::vector<Observable>& observed,
                       World::State start,
                       const std::vector<Search::Passed>& way,
                       World::State end) {
  Values values;
  for (unsigned thread = 0; thread < world.threads(); ++thread) {
    values.push_back(world.thread(thread).state(world.standing(end, thread)).registers);
  }
  take_down_start(world, start, values);
  for (const Search::Passed& passed : way) {
    ThreadSpace& thread = world.thread(passed.move.thread);
    const auto& ways = thread.take(world.standing(passed.before, passed.move.thread),
                                   passed.move.offer,
                                   world.moved_value(passed.before, passed.move));
    take_down(ways[passed.move.way].finals, values[passed.move.thread]);
  }
  FinalState state;
  for (const Observable& what : observed) {
    const bool is_register = what.kind == Observable::Kind::reg;
    state.push_back(is_register ? values[what.thread][isa::index(what.reg)]
                                : world.value(end, what.location));
  }
  return state;
}

}  // namespace pmusim::memory
