// SPDX-License-Identifier: Apache-2.0
#include "models/pmu/write_effect.h"

#include "models/pmu/register_access.h"

namespace pmusim {

void PendingWrites::add(PmuRegister reg,
                        RegValue value,
                        const ExecutionContext& who,
                        std::uint64_t now) {
  constexpr std::uint64_t kNever = ~std::uint64_t{0};
  const bool timed = effect_.mode == WriteEffect::Mode::after_cycles;
  writes_.push_back({reg, value, who, timed ? now + effect_.cycles.count() : kNever});
}

bool PendingWrites::apply_due(const PmuConfig& config, PmuState& state, std::uint64_t now) {
  auto write = writes_.begin();
  for (; write != writes_.end() && write->due <= now; ++write) {
    write_register(config, state, write->reg, write->value, write->who);
  }
  const bool any = write != writes_.begin();
  writes_.erase(writes_.begin(), write);
  return any;
}

void PendingWrites::apply_all(const PmuConfig& config, PmuState& state) {
  for (const Write& write : writes_) {
    write_register(config, state, write.reg, write.value, write.who);
  }
  writes_.clear();
}

PmuState PendingWrites::seen_by_software(const PmuConfig& config, const PmuState& state) const {
  PmuState seen = state;
  for (const Write& write : writes_) {
    write_register(config, seen, write.reg, write.value, write.who);
  }
  return seen;
}

}  // namespace pmusim
