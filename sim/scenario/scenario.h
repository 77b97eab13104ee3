// SPDX-License-Identifier: Apache-2.0
//
// A scenario as the engine runs it: checked, complete, with every default filled in.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernel_model/core/path.h"
#include "kernel_model/kvm/kvm_config.h"
#include "models/common/context.h"
#include "models/common/units.h"
#include "models/isa/program.h"
#include "models/memory/timed/latencies.h"
#include "models/pmu/pmu_config.h"
#include "sim/scenario/protocol_spec.h"

namespace pmusim::scenario {

/// When an MSR to a PMU register takes effect on counting.
struct PmuWriteEffect {
  enum class Mode : std::uint8_t { immediate, at_context_sync, after_cycles };
  Mode mode{Mode::immediate};
  Cycles cycles{};  ///< after_cycles: 1 to 1,000,000; a context synchronisation comes first if it
                    ///< is earlier
};

// Activity.

/// A distribution of amounts from 0 to 255.
struct Distribution {
  enum class Kind : std::uint8_t { binomial, poisson, uniform, table };
  Kind kind{Kind::binomial};
  std::uint32_t trials{8};      ///< binomial
  double probability{0.5};      ///< binomial: success
  double mean{1.0};             ///< poisson
  std::uint32_t least{0};       ///< uniform
  std::uint32_t greatest{255};  ///< uniform: inclusive; poisson: clipped to it
  std::vector<double> weights;  ///< table: weight of amount i
};

struct ConstantStream {
  std::uint32_t amount{};
};

struct PeriodicStream {
  std::uint64_t period_cycles{1};
  std::uint64_t phase_cycles{0};  ///< the first pulse is in this cycle
  std::uint32_t amount{1};
};

struct RunLengthStream {
  struct Piece {
    std::uint32_t cycles{1};
    std::uint32_t amount{};
  };

