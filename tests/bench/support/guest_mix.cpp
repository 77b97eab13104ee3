// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/guest_mix.h"

#include <array>
#include <string>

namespace pmusim::bench {

namespace {

using namespace scenario;

constexpr std::uint16_t kCpus = 4;
constexpr std::uint16_t kVcpusOfGuest = 2;

struct MixEvent {
  const char* text{};
  std::uint64_t period{};  ///< 0: counting
};

constexpr std::array<MixEvent, 12> kEvents{{
    {"instructions", 1'000'000},
    {"instructions:G"},
    {"instructions:uH"},
    {"armv8_pmuv3/stall_slot/"},
    {"armv8_pmuv3/stall_slot_frontend/k"},
    {"armv8_pmuv3/stall_slot_backend/"},
    {"armv8_pmuv3/stall_frontend/u"},
    {"armv8_pmuv3/stall_backend/H"},
    {"armv8_pmuv3/op_spec/"},
    {"armv8_pmuv3/op_retired/G"},
    {"armv8_pmuv3/stall_slot,threshold=4,threshold_compare=2/H", 2'000'000},
    {"armv8_pmuv3/op_retired,threshold=2,threshold_compare=2,threshold_count=1/"},
}};

/// Numbers of those events.
constexpr std::array<std::uint16_t, 8> kStreams{0x08, 0x23, 0x24, 0x3a, 0x3b, 0x3d, 0x3e, 0x3f};

StreamSpec stream_of(std::uint32_t index, MixActivity activity) {
  if (activity == MixActivity::constant) {
    return ConstantStream{index % 4 + 1};
  }
  RunLengthStream stream;
  for (std::uint32_t run = 0; run < 4096; ++run) {
    stream.runs.push_back(
        {.cycles = 1 + (run * 7 + index) % 40, .amount = (run * 5 + run / 16 + index) % 9});
  }
  return stream;
}

ActivitySpec activity_of(MixActivity activity) {
  ActivitySpec spec;
  if (activity == MixActivity::pipeline) {
    spec.pipeline.emplace();
    spec.pipeline->dispatch = {
        .kind = Distribution::Kind::binomial, .trials = 8, .probability = 0.6, .weights = {}};
    spec.pipeline->retire_share = 0.9;
    spec.pipeline->operations_per_instruction = 1.2;
    return spec;
  }
  for (std::uint32_t index = 0; index < kStreams.size(); ++index) {
    spec.streams.push_back({EventId{kStreams[index]}, stream_of(index, activity)});
  }
  return spec;
}

Item run(ExceptionLevel level, std::uint64_t cycles) {
  return {RunItem{{.level = level}, Cycles{cycles}, 0}};
}

std::uint64_t length(const GuestMix& mix, std::uint64_t cycles) {
  return cycles * mix.stretch / mix.haste;
}

/// Three exits in 45,000 cycles.
std::vector<Item> vcpu_body(const GuestMix& mix) {
  return {run(ExceptionLevel::el1, length(mix, 6'000)),
          {ExitItem{ExitItem::Kind::fixup}},
          run(ExceptionLevel::el0, length(mix, 24'000)),
          {ExitItem{ExitItem::Kind::host}},
          run(ExceptionLevel::el1, length(mix, 5'000)),
          run(ExceptionLevel::el0, length(mix, 10'000)),
          {ExitItem{ExitItem::Kind::user}},
          {MonitorItem{Cycles{length(mix, 2'000)}, 0}}};
}

/// A system call every 20,000 cycles.
std::vector<Item> task_body(const GuestMix& mix) {
  return {run(ExceptionLevel::el0, length(mix, 20'000)), {SyscallItem{Cycles{length(mix, 3'000)}}}};
}

std::uint64_t cycles_of(const std::vector<Item>& body) {
  std::uint64_t cycles = 0;
  for (const Item& item : body) {
    if (const auto* run = std::get_if<RunItem>(&item.what)) {
      cycles += run->cycles.count();
    } else if (const auto* monitor = std::get_if<MonitorItem>(&item.what)) {
      cycles += monitor->cycles.count();
    } else if (const auto* call = std::get_if<SyscallItem>(&item.what)) {
      cycles += call->cycles.count();
    }
  }
  return cycles;
}

CpuSpec cpu_of(std::uint16_t number) {
  CpuSpec cpu;
  cpu.name = "cpu" + std::to_string(number);
  cpu.type = "big";
  cpu.frequency_mhz = 2000;
  cpu.irq_skid = Cycles{12};
  return cpu;
}

PerfSpec perf_of(std::uint64_t stretch) {
  PerfSpec perf;
  for (std::uint16_t cpu = 0; cpu < kCpus; ++cpu) {
    perf.cpus.emplace_back(cpu);
  }
  for (const MixEvent& wanted : kEvents) {
    PerfEventSpec event;
    event.name = wanted.text;
    event.event = wanted.text;
    if (wanted.period != 0) {
      event.period = wanted.period * stretch;
    }
    perf.events.push_back(std::move(event));
  }
  return perf;
}

void add_work(Scenario& scenario, const GuestMix& mix) {
  for (std::uint16_t cpu = 0; cpu < kCpus; ++cpu) {
    TaskSpec task;
    task.name = "host" + std::to_string(cpu);
    task.stream = task.name;
    task.cpus = {CpuId{cpu}};
    task.body = task_body(mix);
    task.repeat = mix.rounds;
    scenario.tasks.push_back(std::move(task));
    if (cpu % kVcpusOfGuest == 0) {
      scenario.guests.push_back({.name = "vm" + std::to_string(cpu / kVcpusOfGuest), .vcpus = {}});
    }
    GuestSpec& guest = scenario.guests.back();
    VcpuSpec vcpu;
    vcpu.name = guest.name + "/vcpu" + std::to_string(cpu % kVcpusOfGuest);
    vcpu.stream = vcpu.name;
    vcpu.cpus = {CpuId{cpu}};
    vcpu.body = vcpu_body(mix);
    vcpu.repeat = mix.rounds;
    guest.vcpus.push_back(std::move(vcpu));
  }
}

}  // namespace

Scenario guest_mix(const GuestMix& mix) {
  Scenario scenario;
  scenario.file = "bench";
  scenario.name = "guest mix";
  scenario.vhe = mix.vhe;
  for (std::uint16_t cpu = 0; cpu < kCpus; ++cpu) {
    scenario.cpus.push_back(cpu_of(cpu));
  }
  scenario.activities = {activity_of(mix.activity)};
  LinuxSpec& kernel = scenario.linux_kernel.emplace();
  kernel.tick_hz = static_cast<std::uint32_t>(1000 / mix.stretch);
  kernel.slice_ns = 3'000'000 * mix.stretch;
  kernel.activity = 0;
  add_work(scenario, mix);
  scenario.perf = {perf_of(mix.stretch)};
  return scenario;
}

std::uint64_t workload_cycles(const GuestMix& mix) {
  return kCpus * mix.rounds * (cycles_of(task_body(mix)) + cycles_of(vcpu_body(mix)));
}

}  // namespace pmusim::bench
