// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/catalogue/explanation.h"

#include "kernel_model/pmuv3/event_encoding.h"
#include "models/activity/event_text.h"
#include "models/pmu/counting_rules.h"
#include "models/pmu/pmu_registers.h"
#include "sim/engine/catalogue/driver_view.h"
#include "sim/engine/truth/intended.h"
#include "userspace_model/stat/event_parser.h"

namespace pmusim::engine {
namespace {

/// Every Exception level in every Security state that exists with this configuration.
std::vector<ExecutionContext> contexts_of(const PmuConfig& config) {
  using enum ExceptionLevel;
  using enum SecurityState;
  std::vector<ExecutionContext> contexts;
  const auto add = [&](SecurityState security, bool has_el2) {
    for (const ExceptionLevel level : {el0, el1, el2}) {
      if (level != el2 || has_el2) {
        contexts.push_back({.level = level, .security = security});
      }
    }
  };
  add(non_secure, config.el2);
  if (config.el3) {
    add(secure, config.secure_el2);
  }
  if (config.rme) {
    add(realm, true);
  }
  if (config.el3) {
    contexts.push_back({.level = el3, .security = config.rme ? root : secure});
  }
  return contexts;
}

/// Who runs in a Non-secure context of a host; nobody that perf knows elsewhere.
std::optional<Who> who_runs(const ExecutionContext& context, bool vhe) {
  if (context.security != SecurityState::non_secure || context.level == ExceptionLevel::el3) {
    return std::nullopt;
  }
  switch (context.level) {
    case ExceptionLevel::el0:
      return Who::host_user;
    case ExceptionLevel::el1:
      return vhe ? Who::guest_kernel : Who::host_kernel;
    case ExceptionLevel::el2:
      return vhe ? Who::host_kernel : Who::hypervisor;
    case ExceptionLevel::el3:
      break;
  }
  return std::nullopt;
}

std::string_view to_string(Who who) {
  switch (who) {
    case Who::host_user:
      return "host user space";
    case Who::host_kernel:
      return "host kernel";
    case Who::hypervisor:
      return "hypervisor";
    case Who::guest_kernel:
      return "guest kernel";
    case Who::guest_user:
      return "guest user space";
  }
  return "?";
}

ContextRow context_row(const ExecutionContext& context,
                       const abi::PerfEventAttr& attr,
                       RegValue event_type,
                       const PmuConfig& config,
                       bool vhe) {
  const std::optional<Who> who = who_runs(context, vhe);
  return {.context = context,
          .who = who ? std::string{to_string(*who)} : "firmware, not perf's",
          .filter_counts =
              !is_filtered(event_type & implemented_mask(config, PmuReg::pmevtyper_el0), context),
          .intended = who ? std::optional{is_intended(attr, *who)} : std::nullopt};
}

}  // namespace

Result<Explanation> explain(std::string_view text, bool vhe) {
  const Result<userspace::ParsedEvent> parsed = userspace::parse_event(text);
  if (!parsed) {
    return tl::unexpected{parsed.error()};
  }
  const abi::PerfEventAttr& attr = parsed->attr;
  const PmuConfig config;
  const Result<RegValue> event_type =
      kernel::event_type(attr, driver_view(config, vhe ? KernelMode::el2 : KernelMode::el1));
  if (!event_type) {
    return tl::unexpected{event_type.error()};
  }
  Explanation explanation{
      .text = std::string{text},
      .event_name = event_text(EventId{static_cast<std::uint16_t>(attr.config)}),
      .attr = {{"config", attr.config},
               {"config1", attr.config1},
               {"exclude_user", attr.exclude_user},
               {"exclude_kernel", attr.exclude_kernel},
               {"exclude_hv", attr.exclude_hv},
               {"exclude_host", attr.exclude_host},
               {"exclude_guest", attr.exclude_guest}},
      .event_type = *event_type,
      .contexts = {},
      .tracking = guest_tracking(attr, vhe),
      .guest = guest_view(attr, *event_type, config, vhe)};
  for (const ExecutionContext& context : contexts_of(config)) {
    explanation.contexts.push_back(context_row(context, attr, *event_type, config, vhe));
  }
  return explanation;
}

}  // namespace pmusim::engine
