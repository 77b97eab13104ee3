// SPDX-License-Identifier: Apache-2.0
#include "sim/report/names.h"

#include <algorithm>

#include <fmt/format.h>

namespace pmusim::report {
namespace {

struct Reason {
  std::string_view name;
  std::string_view words;
};

constexpr std::array kReasons{
    Reason{"disabled", "the counter, or counting as a whole, was not enabled"},
    Reason{"filtered", "its filter excludes the Exception level or Security state"},
    Reason{"prohibited", "MDCR_EL2 or MDCR_EL3 prohibits counting there"},
    Reason{"frozen", "an overflow flag froze it"},
    Reason{"threshold", "the threshold condition did not hold"},
    Reason{"no_edge", "the threshold condition did not change as its edge wants"},
    Reason{"divided", "it counts every 64th cycle, and there were too few"},
    Reason{"no_occurrences", "its event did not occur"},
    Reason{"not_implemented", "the PMU does not implement its event"},
    Reason{"set_back", "it counted, then a write or a wrap brought it back to where it began"},
    Reason{"debug_state", "the CPU was in Debug state"},
    Reason{"not_scheduled", "no counter was free for it"},
    Reason{"excluded", "it excludes all that ran"},
    Reason{"error_pinned",
           "pinned, and no counter was free when it was to be scheduled: state ERROR"},
    Reason{"not_installed", "the run ended before it was installed"},
    Reason{"guest_entry_switch", "counters were the guest's already, before the guest was entered"},
    Reason{"guest_exit_switch", "counters were the guest's still, after the guest was left"},
    Reason{"fixup_exit", "counters stay the guest's while the hypervisor fixes an exit"},
    Reason{"guest_switch", "counters were those of the other side"},
    Reason{"el0_toggle", "the filter of user mode was that of the other side"},
    Reason{"overflow_handler", "the PMU's interrupt had stopped all counters"},
    Reason{"context_switch", "its task was being switched"},
    Reason{"rotation", "groups were taking turns"},
    Reason{"tick", "the tick was restarting it"},
    Reason{"opening", "it was being installed"},
    Reason{"throttled", "it had made too many interrupts"},
    Reason{"reprogramming", "its counter was being reloaded"},
    Reason{"counter_wrap", "its counter wrapped unseen between two reads"},
    Reason{"write_delay", "a register write had not taken effect yet"},
    Reason{"filter", "the counter's filter was not what it asks for"},
    Reason{"not_enabled", "its counter was not enabled"},
};

}  // namespace

std::string cpu_name(const engine::RunResult& result, CpuId cpu) {
  return cpu.value() < result.cpus.size() ? result.cpus[cpu.value()].name
                                          : fmt::format("cpu{}", cpu.value());
}

std::string_view op_name(scenario::Expectation::Op op) {
  using enum scenario::Expectation::Op;
  switch (op) {
    case equals:
      return "equals";
    case at_least:
      return "at_least";
    case at_most:
      return "at_most";
    case approx:
      return "approx";
  }
  return "?";
}

std::string_view reason_in_words(std::string_view reason) {
  const auto* const row = std::ranges::find(kReasons, reason, &Reason::name);
  return row != kReasons.end() ? row->words : reason;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t left = digits.size(); left > 3; left -= 3) {
    digits.insert(left - 3, 1, ',');
  }
  return digits;
}

}  // namespace pmusim::report
