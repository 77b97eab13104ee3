// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/open_checks.h"

#include <string>
#include <utility>

namespace pmusim::kernel {

namespace {

constexpr std::uint64_t kSoftwareDummy = 9;  // PERF_COUNT_SW_DUMMY

tl::unexpected<Error> refused(std::string what, std::string hint = {}) {
  return fail(ErrorCode::invalid_input, "perf_event_open", std::move(what), std::move(hint));
}

}  // namespace

Result<void> check_request(const OpenRequest& request, const PerfConfig& config) {
  const abi::PerfEventAttr& attr = request.attr;
  if (!attr.exclude_kernel && config.paranoid > 1 && !config.privileged) {
    return refused("EACCES: counting the kernel at kernel.perf_event_paranoid " +
                       std::to_string(config.paranoid),
                   "exclude the kernel, or lower the setting");
  }
  if (auto sampling = check_sampling(attr.freq, attr.sample_period, config); !sampling) {
    return sampling;
  }
  if (request.task == kNoTask && !request.cpu) {
    return refused("EINVAL: neither a task nor a CPU", "name one of them");
  }
  return {};
}

Result<void> check_sampling(bool frequency, std::uint64_t value, const PerfConfig& config) {
  if (frequency && value > config.max_sample_rate) {
    return refused("EINVAL: frequency " + std::to_string(value) +
                       " is above kernel.perf_event_max_sample_rate, " +
                       std::to_string(config.max_sample_rate),
                   "lower the frequency or raise the setting");
  }
  if (!frequency && value >> 63U != 0) {
    return refused("EINVAL: bit 63 of the sample period is set", "take a period below 2^63");
  }
  return {};
}

Result<void> check_sibling(const PerfEvent& event) {
  if (event.is_leader()) {
    return {};
  }
  const PerfEvent& leader = *event.leader;
  if (!leader.is_leader()) {
    return refused("EINVAL: the group leader is itself a member of a group",
                   "name the leader of that group");
  }
  if (leader.cpu != event.cpu || leader.task != event.task) {
    return refused("EINVAL: the group leader counts on another CPU or task",
                   "a group counts in one place");
  }
  if (event.attr.pinned || event.attr.exclusive) {
    return refused("EINVAL: only a group leader can be pinned or exclusive",
                   "set it on the leader");
  }
  return {};
}

Result<void> check_software(const abi::PerfEventAttr& attr) {
  if (attr.config == kSoftwareDummy) {
    return {};
  }
  return fail(ErrorCode::not_modelled,
              "perf_event_open",
              "software event " + std::to_string(attr.config),
              "of software events there is only the dummy, 9");
}

void set_first_period(PerfEvent& event) {
  const bool adjusts = event.attr.freq && event.attr.sample_period != 0;
  event.hw.sample_period = adjusts ? 1 : event.attr.sample_period;
  event.hw.last_period = event.hw.sample_period;
  event.hw.period_left = static_cast<std::int64_t>(event.hw.sample_period);
}

}  // namespace pmusim::kernel
