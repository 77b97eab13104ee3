// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/item_rules.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace pmusim::scenario {
namespace {

namespace wf = written_form;

/// What an item is called, who may have it, and whether it takes time in any case.
struct ItemKind {
  std::string_view name{};
  bool bare{};
  bool linux_task{};
  bool vcpu{};
  bool takes_time{true};
};

/// By Word.
constexpr std::array kWords{
    ItemKind{.name = "isb", .bare = true},
    ItemKind{.name = "mask", .bare = true},
    ItemKind{.name = "unmask", .bare = true},
    ItemKind{.name = "wait", .bare = true},
    ItemKind{.name = "yield", .linux_task = true, .takes_time = false},
    ItemKind{.name = "exit", .vcpu = true},
    ItemKind{.name = "fixup_exit", .vcpu = true},
    ItemKind{.name = "exit_to_user", .vcpu = true},
};

constexpr ItemKind kind_of(wf::Word word) {
  return kWords[static_cast<std::size_t>(word)];
}

constexpr ItemKind kind_of(const wf::Run& /*item*/) {
  return {.name = "cycles", .bare = true, .linux_task = true, .vcpu = true};
}

constexpr ItemKind kind_of(const wf::Msr& /*item*/) {
  return {.name = "msr", .bare = true};
}

constexpr ItemKind kind_of(const wf::Mrs& /*item*/) {
  return {.name = "mrs", .bare = true};
}

constexpr ItemKind kind_of(const wf::Ipi& /*item*/) {
  return {.name = "ipi", .bare = true};
}

constexpr ItemKind kind_of(const wf::CodeUse& /*item*/) {
  return {.name = "code", .bare = true};
}

/// Its body is asked by itself.
constexpr ItemKind kind_of(const wf::Repeat& /*item*/) {
  return {.name = "repeat", .bare = true, .linux_task = true, .vcpu = true};
}

constexpr ItemKind kind_of(const wf::Syscall& /*item*/) {
  return {.name = "syscall_cycles", .linux_task = true};
}

constexpr ItemKind kind_of(const wf::Sleep& /*item*/) {
  return {.name = "sleep_ns", .linux_task = true};
}

constexpr ItemKind kind_of(const wf::Migrate& /*item*/) {
  return {.name = "migrate", .linux_task = true, .takes_time = false};
}

constexpr ItemKind kind_of(const wf::Monitor& /*item*/) {
  return {.name = "monitor_cycles", .vcpu = true};
}

ItemKind kind_of_item(const wf::Item& item) {
  return std::visit([](const auto& what) { return kind_of(what); }, item.what);
}

bool may_have(const ItemKind& kind, ProgramOwner owner) {
  switch (owner) {
    case ProgramOwner::bare:
      return kind.bare;
    case ProgramOwner::linux_task:
      return kind.linux_task;
    case ProgramOwner::vcpu:
      return kind.vcpu;
  }
  return false;
}

/// Says who has such items: bare CPUs, tasks of the modelled Linux, or vCPUs.
Objection wrong_owner(const ItemKind& kind, ProgramOwner owner) {
  if (kind.bare) {
    return {fmt::format("\"{}\" is an item of bare CPUs; here the modelled Linux runs", kind.name),
            R"(leave it out, or set "model" of "kernel" to "none")"};
  }
  if (owner == ProgramOwner::bare) {
    return {fmt::format("\"{}\" is an item of {} of the modelled Linux; here CPUs are bare",
                        kind.name,
                        kind.vcpu ? "vCPUs" : "tasks"),
            kind.vcpu ? R"(leave it out, or move it into "guests")"
                      : R"(leave it out, or set "model" of "kernel" to "linux")"};
  }
  if (kind.vcpu) {
    return {fmt::format("\"{}\" is an item of vCPUs, not of tasks", kind.name),
            R"(leave it out, or move it into "guests")"};
  }
  return {fmt::format("\"{}\" is an item of tasks, not of vCPUs", kind.name),
          R"(vCPUs have "cycles", "exit", "fixup_exit", "exit_to_user", "monitor_cycles" and )"
          R"("repeat")"};
}

/// The modelled kernel decides the rest of the context.
std::optional<Objection> objection_to_context(const wf::Run& run, ProgramOwner owner) {
  const std::uint32_t level = run.level.value_or(0);
  if (owner == ProgramOwner::linux_task && level != 0) {
    return Objection{
        fmt::format("runs at EL{}, but tasks of the modelled Linux run at EL0", level),
        R"(leave "el" out; for time in the kernel use "syscall_cycles"; or set "model" of )"
        R"("kernel" to "none")"};
  }
  if (owner == ProgramOwner::vcpu && level > 1) {
    return Objection{fmt::format("runs at EL{}, but guests run at EL0 and EL1", level),
                     R"(use "el": 0 or 1; for time of the hypervisor use an exit)"};
  }
  const bool is_standard =
      run.security.value_or(SecurityState::non_secure) == SecurityState::non_secure &&
      run.secure_el2_enabled && !run.tge && !run.debug_state;
  if (!is_standard) {
    return Objection{
        "the modelled Linux and its guests run in Non-secure state, and it sets TGE itself",
        R"(leave out "security", "secure_el2_enabled", "tge" and "debug_state")"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Objection> objection_to(const wf::Item& item, ProgramOwner owner) {
  const ItemKind kind = kind_of_item(item);
  if (!may_have(kind, owner)) {
    return wrong_owner(kind, owner);
  }
  const auto* run = std::get_if<wf::Run>(&item.what);
  const bool by_kernel = owner != ProgramOwner::bare && run != nullptr;
  return by_kernel ? objection_to_context(*run, owner) : std::nullopt;
}

bool takes_time(const wf::Item& item, ProgramOwner owner) {
  return owner == ProgramOwner::bare || kind_of_item(item).takes_time;
}

}  // namespace pmusim::scenario
