// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/thread_order.h"

namespace pmusim::test {

ThreadOrder::ThreadOrder(const ThreadRun& run)
    : events_{run.events.size()},
      po_{events_},
      same_instance_{events_},
      po_loc_{events_},
      amo_{relation(run.amo)},
      rmw_{amo_ | relation(run.lxsx)},
      lrs_{events_},
      address_dependency_{events_},
      data_dependency_{events_},
      control_dependency_{events_},
      pick_basic_{events_},
      pick_address_{events_},
      pick_control_{events_},
      pick_{events_} {
  classify(run);
  order_program(run);
  lrs_ = local_read_successor();
  find_dependencies(run);
}

Relation ThreadOrder::relation(const Edges& edges) const {
  Relation result{events_};
  for (const auto& [from, to] : edges) {
    result.add(from, to);
  }
  return result;
}

void ThreadOrder::classify(const ThreadRun& run) {
  for (std::size_t number = 0; number < events_; ++number) {
    const Event& event = run.events[number];
    const auto add_if = [&](EventSet& set, bool belongs) {
      if (belongs) {
        set.add(number);
      }
    };
    const bool barrier = event.kind == EventKind::barrier;
    const bool dsb = barrier && event.barrier == isa::Op::dsb;
    const bool dsb_or_dmb = dsb || (barrier && event.barrier == isa::Op::dmb);
    add_if(reads_, event.kind == EventKind::read);
    add_if(writes_, event.kind == EventKind::write);
    add_if(acquire_, event.acquire);
    add_if(acquire_pc_, event.acquire_pc);
    add_if(release_, event.release);
    add_if(no_return_, event.no_return);
    add_if(register_reads_, event.kind == EventKind::register_read);
    add_if(data_reads_, event.data);
    add_if(branches_, event.kind == EventKind::branch);
    add_if(isb_, barrier && event.barrier == isa::Op::isb);
    add_if(full_, dsb_or_dmb && event.types == isa::BarrierTypes::all);
    add_if(loads_, dsb_or_dmb && event.types == isa::BarrierTypes::loads);
    add_if(stores_, dsb_or_dmb && event.types == isa::BarrierTypes::stores);
    add_if(dsb_full_, dsb && event.types == isa::BarrierTypes::all);
    add_if(dsb_loads_, dsb && event.types == isa::BarrierTypes::loads);
    add_if(dsb_stores_, dsb && event.types == isa::BarrierTypes::stores);
  }
  accesses_ = reads_ | writes_;
}

/// Events of one instruction have no program order among them.
void ThreadOrder::order_program(const ThreadRun& run) {
  for (std::size_t first = 0; first < events_; ++first) {
    for (std::size_t second = 0; second < events_; ++second) {
      if (run.events[first].instance < run.events[second].instance) {
        po_.add(first, second);
      }
      if (run.events[first].instance == run.events[second].instance) {
        same_instance_.add(first, second);
      }
      if (po_.has(first, second) && accesses_.has(first) && accesses_.has(second) &&
          run.events[first].location == run.events[second].location) {
        po_loc_.add(first, second);
      }
    }
  }
}

/// Local read successor: a write, then a read of its location with no other write between.
Relation ThreadOrder::local_read_successor() const {
  return (po_loc_ - po_loc_.across(writes_)).from(writes_).to(reads_);
}

/// Local write successor.
Relation ThreadOrder::local_write_successor() const {
  return po_loc_.to(writes_);
}

/// Address, data, control and pick dependencies. A dependency runs through registers and, from an
/// own store to the load that follows it, through memory; a pick dependency may in addition run
/// through what only decides: the condition of a select, the comparison of a CAS.
void ThreadOrder::find_dependencies(const ThreadRun& run) {
  const Relation iico_data = relation(run.iico_data);
  const Relation rf_register = relation(run.rf_register);
  const EventSet sources = reads_ | register_reads_;
  const EventSet address_reads = register_reads_ - data_reads_;

  const Relation step = rf_register | lrs_ | iico_data;
  const Relation basic = step.plus().optional().from(sources);
  const Relation into_access = iico_data.plus().to(accesses_);
  address_dependency_ = basic.to(address_reads).then(into_access).from(accesses_) - same_instance_;
  data_dependency_ = basic.to(data_reads_).then(into_access).to(writes_) - same_instance_;
  control_dependency_ = basic.to(branches_).then(po_) - same_instance_;

  pick_basic_ = (step | relation(run.iico_control)).plus().optional().from(sources);
  pick_address_ = pick_basic_.to(address_reads).then(into_access) - same_instance_;
  const Relation pick_data =
      pick_basic_.to(data_reads_).then(into_access).to(writes_) - same_instance_;
  pick_control_ = pick_basic_.to(branches_).then(po_) - same_instance_;
  pick_ = (pick_basic_ | pick_address_ | pick_data | pick_control_) - same_instance_;
}

Relation ThreadOrder::dependency_ordered_before() const {
  const Relation& addr = address_dependency_;
  const Relation& data = data_dependency_;
  return addr | data | control_dependency_.to(writes_) | addr.to(accesses_).then(po_).to(writes_) |
         addr.to(accesses_).then(po_).to(isb_).then(po_).to(reads_) |
         addr.to(accesses_).then(lrs_) | data.to(accesses_).then(lrs_);
}

Relation ThreadOrder::pick_ordered_before() const {
  const Relation picks = pick_.to(writes_) | pick_control_.to(isb_).then(po_).to(accesses_) |
                         pick_address_.to(accesses_).then(po_).to(isb_).then(po_).to(accesses_) |
                         pick_address_.to(accesses_).then(po_).to(writes_);
  return picks.from(accesses_);
}

Relation ThreadOrder::atomic_ordered_before() const {
  return rmw_ | rmw_.then(lrs_).to(acquire_ | acquire_pc_);
}

Relation ThreadOrder::barrier_ordered_before() const {
  const EventSet acquire_release_writes = amo_.from(acquire_).to(release_).range();
  return po_.across(full_) | po_.from(reads_ - no_return_).to(loads_).then(po_) |
         po_.from(writes_).to(stores_).then(po_).to(writes_) | po_.from(acquire_release_writes) |
         po_.from(release_).to(acquire_) | po_.from(acquire_ | acquire_pc_) | po_.to(release_);
}

/// A DSB orders more than the DMB of its kind: what comes after it waits, whatever it is.
Relation ThreadOrder::dsb_ordered_before() const {
  return po_.from(accesses_).to(dsb_full_).then(po_) |
         po_.from(reads_ - no_return_).to(dsb_loads_).then(po_) |
         po_.from(writes_).to(dsb_stores_).then(po_);
}

/// A context synchronisation event, here an ISB: what must be decided before it, then all after it.
Relation ThreadOrder::context_ordered_before(const Relation& dsb_ob) const {
  return (control_dependency_.from(reads_) | dsb_ob).to(isb_).then(po_);
}

Relation ThreadOrder::locally_required_before() const {
  const Relation lob = (local_write_successor() | dependency_ordered_before() |
                        pick_ordered_before() | atomic_ordered_before() | barrier_ordered_before())
                           .plus();
  const Relation pick_lob = pick_basic_.then(lob).to(writes_);
  const Relation dsb_ob = dsb_ordered_before();
  return (lob | pick_lob | dsb_ob | context_ordered_before(dsb_ob))
      .from(accesses_)
      .to(accesses_)
      .plus();
}

}  // namespace pmusim::test
