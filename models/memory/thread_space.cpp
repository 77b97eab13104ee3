// SPDX-License-Identifier: Apache-2.0
#include "models/memory/thread_space.h"

#include <fmt/format.h>

namespace pmusim::memory {

ThreadSpace::ThreadSpace(ThreadProgram program,
                         const LocationTable& locations,
                         unsigned instances,
                         const Reductions& reductions,
                         Budget& budget)
    : program_{std::move(program)},
      locations_{locations},
      settler_{program_, locations, instances, reductions},
      finder_{program_, locations, instances, reductions, budget},
      budget_{budget} {}

ThreadSpace::Id ThreadSpace::number(const ThreadState& state) {
  state.encode(program_, code_);
  if (const auto known = ids_.find(code_); known != ids_.end()) {
    return known->second;
  }
  const auto id = static_cast<Id>(nodes_.size());
  auto node = std::make_unique<Node>();
  node->code = code_;
  node->standing = state.standing;
  node->ended = state.next == program_.size();
  bytes_ += sizeof(Node) + code_.size() + sizeof(std::pair<std::string_view, Id>) + sizeof(void*);
  ids_.emplace(node->code, id);
  nodes_.push_back(std::move(node));
  return id;
}

std::vector<ThreadSpace::Way> ThreadSpace::number(const std::vector<Settled>& settled) {
  std::vector<Way> ways;
  ways.reserve(settled.size());
  for (const Settled& each : settled) {
    ways.push_back({.to = number(each.state), .finals = each.finals});
  }
  bytes_ += ways.size() * sizeof(Way);
  if (settler_.ran_away() && !settled.empty()) {
    budget_.stop(fmt::format("{}: the thread goes on and on without an access to memory",
                             program_.where(settled.front().state.next)));
  }
  return ways;
}

std::vector<ThreadSpace::Way> ThreadSpace::start() {
  return number(settler_.start());
}

const Outlook& ThreadSpace::outlook(Id id) {
  Node& node = *nodes_[id];
  if (!node.outlook) {
    node.outlook = std::make_unique<Outlook>(finder_.glance(state(id)));
    bytes_ += sizeof(Outlook);
    make_room(node);
  }
  return *node.outlook;
}

void ThreadSpace::look_beyond(Id id) {
  if (!outlook(id).is_complete) {
    Node& node = *nodes_[id];
    finder_.complete(state(id), *node.outlook);
    make_room(node);
  }
}

void ThreadSpace::make_room(Node& node) {
  const std::size_t offers = node.outlook->offers.size();
  bytes_ += (offers - node.taken.size()) * (sizeof(Offer) + sizeof(Taken));
  node.taken.resize(offers);
}

const std::vector<ThreadSpace::Way>& ThreadSpace::take(Id id, unsigned offer, std::uint64_t value) {
  const Outlook& outlook = this->outlook(id);
  for (const Taken& taken : nodes_[id]->taken[offer]) {
    if (taken.value == value) {
      return taken.ways;
    }
  }
  std::vector<Way> ways = number(settler_.take(state(id), outlook.offers[offer], value));
  std::vector<Taken>& taken = nodes_[id]->taken[offer];
  bytes_ += sizeof(Taken);
  return taken.emplace_back(Taken{.value = value, .ways = std::move(ways)}).ways;
}

ThreadSpace::Reaction ThreadSpace::react(Id id, unsigned location) {
  if (!outlook(id).minds.has(location)) {
    return {.kind = Reaction::Kind::stands, .to = id};
  }
  const Settler::Reaction reaction = settler_.foreign_write(state(id), location);
  if (reaction.blocks) {
    return {.kind = Reaction::Kind::blocks};
  }
  if (reaction.settled.empty()) {
    return {.kind = Reaction::Kind::doomed};
  }
  PMUSIM_EXPECT(reaction.settled.size() == 1 && reaction.settled.front().finals.empty(),
                "a foreign write makes no choice and finishes nothing");
  return {.kind = Reaction::Kind::stands, .to = number(reaction.settled.front().state)};
}

ThreadSpace::Reaction ThreadSpace::foreign_write(Id id, unsigned location) {
  for (const Reacted& reacted : nodes_[id]->reactions) {
    if (reacted.location == location) {
      return reacted.reaction;
    }
  }
  const Reaction reaction = react(id, location);
  bytes_ += sizeof(Reacted);
  nodes_[id]->reactions.push_back({.location = location, .reaction = reaction});
  return reaction;
}

bool ThreadSpace::has_ended(Id id) const {
  return nodes_[id]->ended && nodes_[id]->standing == Standing::running;
}

bool ThreadSpace::has_faulted(Id id) const {
  return nodes_[id]->standing == Standing::faulted;
}

Error ThreadSpace::fault(Id id) const {
  const ThreadState faulted = state(id);
  const isa::Instruction& instruction = program_.instruction(faulted.next);
  const std::uint64_t address = faulted.registers[0];
  const std::string text = isa::to_text(instruction) + ": ";
  if (isa::kind_of(instruction.op) == isa::OpKind::branch) {
    return {ErrorCode::invalid_input,
            program_.where(faulted.next),
            text + fmt::format("a jump to {:#x}, where no instruction of the thread is", address),
            "jump to a label, or to the end"};
  }
  return {ErrorCode::invalid_input,
          program_.where(faulted.next),
          text + locations_.why_not(address, isa::access_size(instruction)),
          "declare a location there, of the size of the access"};
}

ThreadState ThreadSpace::state(Id id) const {
  return ThreadState::decode(program_, nodes_[id]->code);
}

}  // namespace pmusim::memory
