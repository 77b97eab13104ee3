// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <fmt/format.h>

#include "sim/scenario/list_codecs.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

using namespace written_form;

constexpr std::uint64_t kMaxCostCycles = 1'000'000'000;
constexpr std::uint64_t kMaxTickHz = 10'000;
constexpr std::uint64_t kMaxSliceUs = 1'000'000'000;
constexpr std::uint64_t kMaxMuxIntervalMs = 1'000'000;
/// kernel.perf_event_max_sample_rate is an int.
constexpr std::uint64_t kMaxSampleRate = std::numeric_limits<std::int32_t>::max();

/// The paths as the kernel's own table names them.
CodecOf<KernelCosts> costs_codec() {
  auto table = object<KernelCosts>(
      "costs", "Cycles that each stretch of kernel code takes, without its register accesses.");
  for (const kernel::PathDesc& path : kernel::kPaths) {
    const auto index = static_cast<std::size_t>(path.path);
    table->key(
        std::string{path.name},
        [index](auto& costs) -> auto& { return costs.cycles[index]; },
        integer(0, kMaxCostCycles, "cycles"),
        std::string{path.origin});
  }
  return table;
}

/// A part of the world switch in which `accesses` register accesses of one cycle each lie.
void add_switch_part(ObjectCodec<kernel::KvmConfig>& table,
                     const std::string& key,
                     std::uint64_t kernel::WorldSwitchCosts::* part,
                     std::uint64_t accesses,
                     const std::string& meaning) {
  table.key(
      key,
      [part](auto& kvm) -> auto& { return kvm.costs.*part; },
      integer(accesses, kMaxCostCycles, "cycles"),
      fmt::format("{}; {} register access{} of one cycle lie{} in it",
                  meaning,
                  accesses,
                  accesses == 1 ? "" : "es",
                  accesses == 1 ? "s" : ""));
}

CodecOf<kernel::KvmConfig> kvm_codec() {
  using Costs = kernel::WorldSwitchCosts;
  auto table = object<kernel::KvmConfig>(
      "kvm",
      "The world switch between host and guest. The switch point is where the PMU is set for the "
      "other side.");
  add_switch_part(*table,
                  "entry_before_switch_cycles",
                  &Costs::entry_before_switch,
                  2,
                  "guest entry, from leaving the host kernel to the switch point");
  add_switch_part(*table,
                  "entry_after_switch_cycles",
                  &Costs::entry_after_switch,
                  4,
                  "guest entry, from the switch point to the guest");
  add_switch_part(*table,
                  "exit_before_switch_cycles",
                  &Costs::exit_before_switch,
                  4,
                  "guest exit, from the guest to the switch point");
  add_switch_part(*table,
                  "exit_after_switch_cycles",
                  &Costs::exit_after_switch,
                  1,
                  "guest exit, from the switch point to the host kernel");
  add_switch_part(*table,
                  "fixup_exit_cycles",
                  &Costs::fixup_exit,
                  1,
                  "an exit that the hypervisor handles itself, there and back");
  table->key("toggle_drops_threshold",
             &kernel::KvmConfig::toggle_drops_threshold,
             boolean(),
             "VHE: toggling the filter of EL0 writes 32 bits, so that a threshold is lost, as in "
             "Linux 6.18; false: a repaired kernel");
  return table;
}

CodecOf<KernelPerf> kernel_perf_codec() {
  auto table = object<KernelPerf>("kernel_perf", "Machine-wide settings of perf.");
  table
      ->key("max_sample_rate",
            &KernelPerf::max_sample_rate,
            integer(1, kMaxSampleRate, "samples a second"),
            "kernel.perf_event_max_sample_rate: an event above it is throttled until the next tick")
      .key("mux_interval_ms",
           &KernelPerf::mux_interval_ms,
           integer(0, kMaxMuxIntervalMs, "ms"),
           "perf_event_mux_interval_ms: events that do not fit together take turns of this length; "
           "0: one tick. Turns end at ticks (Linux has a timer of their own for them), so that it "
           "must be a multiple of one");
  return table;
}

CodecOf<Vcpu> vcpu_codec() {
  auto table = object<Vcpu>("vcpu", "A virtual CPU: a task of the host that runs guest code.");
  table
      ->key("cpu",
            &Vcpu::cpu,
            integer<CpuId>(0, kMaxCpus - 1),
            "the only CPU on which it may run; excludes `cpus`")
      .key("cpus", &Vcpu::cpus, cpu_set_codec(), "the CPUs on which it may run; by default all")
      .key("stream",
           &Vcpu::stream,
           text(),
           "key of its random activity, by default its name; tasks and vCPUs with equal keys see "
           "equal activity")
      .required("run",
                &Vcpu::body,
                program_codec(1),
                "what it does, in order: items of the guest, exits and the monitor")
      .key("repeat", &Vcpu::repeat, integer(1, kGreatestSigned, "times"), "how often it does it");
  table->check([](ReadContext& in, NodeId at, const Vcpu& vcpu) {
    return !(vcpu.cpu && vcpu.cpus) ||
           in.problem(
               in.document.member(at, "cpu"), R"(found both "cpu" and "cpus")", "keep one of them");
  });
  return table;
}

}  // namespace

CodecOf<Kernel> kernel_codec() {
  auto table = object<Kernel>("kernel", "The operating system, as far as it matters for counting.");
  table
      ->key("vhe",
            &Kernel::vhe,
            boolean(),
            "the kernel runs at EL2; by default true if every CPU has EL2 and the kernel is a "
            "64-bit one")
      .key("aarch32",
           &Kernel::aarch32,
           boolean(),
           "a 32-bit kernel, on bare CPUs that have AArch32: its driver accepts no threshold and "
           "counts in 32 bits, so that a \"long\" event takes a pair of counters")
      .key("model",
           &Kernel::model,
           one_of<KernelModel>({{"linux", KernelModel::linux_kernel}, {"none", KernelModel::none}}),
           "a modelled Linux with scheduler, perf and KVM, or none: bare CPUs that do what items "
           "and handlers say; by default \"linux\" if there are guests, events that follow a task, "
           "or any of the keys below")
      .key("tick_hz",
           &Kernel::tick_hz,
           integer<std::uint32_t>(1, kMaxTickHz, "ticks a second"),
           "CONFIG_HZ; by default 250")
      .key("slice_us",
           &Kernel::slice_us,
           integer(1, kMaxSliceUs, "us"),
           "how long a task runs while others wait for the CPU; by default 3000")
      .key("activity",
           &Kernel::activity,
           activity_use_codec(),
           "what kernel code does: name of an activity, or an activity written in place; by "
           "default one instruction in each cycle")
      .key("costs", &Kernel::costs, costs_codec(), "what kernel code costs")
      .key("kvm", &Kernel::kvm, kvm_codec(), "guest switch")
      .key("perf", &Kernel::perf, kernel_perf_codec(), "settings of perf")
      .later("ftrace", "function trace ring");
  return table;
}

CodecOf<Guest> guest_codec() {
  auto table = object<Guest>("guest", "A virtual machine.");
  table->required("name", &Guest::name, text(), "its vCPUs are called name/vcpu0, name/vcpu1, ...")
      .required("vcpus", &Guest::vcpus, list_of(vcpu_codec(), 1, kMaxTasks), "its virtual CPUs");
  return table;
}

}  // namespace pmusim::scenario
