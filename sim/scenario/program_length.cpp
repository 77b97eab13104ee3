// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/program_length.h"

#include <limits>

namespace pmusim::scenario {
namespace {

constexpr std::uint64_t kPicosecondsPerMicrosecond = 1'000'000;
constexpr std::uint64_t kPicosecondsPerNanosecond = 1'000;

std::uint64_t multiply_up_to_limit(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max()
                                                : product;
}

ProgramLength repeated(const ProgramLength& once, std::uint64_t times) {
  return {multiply_up_to_limit(once.cycles, times), multiply_up_to_limit(once.ns, times)};
}

/// Length of one item; each takes a cycle at least, but for those of the modelled kernel whose time
/// is all in its cost table.
class ItemLength {
 public:
  explicit ItemLength(const kernel::WorldSwitchCosts& kvm) : kvm_{kvm} {}

  [[nodiscard]] ProgramLength body(const std::vector<Item>& items) const {
    ProgramLength total;
    for (const Item& item : items) {
      const ProgramLength one = std::visit(*this, item.what);
      total = {add_up_to_limit(total.cycles, one.cycles), add_up_to_limit(total.ns, one.ns)};
    }
    return total;
  }

  ProgramLength operator()(const RunItem& item) const { return {item.cycles.count(), 0}; }

  ProgramLength operator()(const SyscallItem& item) const { return {item.cycles.count(), 0}; }

  ProgramLength operator()(const MonitorItem& item) const { return {item.cycles.count(), 0}; }

  ProgramLength operator()(const SleepItem& item) const { return {0, item.ns}; }

  ProgramLength operator()(const MigrateItem& /*item*/) const { return {}; }

  ProgramLength operator()(const YieldItem& /*item*/) const { return {}; }

  ProgramLength operator()(const ExitItem& item) const {
    if (item.kind == ExitItem::Kind::fixup) {
      return {kvm_.fixup_exit, 0};
    }
    return {kvm_.exit_before_switch + kvm_.exit_after_switch + kvm_.entry_before_switch +
                kvm_.entry_after_switch,
            0};
  }

  /// A run of a program takes a cycle at least.
  ProgramLength operator()(const CodeItem& item) const { return {item.times, 0}; }

  ProgramLength operator()(const RepeatItem& item) const {
    return repeated(body(item.body), item.times);
  }

  template <class Other>
  ProgramLength operator()(const Other& /*item*/) const {
    return {1, 0};
  }

 private:
  const kernel::WorldSwitchCosts& kvm_;
};

}  // namespace

std::uint64_t add_up_to_limit(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

ProgramLength length_of(const std::vector<Item>& body,
                        std::uint64_t repeat,
                        const kernel::WorldSwitchCosts& kvm) {
  return repeated(ItemLength{kvm}.body(body), repeat);
}

std::uint64_t picoseconds_of(const ProgramLength& length, std::uint32_t frequency_mhz) {
  const std::uint64_t microseconds = length.cycles / frequency_mhz;
  const std::uint64_t rest = length.cycles % frequency_mhz * kPicosecondsPerMicrosecond;
  const std::uint64_t running =
      add_up_to_limit(multiply_up_to_limit(microseconds, kPicosecondsPerMicrosecond),
                      (rest + frequency_mhz - 1) / frequency_mhz);
  return add_up_to_limit(running, multiply_up_to_limit(length.ns, kPicosecondsPerNanosecond));
}

std::uint64_t items_in(const std::vector<Item>& body) {
  std::uint64_t total = body.size();
  for (const Item& item : body) {
    const auto* repeat = std::get_if<RepeatItem>(&item.what);
    total += repeat == nullptr ? 0 : items_in(repeat->body);
  }
  return total;
}

}  // namespace pmusim::scenario