  std::vector<Piece> runs;  ///< repeated for ever
};

/// One amount a cycle, in order, repeated for ever.
struct ListedStream {
  std::vector<std::uint32_t> amounts;
};

/// A column of a recorded file.
struct RecordedStream {
  std::string file;     ///< as written, resolved against the folder of the scenario
  std::string column;   ///< event name as it stands in the file; empty: the stream's own event
  std::string place{};  ///< of `file` in the scenario, for messages: "file:line:column: /pointer"
};

struct RandomStream {
  Distribution distribution;
};

/// Bursts: geometric lengths of busy and idle stretches.
struct BurstStream {
  double mean_burst_cycles{10};
  double mean_gap_cycles{90};
  std::uint32_t amount{1};
};

using StreamSpec = std::variant<ConstantStream,
                                PeriodicStream,
                                RunLengthStream,
                                ListedStream,
                                RecordedStream,
                                RandomStream,
                                BurstStream>;

struct EventStream {
  EventId event;
  StreamSpec stream;
};

/// Consistent events of a core with `slots` dispatch slots.
struct PipelineSpec {
  std::uint32_t slots{8};      ///< 1 to 255
  Distribution dispatch;       ///< operations sent to execution a cycle, 0 to slots
  double frontend_share{0.5};  ///< share of stalled cycles whose empty slots the frontend caused
  double retire_share{1.0};    ///< share of dispatched operations that retire
  double operations_per_instruction{1.0};  ///< at least 1
};

struct ActivitySpec {
  std::string name;  ///< empty for one that is written where it is used
  std::optional<PipelineSpec> pipeline;
  std::vector<EventStream> streams;  ///< these win over the pipeline
};

// Programs.

struct Item;

/// Runs cycles of an activity.
struct RunItem {
  ExecutionContext context;
  Cycles cycles;
  std::size_t activity{};  ///< index into Scenario::activities
};

/// MSR by name, in `context`.
struct MsrItem {
  ExecutionContext context;
  std::string reg;
  RegValue value{};
};

/// MRS by name, in `context`; the result lists the value under `name`.
struct MrsItem {
  ExecutionContext context;
  std::string reg;
  std::string name;
};

/// Instruction synchronisation barrier.
struct IsbItem {};

/// Sends an inter-processor interrupt.
struct IpiItem {
  CpuId target;
};

/// Masks or unmasks interrupts (PSTATE.I).
struct MaskItem {
  bool masked{};
};

/// Waits for an interrupt.
struct WaitItem {};

/// Executes a program on the CPU's pipeline, `times` times.
struct CodeItem {
  ExecutionContext context;
  std::size_t code{};  ///< index into Scenario::codes
  std::uint64_t times{1};
};

struct RepeatItem {
  std::uint64_t times{1};
  std::vector<Item> body;
};

// Items of tasks of the modelled kernel.

/// A system call that takes `cycles` in the kernel besides its entry and exit.
struct SyscallItem {
  Cycles cycles;
};

/// Sleeps; woken by the first tick after that time.
struct SleepItem {
  std::uint64_t ns{};
};

/// Goes on on that CPU.
struct MigrateItem {
  CpuId target;
};

/// Lets other tasks run.
struct YieldItem {};

// Items of vCPUs.

/// An exit from the guest.
struct ExitItem {
  enum class Kind : std::uint8_t {
    host,   ///< handled by the host kernel
    fixup,  ///< handled by the hypervisor itself
    user,   ///< KVM_RUN returns to the virtual machine monitor and is called again
  };
  Kind kind{Kind::host};
};

/// Runs the virtual machine monitor, in host user space.
struct MonitorItem {
  Cycles cycles;
  std::size_t activity{};  ///< index into Scenario::activities
};

struct Item {
  std::variant<RunItem,
               MsrItem,
               MrsItem,
               IsbItem,
               IpiItem,
               MaskItem,
               WaitItem,
               CodeItem,
               RepeatItem,
               SyscallItem,
               SleepItem,
               MigrateItem,
               YieldItem,
               ExitItem,
               MonitorItem>
      what;
};

/// What a CPU executes from the start. Random streams are keyed by (seed, stream, event).
struct TaskSpec {
  std::string name;
  std::string stream;       ///< key of its random streams; tasks with equal keys see equal activity
  std::vector<CpuId> cpus;  ///< bare: each runs its own copy; Linux: its affinity, one copy
  std::optional<std::string> parent{};  ///< Linux: the task whose inherited events it counts for
  std::vector<Item> body;
  std::uint64_t repeat{1};
};

/// A vCPU: a task of the host that runs guest code. Its name in results is that of the guest and
/// its number: "vm/vcpu0".
struct VcpuSpec {
  std::string name;
  std::string stream;       ///< as in TaskSpec; by default the name
  std::vector<CpuId> cpus;  ///< affinity
  /// Of RunItem (at EL0 and EL1, in the guest), ExitItem, MonitorItem and RepeatItem only.
  std::vector<Item> body;
  std::uint64_t repeat{1};
};

struct GuestSpec {
  std::string name;
  std::vector<VcpuSpec> vcpus;
};

/// The modelled Linux. Without it CPUs run their tasks on bare metal.
struct LinuxSpec {
  std::uint32_t tick_hz{250};         ///< CONFIG_HZ; also the period of each CPU's timer
  std::uint64_t slice_ns{3'000'000};  ///< how long a task runs while others wait
  kernel::CostTable costs{kernel::default_costs()};
  std::optional<std::size_t> activity{};  ///< what kernel code does; by default one instruction and
                                          ///< one cycle a cycle
  kernel::KvmConfig kvm{};
  std::uint64_t max_sample_rate{100'000};  ///< kernel.perf_event_max_sample_rate
  std::uint64_t mux_interval_ns{};         ///< perf_event_mux_interval_ms; 0: one tick
};

enum class InterruptSource : std::uint8_t { pmu, timer, ipi };
inline constexpr std::size_t kInterruptSources = 3;

/// What a CPU does when it takes an interrupt, with further interrupts masked.
struct HandlerSpec {
  ExecutionContext context{.level = ExceptionLevel::el1};
  std::vector<Item> body;
};

// Platform.

struct CpuSpec {
  std::string name;  ///< "cpu0", "cpu1", ...
  std::string type;
  std::uint32_t frequency_mhz{1000};
  PmuConfig pmu;
  Cycles irq_skid{};  ///< between the PMU's line and the CPU
  std::optional<std::uint64_t> timer_period_ns;
  std::uint64_t ipi_latency_ns{100};
  std::vector<std::pair<std::string, RegValue>> registers;  ///< raw values at the start, by name
  std::array<HandlerSpec, kInterruptSources> handlers;
};

// Shared memory and programs on it.

/// Words of shared memory that all locations together may have.
inline constexpr std::uint64_t kMaxMemoryWords = 1'048'576;

/// Where programs run, there are at most so many CPUs.
inline constexpr std::size_t kMaxCodeCpus = 64;

/// A named range of shared memory.
struct LocationSpec {
  std::string name;
  std::uint64_t address{};  ///< multiple of 8
  std::uint64_t words{1};   ///< of 8 bytes
  std::uint64_t initial{};  ///< of each word
};

struct MemorySpec {
  std::vector<LocationSpec> locations;  ///< none overlaps with another
  memory::Latencies latencies;
};

/// What a register holds at the start: a value, or the address of the location of that name.
using StartValue = std::variant<std::uint64_t, std::string>;

/// A program for the pipelines of CPUs.
struct CodeSpec {
  std::string name;
  std::vector<std::string> text;  ///< lines in assembler
  std::vector<std::pair<std::string, StartValue>> start_values;
  Cycles longest{10'000'000};                 ///< of a run: then it is given up
  isa::Program program;                       ///< `text`, assembled
  std::array<std::uint64_t, 31> registers{};  ///< `start_values` of X0 to X30
};

// Measuring and checking.

/// Which of the exclude_* bits of perf_event_attr to set.
struct ExcludeBits {
  bool user{};
  bool kernel{};
  bool hv{};
  bool host{};
  bool guest{};

