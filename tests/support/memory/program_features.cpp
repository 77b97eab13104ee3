// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/program_features.h"

#include <array>
#include <set>

#include "models/isa/dataflow.h"

namespace pmusim::test {
namespace {

constexpr std::array<std::string_view, kFeatures> kNames{"loaded address",
                                                         "false address",
                                                         "cas",
                                                         "cas loaded",
                                                         "exclusives",
                                                         "between halves",
                                                         "select",
                                                         "zero result",
                                                         "branch and isb",
                                                         "acquire and release",
                                                         "dsb st",
                                                         "forwarded",
                                                         "three threads",
                                                         "narrow",
                                                         "pair"};

/// Goes through the code of one thread in program order.
class Scan {
 public:
  explicit Scan(std::set<Feature>& found) : found_{found} {}

  void see(const isa::Instruction& instruction);

 private:
  void see_access(const isa::Instruction& instruction);
  void see_exclusive(const isa::Instruction& instruction);
  void follow(const isa::Instruction& instruction);

  void note_if(bool seen, Feature feature) {
    if (seen) {
      found_.insert(feature);
    }
  }

  std::set<Feature>& found_;
  std::set<isa::Reg> loaded_;    ///< registers that hold what a load returned
  std::set<isa::Reg> computed_;  ///< registers computed from such
  std::set<isa::Reg> stored_to_;
  bool branch_{};
  bool half_open_{};
  bool acquire_{};
  bool release_{};
};

void Scan::see_exclusive(const isa::Instruction& instruction) {
  if (instruction.op == isa::Op::load_exclusive) {
    half_open_ = true;
    return;
  }
  if (instruction.op == isa::Op::store_exclusive) {
    note_if(half_open_, Feature::exclusives);
    half_open_ = false;
    return;
  }
  note_if(half_open_, Feature::between_halves);
}

void Scan::see_access(const isa::Instruction& instruction) {
  using enum isa::Op;
  const isa::Op op = instruction.op;
  const bool atomic = op == swp || op == ldadd || op == ldclr || op == ldeor || op == ldset;
  const bool zero_result =
      (atomic && instruction.d == isa::Reg::zero) || (op == cas && instruction.m == isa::Reg::zero);
  note_if(loaded_.contains(instruction.n), Feature::loaded_address);
  note_if(computed_.contains(instruction.n) ||
              (instruction.operand != isa::Operand::immediate && computed_.contains(instruction.m)),
          Feature::false_address);
  note_if(op == cas, Feature::cas);
  note_if(op == cas && (loaded_.contains(instruction.m) || computed_.contains(instruction.m)),
          Feature::cas_loaded);
  note_if(zero_result, Feature::zero_result);
  note_if(op == load && stored_to_.contains(instruction.n), Feature::forwarded);
  note_if(!instruction.wide, Feature::narrow);
  note_if(op == load_pair || op == store_pair, Feature::pair);
  see_exclusive(instruction);
  acquire_ = acquire_ || instruction.acquire != isa::Acquire::none;
  release_ = release_ || instruction.release;
  note_if(acquire_ && release_, Feature::acquire_release);
  if (op == store || atomic || op == cas) {
    stored_to_.insert(instruction.n);
  }
}

/// Keeps track of what registers hold.
void Scan::follow(const isa::Instruction& instruction) {
  const bool access = kind_of(instruction.op) == isa::OpKind::memory;
  const isa::Dataflow flow{instruction};
  bool from_load = false;
  for (const isa::Source& source : flow.sources()) {
    from_load = from_load || loaded_.contains(source.reg) || computed_.contains(source.reg);
  }
  for (const isa::Reg result : flow.results()) {
    loaded_.erase(result);
    computed_.erase(result);
    if (access && instruction.op != isa::Op::store_exclusive) {
      loaded_.insert(result);
    } else if (from_load) {
      computed_.insert(result);
    }
  }
}

void Scan::see(const isa::Instruction& instruction) {
  using enum isa::Op;
  switch (kind_of(instruction.op)) {
    case isa::OpKind::memory:
      see_access(instruction);
      break;
    case isa::OpKind::branch:
      branch_ = true;
      break;
    case isa::OpKind::arithmetic:
      note_if(instruction.op == csel || instruction.op == csinc, Feature::select);
      break;
    case isa::OpKind::system:
      note_if(branch_ && instruction.op == isb, Feature::branch_isb);
      note_if(instruction.op == dsb && instruction.types == isa::BarrierTypes::stores,
              Feature::dsb_stores);
      break;
  }
  follow(instruction);
}

}  // namespace

std::string_view to_text(Feature feature) {
  return kNames[static_cast<std::size_t>(feature)];
}

std::vector<Feature> features_of(const memory::ConcurrentProgram& program) {
  std::set<Feature> found;
  if (program.threads.size() >= 3) {
    found.insert(Feature::three_threads);
  }
  for (const memory::Thread& thread : program.threads) {
    Scan scan{found};
    for (const isa::Instruction& instruction : thread.program.code) {
      scan.see(instruction);
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace pmusim::test
