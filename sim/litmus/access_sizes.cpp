// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/access_sizes.h"

#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "models/common/text.h"
#include "models/isa/dataflow.h"

namespace pmusim::litmus {
namespace {

bool accesses_memory(isa::Op op) {
  return op >= isa::Op::load && op <= isa::Op::ldset;
}

/// The location that each register of a thread addresses all the time, as an index.
using Bases = std::array<std::optional<std::size_t>, isa::kRegs>;

Bases bases_of(const InitialState& init, std::size_t thread, const isa::Program& program) {
  Bases bases{};
  for (const InitialState::Entry& entry : init.registers) {
    const auto location = init.by_name.find(entry.value.address_of);
    if (entry.place.thread == thread && location != init.by_name.end()) {
      bases[isa::index(entry.place.reg)] = location->second;
    }
  }
  for (const isa::Instruction& instruction : program.code) {
    const isa::Dataflow dataflow{instruction};
    for (const isa::Reg written : dataflow.results()) {
      bases[isa::index(written)].reset();
    }
  }
  return bases;
}

/// The first access to each location, and the sizes of all accesses.
class Sizes {
 public:
  Sizes(SourceText& source, const InitialState& init)
      : source_{source}, init_{init}, first_(init.locations.size()) {}

  void note(const isa::Instruction& instruction, std::size_t offset, const Bases& bases) {
    const unsigned size = isa::access_size(instruction);
    all_.insert(size);
    const std::optional<std::size_t> location = bases[isa::index(instruction.n)];
    if (!location) {
      return;
    }
    std::optional<Access>& first = first_[*location];
    if (!first) {
      first = Access{size, offset};
    } else if (first->size != size) {
      source_.problem(
          offset,
          ErrorCode::not_modelled,
          fmt::format("{} is accessed with {} bytes here, with {} at {}",
                      printable(init_.locations[*location].place.name),
                      size,
                      first->size,
                      source_.where(first->offset)),
          "mixed sizes are not modelled; use X registers and uint64_t, or W registers, throughout");
    }
  }

  [[nodiscard]] std::vector<unsigned> result() const {
    std::vector<unsigned> sizes;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      constexpr unsigned kBitsPerByte = 8;
      const unsigned otherwise =
          all_.size() == 1 ? *all_.begin() : init_.locations[i].type.bits / kBitsPerByte;
      const std::optional<Access>& first = first_[i];
      sizes.push_back(first ? first->size : otherwise);
    }
    return sizes;
  }

 private:
  struct Access {
    unsigned size{};
    std::size_t offset{};
  };

  SourceText& source_;
  const InitialState& init_;
  std::vector<std::optional<Access>> first_;
  std::set<unsigned> all_;
};

}  // namespace

std::vector<unsigned> location_sizes(SourceText& source,
                                     const InitialState& init,
                                     const std::vector<ThreadCode>& code) {
  Sizes sizes{source, init};
  for (std::size_t thread = 0; thread < code.size(); ++thread) {
    const isa::Program& program = code[thread].program;
    const Bases bases = bases_of(init, thread, program);
    for (std::size_t i = 0; i < program.code.size(); ++i) {
      if (accesses_memory(program.code[i].op)) {
        sizes.note(program.code[i], code[thread].offsets[i], bases);
      }
    }
  }
  return sizes.result();
}

}  // namespace pmusim::litmus
