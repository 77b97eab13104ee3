// SPDX-License-Identifier: Apache-2.0
#include "models/memory/timed/micro_op.h"

#include "models/common/expect.h"
#include "models/isa/dataflow.h"

namespace pmusim::memory {
namespace {

using isa::Indexing;
using isa::Instruction;
using isa::Op;
using isa::Operand;
using isa::Reg;
using Kind = MicroOp::Kind;

MicroOp base_of(const Instruction& instruction, Kind kind) {
  MicroOp op;
  op.kind = kind;
  op.instruction = &instruction;
  return op;
}

bool has_register_operand(const Instruction& i) {
  return i.operand != Operand::immediate;
}

MicroOp compute_op(const Instruction& i) {
  MicroOp op = base_of(i, Kind::compute);
  op.sources[MicroOp::base] = i.n;
  op.sources[MicroOp::offset] = i.m;
  op.result = i.d;
  op.writes_flags = i.sets_flags;
  switch (i.op) {
    case Op::movk:
    case Op::bfm:
      op.sources[MicroOp::data] = i.d;
      break;
    case Op::csel:
    case Op::csinc:
    case Op::csinv:
    case Op::csneg:
      op.sources[MicroOp::other] = Reg::flags;
      break;
    default:
      break;
  }
  return op;
}

MicroOp branch_op(const Instruction& i) {
  MicroOp op = base_of(i, Kind::branch);
  switch (i.op) {
    case Op::b_cond:
      op.sources[MicroOp::other] = Reg::flags;
      break;
    case Op::cbz:
    case Op::cbnz:
    case Op::tbz:
    case Op::tbnz:
      op.sources[MicroOp::other] = i.n;
      break;
    case Op::br:
    case Op::blr:
    case Op::ret:
      op.sources[MicroOp::base] = i.n;
      break;
    default:
      break;
  }
  if (i.op == Op::bl || i.op == Op::blr) {
    op.result = Reg::x30;
  }
  return op;
}

MicroOp access_op(const Instruction& i, Kind kind) {
  MicroOp op = base_of(i, kind);
  op.sources[MicroOp::base] = i.n;
  if ((i.op == Op::load || i.op == Op::store) && has_register_operand(i)) {
    op.sources[MicroOp::offset] = i.m;
  }
  op.is_release = i.release && op.writes_memory();
  op.counts_as_load = op.reads_memory();
  return op;
}

void set_acquire(MicroOp& op, isa::Acquire acquire) {
  op.is_acquire = acquire != isa::Acquire::none;
  op.waits_for_release = acquire == isa::Acquire::acquire;
}

MicroOp load_op(const Instruction& i, Kind kind, Reg into) {
  MicroOp op = access_op(i, kind);
  op.result = into;
  set_acquire(op, i.acquire);
  return op;
}

MicroOp store_op(const Instruction& i, Kind kind, Reg from) {
  MicroOp op = access_op(i, kind);
  op.sources[MicroOp::data] = from;
  if (kind == Kind::store_exclusive) {
    op.result = i.m;
  }
  return op;
}

/// CAS compares with Rs, which also takes the result, and writes Rt; the others operate with Rs and
/// return in Rt. With the zero register as result they are no loads to DMB LD, and A has no effect.
MicroOp atomic_op(const Instruction& i) {
  MicroOp op = access_op(i, Kind::atomic);
  const bool is_cas = i.op == Op::cas;
  op.sources[MicroOp::data] = is_cas ? i.d : i.m;
  op.sources[MicroOp::other] = is_cas ? i.m : Reg::zero;
  op.result = is_cas ? i.m : i.d;
  op.counts_as_load = is_cas || op.result != Reg::zero;
  op.is_full = i.acquire == isa::Acquire::acquire && i.release;
  if (op.counts_as_load) {
    set_acquire(op, i.acquire);
  }
  return op;
}

MicroOp write_back_op(const Instruction& i) {
  MicroOp op = base_of(i, Kind::compute);
  op.sources[MicroOp::base] = i.n;
  op.result = i.n;
  op.is_write_back = true;
  return op;
}

class Cracker {
 public:
  explicit Cracker(std::vector<MicroOp>& out) : out_{out} {}

  void crack(const Instruction& i) {
    const std::size_t begin = out_.size();
    accesses(i);
    if (out_.size() == begin) {
      out_.push_back(single(i));
    } else if (i.indexing != Indexing::offset) {
      out_.push_back(write_back_op(i));
    }
    PMUSIM_EXPECT(out_.size() - begin <= kMaxMicroOps, "an instruction is issued in one cycle");
    MicroOp& last = out_.back();
    for (std::size_t k = begin; k < out_.size(); ++k) {
      out_[k].is_last = k + 1 == out_.size();
      last.retires_load = last.retires_load || out_[k].reads_memory();
      last.retires_store = last.retires_store || out_[k].writes_memory();
    }
  }

 private:
  void accesses(const Instruction& i) {
    switch (i.op) {
      case Op::load:
        out_.push_back(load_op(i, Kind::load, i.d));
        break;
      case Op::store:
        out_.push_back(store_op(i, Kind::store, i.d));
        break;
      case Op::load_pair:
        out_.push_back(load_op(i, Kind::load, i.d));
        out_.push_back(load_op(i, Kind::load, i.t2));
        break;
      case Op::store_pair:
        out_.push_back(store_op(i, Kind::store, i.d));
        out_.push_back(store_op(i, Kind::store, i.t2));
        break;
      default:
        return;
    }
    if (i.op == Op::load_pair || i.op == Op::store_pair) {
      out_.back().displacement = static_cast<std::uint8_t>(isa::access_size(i));
    }
  }

  static MicroOp single(const Instruction& i) {
    switch (isa::kind_of(i.op)) {
      case isa::OpKind::arithmetic:
        break;
      case isa::OpKind::branch:
        return branch_op(i);
      case isa::OpKind::memory:
        return memory_op(i);
      case isa::OpKind::system:
        return system_op(i);
    }
    return compute_op(i);
  }

  /// @pre one that is one operation
  static MicroOp memory_op(const Instruction& i) {
    switch (i.op) {
      case Op::load_exclusive:
        return load_op(i, Kind::load_exclusive, i.d);
      case Op::store_exclusive:
        return store_op(i, Kind::store_exclusive, i.d);
      default:
        return atomic_op(i);
    }
  }

  static MicroOp system_op(const Instruction& i) {
    switch (i.op) {
      case Op::dmb:
      case Op::dsb:
        return base_of(i, Kind::barrier);
      case Op::isb:
        return base_of(i, Kind::isb);
      case Op::nop:
        return base_of(i, Kind::compute);
      default:
        return base_of(i, Kind::unknown);
    }
  }

  std::vector<MicroOp>& out_;
};

}  // namespace

MicroProgram::MicroProgram(const isa::Program& program) : program_{&program} {
  first_.reserve(program.code.size() + 1);
  Cracker cracker{operations_};
  for (const Instruction& instruction : program.code) {
    first_.push_back(static_cast<std::uint32_t>(operations_.size()));
    cracker.crack(instruction);
  }
  first_.push_back(static_cast<std::uint32_t>(operations_.size()));
}

}  // namespace pmusim::memory