  friend bool operator==(const ExcludeBits&, const ExcludeBits&) = default;
};

/// One event to count, as a perf user writes it.
struct PerfEventSpec {
  std::string name;   ///< in the result; by default the text itself
  std::string event;  ///< for example "armv8_pmuv3/stall_slot,threshold=2,threshold_compare=2/u"
  std::optional<std::uint64_t> period;       ///< sampling: interrupt after this many
  std::optional<std::uint64_t> frequency{};  ///< Linux: samples a second instead of a period
  /// Linux: events with equal numbers are one perf group, the first its leader; nothing: alone.
  std::optional<std::uint32_t> group{};
  /// Set besides those that the modifiers of the text set, which cannot express every combination.
  ExcludeBits exclude{};
};

struct PerfSpec {
  std::vector<CpuId> cpus;            ///< counted on each of them, unless `task` is given
  std::optional<std::string> task{};  ///< Linux: counted while this task or vCPU runs
  bool inherit{false};                ///< Linux: and its children
  std::vector<PerfEventSpec> events;
};

struct Expectation {
  enum class Op : std::uint8_t { equals, at_least, at_most, approx };
  std::string that;  ///< JSON pointer into the result; list elements also by their "name"
  Op op{Op::equals};
  std::string want_json;  ///< the wanted value as JSON text
  double within{0.01};    ///< approx: relative
};

struct Scenario {
  std::string file;  ///< where it was read from; messages start with it
  std::string name;
  std::string purpose;
  std::uint64_t seed{1};
  bool vhe{true};              ///< the host kernel runs at EL2
  bool aarch32_kernel{false};  ///< the kernel is a 32-bit one; without linux_kernel and vhe only
  PmuWriteEffect pmu_write_effect;
  std::vector<CpuSpec> cpus;
  std::vector<ActivitySpec> activities;
  MemorySpec memory;
  std::vector<CodeSpec> codes;
  std::vector<TaskSpec> tasks;
  std::optional<LinuxSpec> linux_kernel;
  std::vector<GuestSpec> guests;  ///< with linux_kernel only
  std::vector<PerfSpec> perf;
  std::optional<std::uint64_t> end_ns;     ///< stop here even if tasks go on
  std::optional<ProtocolSpec> protocol{};  ///< explored; then there is no platform and nothing runs
  std::vector<Expectation> expect;
};

}  // namespace pmusim::scenario
