// SPDX-License-Identifier: Apache-2.0
//
// The order that a thread keeps by itself, computed from the events of one run as the Armv8 memory
// model states it (Arm ARM DDI 0487, B2.3; its machine-readable form `aarch64.cat`, as of herd7
// 7.58). One function for each relation that the model names, and under its name.
#pragma once

#include "tests/support/memory/relation.h"
#include "tests/support/memory/thread_run.h"

namespace pmusim::test {

class ThreadOrder {
 public:
  explicit ThreadOrder(const ThreadRun& run);

  /// Everything that one thread's memory accesses are ordered by without regard to the others.
  [[nodiscard]] Relation locally_required_before() const;

  /// Program order between accesses of one location.
  [[nodiscard]] const Relation& po_loc() const { return po_loc_; }

  /// From the read to the write of a read-modify-write, be it one instruction or an exclusive pair.
  [[nodiscard]] const Relation& rmw() const { return rmw_; }

 private:
  [[nodiscard]] Relation relation(const Edges& edges) const;
  [[nodiscard]] EventSet barriers(isa::Op op, isa::BarrierTypes types) const;

  void classify(const ThreadRun& run);
  void order_program(const ThreadRun& run);
  void find_dependencies(const ThreadRun& run);

  [[nodiscard]] Relation local_read_successor() const;
  [[nodiscard]] Relation local_write_successor() const;
  [[nodiscard]] Relation dependency_ordered_before() const;
  [[nodiscard]] Relation pick_ordered_before() const;
  [[nodiscard]] Relation atomic_ordered_before() const;
  [[nodiscard]] Relation barrier_ordered_before() const;
  [[nodiscard]] Relation dsb_ordered_before() const;
  [[nodiscard]] Relation context_ordered_before(const Relation& dsb_ob) const;

  std::size_t events_;

  // Sets
  EventSet reads_;
  EventSet writes_;
  EventSet accesses_;
  EventSet acquire_;     ///< A
  EventSet acquire_pc_;  ///< Q
  EventSet release_;     ///< L
  EventSet no_return_;
  EventSet register_reads_;
  EventSet data_reads_;  ///< register reads whose value is stored or combined
  EventSet branches_;
  EventSet isb_;
  EventSet full_;      ///< DMB and DSB of all accesses
  EventSet loads_;     ///< DMB and DSB of loads
  EventSet stores_;    ///< DMB and DSB of stores
  EventSet dsb_full_;  ///< the DSB among them
  EventSet dsb_loads_;
  EventSet dsb_stores_;

  // Relations
  Relation po_;
  Relation same_instance_;
  Relation po_loc_;
  Relation amo_;
  Relation rmw_;
  Relation lrs_;
  Relation address_dependency_;
  Relation data_dependency_;
  Relation control_dependency_;
  Relation pick_basic_;
  Relation pick_address_;
  Relation pick_control_;
  Relation pick_;
};

}  // namespace pmusim::test
