// SPDX-License-Identifier: Apache-2.0
//
// A scenario as it is written: optional where a default depends on something else, names instead of
// indices. It has the shape of the JSON; `resolve` turns it into the Scenario that the engine runs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/scenario/json_document.h"
#include "sim/scenario/scenario.h"

namespace pmusim::scenario::written_form {

/// Objects that take part in checks across the scenario know their place.
struct Placed {
  NodeId origin{kNoNode};
};

template <class T>
using Named = std::vector<std::pair<std::string, T>>;

/// Numbers of CPUs, or all.
struct CpuSet {
  bool all{true};
  std::vector<CpuId> numbers;
};

// ---- Programs ----

struct Context : Placed {
  std::optional<std::uint32_t> level;     ///< the default depends on what executes there
  std::optional<SecurityState> security;  ///< the same
  bool secure_el2_enabled{true};
  bool tge{false};
  bool debug_state{false};
};

using ActivityUse = std::variant<std::string, ActivitySpec>;

struct Run : Context {
  Cycles cycles{1};
  ActivityUse activity{ActivitySpec{}};
};

struct Msr : Context {
  std::string reg;
  RegValue value{};
};

struct Mrs : Context {
  std::string reg;
  std::string name;
};

struct Ipi : Placed {
  CpuId target;
};

/// Executes a program.
struct CodeUse : Context {
  std::string code;
  std::uint64_t times{1};
};

struct Syscall : Placed {
  Cycles cycles{1};
};

struct Sleep : Placed {
  std::uint64_t ns{1};
};

struct Migrate : Placed {
  CpuId target;
};

/// The virtual machine monitor.
struct Monitor : Placed {
  Cycles cycles{1};
  ActivityUse activity{ActivitySpec{}};
};

enum class Word : std::uint8_t { isb, mask, unmask, wait, yield, exit, fixup_exit, exit_to_user };

struct Item;

struct Repeat : Placed {
  std::uint64_t times{1};
  std::vector<Item> body;
};

struct Item {
  std::variant<Word, Run, Msr, Mrs, Ipi, CodeUse, Repeat, Syscall, Sleep, Migrate, Monitor> what{
      Word::isb};
};

struct Task : Placed {
  std::string name;
  std::optional<std::string> stream;  ///< by default the name
  CpuSet cpus;
  std::optional<std::string> parent;
  std::vector<Item> body;
  std::uint64_t repeat{1};
};

struct Vcpu : Placed {
  std::optional<CpuId> cpu;           ///< instead of `cpus`
  std::optional<CpuSet> cpus;         ///< by default all
  std::optional<std::string> stream;  ///< by default the name
  std::vector<Item> body;
  std::uint64_t repeat{1};
};

struct Guest : Placed {
  std::string name;
  std::vector<Vcpu> vcpus;
};

struct Handler : Context {
  std::vector<Item> body;
};

// ---- Platform ----

struct Pmu : Placed {
  PmuConfig config;
  std::optional<std::uint32_t> threshold_bits;  ///< by default as many as there can be
  PmuProfile profile{PmuProfile::manual};
  std::vector<std::optional<bool>>
      readings;  ///< in the order of reading_table(); these win over the profile
  Cycles irq_skid;
};

struct CpuType : Placed {
  Pmu pmu;  ///< holds el2, el3 and slots too
};

struct CpuGroup : Placed {
  std::uint32_t count{1};
  std::string type{"generic"};
  std::uint32_t frequency_mhz{1000};
  std::optional<std::uint64_t> timer_period_ns;
  std::uint64_t ipi_latency_ns{100};
  Named<RegValue> registers;
  std::array<Handler, kInterruptSources> handlers;
};

struct Platform : Placed {
  std::vector<CpuGroup> cpus{CpuGroup{}};
  Named<CpuType> cpu_types;
};

// ---- Memory and programs ----

struct Location : Placed {
  std::uint64_t words{1};
  RegValue initial{};
  std::optional<RegValue> address;  ///< by default in a line of its own
};

struct Memory : Placed {
  Named<Location> locations;
  memory::Latencies latencies;
};

struct Code : Placed {
  std::vector<std::string> text;
  Named<StartValue> registers;
  Cycles longest{CodeSpec{}.longest};
};

// ---- Measuring and checking ----

struct PerfEvent : Placed {
  std::optional<std::string> name;
  std::string event;
  std::optional<std::uint64_t> period;
  std::optional<std::uint64_t> frequency;  ///< instead of `period`
  ExcludeBits exclude;
};

/// The text alone, or an object.
using PerfEventUse = std::variant<std::string, PerfEvent>;

struct PerfGroup : Placed {
  std::vector<PerfEventUse> events;
};

using PerfElement = std::variant<std::string, PerfEvent, PerfGroup>;

struct Perf : Placed {
  std::optional<CpuSet> cpus;       ///< by default all, unless there is `task`
  std::optional<std::string> task;  ///< instead of `cpus`
  bool inherit{false};
  std::vector<PerfElement> events;
};

/// An expectation with one operator.
template <Expectation::Op Operator>
struct Expect {
  std::string that;
  std::string want_json{"0"};
  double within{Expectation{}.within};
};

using ExpectUse = std::variant<Expect<Expectation::Op::equals>,
                               Expect<Expectation::Op::at_least>,
                               Expect<Expectation::Op::at_most>,
                               Expect<Expectation::Op::approx>>;

// ---- Kernel ----

enum class KernelModel : std::uint8_t { none, linux_kernel };

struct KernelCosts {
  kernel::CostTable cycles{kernel::default_costs()};
};

struct KernelPerf {
  std::uint64_t max_sample_rate{LinuxSpec{}.max_sample_rate};
  std::uint64_t mux_interval_ms{0};
};

struct Kernel : Placed {
  std::optional<bool> vhe;  ///< by default true if every CPU has EL2
  bool aarch32{false};
  std::optional<KernelModel> model;  ///< by default Linux if anything needs it
  std::optional<std::uint32_t> tick_hz;
  std::optional<std::uint64_t> slice_us;
  std::optional<ActivityUse> activity;
  std::optional<KernelCosts> costs;
  std::optional<kernel::KvmConfig> kvm;
  std::optional<KernelPerf> perf;
};

// ---- Protocols ----

struct ProtocolRing : Placed {
  std::optional<std::uint64_t> slots;  ///< by default 1
  std::optional<std::uint64_t> words;  ///< instead of `slots`
  std::uint64_t record_words{abi::RingShape{}.record_words};
  std::uint64_t records{abi::RingShape{}.records};
};

struct ProtocolReplacements {
  std::array<std::vector<abi::PlaceOrder>, kRingPlaces> orders;  ///< by place
};

struct ProtocolRace {
  std::uint64_t records{RaceSpec{}.records};
  std::uint64_t runs{RaceSpec{}.runs};
  RaceLatencies latencies;
};

struct Protocol : Placed {
  ProtocolRing ring;
  abi::RingOrder order;
  bool subsets{};
  ProtocolReplacements replacements;
  bool nesting{};
  bool wakeup{};
  ProtocolLimits limits;
  std::optional<ProtocolRace> race;
};

struct ScenarioFile : Placed {
  std::optional<std::string> schema;
  std::uint64_t format{1};
  std::string name;
  std::string purpose;
  std::uint64_t seed{1};
  Platform platform;
  PmuWriteEffect pmu_write_effect;
  Kernel kernel;
  Named<ActivitySpec> activities;
  std::optional<Memory> memory;
  Named<Code> code;
  std::vector<Task> tasks;
  std::vector<Guest> guests;
  std::vector<Perf> perf;
  std::optional<std::uint64_t> end_ns;
  std::optional<Protocol> protocol;
  std::vector<Expectation> expect;
};

}  // namespace pmusim::scenario::written_form
