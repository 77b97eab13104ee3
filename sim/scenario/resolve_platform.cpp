// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "sim/scenario/initial_registers.h"
#include "sim/scenario/nearest.h"
#include "sim/scenario/resolution.h"
#include "sim/scenario/scenario_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

const CpuType* find_type(Resolution& r, const CpuGroup& group) {
  static const CpuType generic;
  std::vector<std::string_view> names{"generic"};
  for (const auto& [name, type] : r.file.platform.cpu_types) {
    if (name == group.type) {
      return &type;
    }
    names.push_back(name);
  }
  if (group.type == "generic") {
    return &generic;
  }
  r.in.problem(r.in.document.member_or_self(group.origin, "type"),
               "unknown CPU type \"" + printable(group.type) + "\"",
               suggestion(group.type, names));
  return nullptr;
}

CpuSpec cpu_of(const CpuGroup& group, const CpuType& type) {
  CpuSpec cpu;
  cpu.type = group.type;
  cpu.frequency_mhz = group.frequency_mhz;
  cpu.pmu = config_of(type.pmu);
  cpu.irq_skid = type.pmu.irq_skid;
  cpu.timer_period_ns = group.timer_period_ns;
  cpu.ipi_latency_ns = group.ipi_latency_ns;
  return cpu;
}

void resolve_vhe(Resolution& r) {
  const Kernel& kernel = r.file.kernel;
  const auto has_el2 = [](const CpuSpec& cpu) { return cpu.pmu.el2; };
  const bool possible = std::ranges::all_of(r.out.cpus, has_el2);
  r.out.vhe = kernel.vhe.value_or(possible && !kernel.aarch32);
  const NodeId at = r.in.document.member_or_self(kernel.origin, "vhe");
  if (r.out.vhe && kernel.aarch32) {
    r.in.problem(at,
                 "found true, but a 32-bit kernel does not run at EL2",
                 R"(leave "vhe" out, or set "aarch32" of "kernel" to false)");
  } else if (r.out.vhe && !possible) {
    r.in.problem(
        at,
        "found true, but a CPU has no EL2",
        R"(with VHE the kernel runs at EL2: set "el2" for every CPU type, or "vhe" to false)");
  }
}

/// Any member has a problem, or `object` itself has one, `but` for what those keys hold.
bool has_problem_but(const Resolution& r, NodeId object, std::span<const std::string_view> but) {
  bool found = r.in.has_problem_at(object);
  r.in.document.for_each_child(object, [&](NodeId child) {
    const bool counts = std::ranges::find(but, r.in.document[child].key) == but.end();
    found = found || (counts && r.in.has_problem_in(child));
  });
  return found;
}

/// Numbers and types of CPUs do not hang on their handlers and registers: a fault there hides
/// nothing elsewhere.
bool knows_cpus(const Resolution& r, NodeId platform) {
  constexpr std::array<std::string_view, 1> kGroups{"cpus"};
  constexpr std::array<std::string_view, 2> kOfOneGroup{"handlers", "registers"};
  const NodeId groups = r.in.document.member(platform, kGroups.front());
  bool good = !has_problem_but(r, platform, kGroups) && !r.in.has_problem_at(groups);
  r.in.document.for_each_child(
      groups, [&](NodeId group) { good = good && !has_problem_but(r, group, kOfOneGroup); });
  return good;
}

}  // namespace

void resolve_platform(Resolution& r) {
  const Platform& platform = r.file.platform;
  r.cpus_are_known = platform.origin == kNoNode || knows_cpus(r, platform.origin);
  std::size_t total = 0;
  for (const CpuGroup& group : platform.cpus) {
    total += group.count;
  }
  if (total > kMaxCpus) {
    r.in.problem(r.in.document.member_or_self(platform.origin, "cpus"),
                 fmt::format("found {} CPUs in all groups, expected at most {}", total, kMaxCpus));
    r.cpus_are_known = false;
    return;
  }
  for (const CpuGroup& group : platform.cpus) {
    const CpuType* type = find_type(r, group);
    if (type == nullptr) {
      r.cpus_are_known = false;
      continue;
    }
    CpuSpec cpu = cpu_of(group, *type);
    cpu.registers = resolve_registers(r, group, cpu.pmu);
    for (std::uint32_t i = 0; i < group.count; ++i) {
      cpu.name = fmt::format("cpu{}", r.out.cpus.size());
      r.out.cpus.push_back(cpu);
    }
  }
  if (r.cpus_are_known) {
    resolve_vhe(r);
  }
}

std::vector<CpuId> resolve_cpus(Resolution& r, const CpuSet& set, NodeId owner) {
  std::vector<CpuId> cpus;
  const std::size_t count = r.out.cpus.size();
  std::vector<bool> listed(kMaxCpus);
  if (set.all) {
    for (std::size_t i = 0; i < count; ++i) {
      cpus.emplace_back(static_cast<std::uint16_t>(i));
    }
    return cpus;
  }
  const NodeId list = r.in.document.member_or_self(owner, "cpus");
  for (std::size_t i = 0; i < set.numbers.size(); ++i) {
    const CpuId cpu = set.numbers[i];
    if (r.cpus_are_known && cpu.value() >= count) {
      r.in.problem(r.in.document.element(list, i),
                   fmt::format("there is no CPU {}", cpu.value()),
                   fmt::format("the platform has {}, numbered from 0", count));
    } else if (cpu.value() < kMaxCpus && listed[cpu.value()]) {
      r.in.problem(r.in.document.element(list, i),
                   fmt::format("CPU {} is listed twice", cpu.value()));
    } else if (cpu.value() < count) {
      cpus.push_back(cpu);
      listed[cpu.value()] = true;
    }
  }
  return cpus;
}

}  // namespace pmusim::scenario
