// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/pmu_core.h"

#include <algorithm>
#include <utility>

#include "models/pmu/register_access.h"

namespace pmusim {

PmuCore::PmuCore(PmuConfig config, WriteEffect effect)
    : config_{std::move(config)},
      state_{reset_state(config_)},
      pending_{effect},
      counter_{config_, state_} {}

SysRegRead PmuCore::read(SysReg reg, const ExecutionContext& who) const {
  const auto found = decode(reg);
  if (!found) {
    return {AccessOutcome::undefined, 0};
  }
  const PmuState& seen = pending_.empty() ? state_ : pending_.seen_by_software(config_, state_);
  const AccessOutcome outcome = check_access(config_, seen, *found, AccessKind::read, who);
  if (outcome != AccessOutcome::done) {
    return {outcome, 0};
  }
  return {outcome, read_register(config_, seen, *found, who)};
}

AccessOutcome PmuCore::write(SysReg reg, RegValue value, const ExecutionContext& who) {
  const auto found = decode(reg);
  if (!found) {
    return AccessOutcome::undefined;
  }
  const PmuState& seen = pending_.empty() ? state_ : pending_.seen_by_software(config_, state_);
  const AccessOutcome outcome = check_access(config_, seen, *found, AccessKind::write, who);
  if (outcome != AccessOutcome::done) {
    return outcome;
  }
  if (pending_.is_immediate()) {
    write_register(config_, state_, *found, value, who);
    counter_.written(reach_of_write(found->reg));
  } else {
    if (pending_.is_full()) {
      synchronize_context();
    }
    pending_.add(*found, value, who, counter_.now());
  }
  return outcome;
}

void PmuCore::begin(const ExecutionContext& context, ActivitySource& activity, std::uint64_t from) {
  counter_.begin(context, activity, from);
}

Cycles PmuCore::plan(Cycles limit) {
  std::uint64_t cycles = limit.count();
  if (const auto due = pending_.next_due()) {
    cycles = std::min(cycles, *due - counter_.now());
  }
  return Cycles{counter_.plan(cycles)};
}

void PmuCore::commit(Cycles elapsed) {
  counter_.commit(elapsed.count());
  if (!pending_.empty()) {
    if (pending_.apply_due(config_, state_, counter_.now())) {
      counter_.state_changed();
    }
  }
}

bool PmuCore::interrupt_level() const {
  return counter_.interrupt_level();
}

void PmuCore::synchronize_context() {
  if (!pending_.empty()) {
    pending_.apply_all(config_, state_);
    counter_.state_changed();
  }
}

void PmuCore::advance(Cycles cycles) {
  while (cycles.count() != 0) {
    const Cycles piece = plan(cycles);
    commit(piece);
    cycles -= piece;
  }
}

void PmuCore::set_raw(PmuRegister reg, RegValue value) {
  pmusim::set_raw(config_, state_, reg, value);
  counter_.state_changed();
}

void PmuCore::restore(const PmuState& state) {
  state_ = state;
  counter_.state_changed();
}

void PmuCore::observe_every_flag(bool on) {
  counter_.observe_every_flag(on);
}

const CountingLog& PmuCore::counting_log() {
  return counter_.log();
}

}  // namespace pmusim
