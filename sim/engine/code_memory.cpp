// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/code_memory.h"

#include <algorithm>
#include <ranges>

#include "models/memory/timed/timed_memory.h"

namespace pmusim::engine {

namespace {

/// Each CPU's pipeline is as wide as its PMU says (PMMIR_EL1.SLOTS), so that STALL_SLOT keeps
/// within that. CPUs that execute no program get any.
std::vector<unsigned> widths_of(const std::vector<scenario::CpuSpec>& cpus) {
  std::vector<unsigned> widths;
  for (const scenario::CpuSpec& cpu : cpus | std::views::take(scenario::kMaxCodeCpus)) {
    const unsigned slots = cpu.pmu.slots;
    widths.push_back(slots < memory::kMaxMicroOps ? memory::Pipeline::kUsualWidth : slots);
  }
  return widths;
}

}  // namespace

static_assert(scenario::kMaxCodeCpus == memory::TimedMemory::kMaxCpus);

CodeMemory::CodeMemory(const scenario::Scenario& scenario)
    : scenario_{scenario},
      shared_{scenario.memory.latencies,
              CounterRandom{scenario.seed}.child("pipeline"),
              widths_of(scenario.cpus)},
      module_{"shared_memory", shared_} {
  constexpr unsigned kWord = memory::TimedMemory::kWordBytes;
  programs_.reserve(scenario.codes.size());
  for (const scenario::CodeSpec& code : scenario.codes) {
    programs_.emplace_back(code.program);
  }
  for (const scenario::LocationSpec& location : scenario.memory.locations) {
    shared_.memory().map(location.address, location.words * kWord);
    for (std::uint64_t word = 0; word < location.words; ++word) {
      shared_.memory().initialise(location.address + word * kWord, kWord, location.initial);
    }
  }
}

std::unique_ptr<memory::TimedCode> CodeMemory::make(std::size_t code, CpuId cpu) {
  const scenario::CodeSpec& spec = scenario_.codes[code];
  return std::make_unique<memory::TimedCode>(
      shared_, cpu, programs_[code], spec.registers, spec.longest);
}

std::vector<LocationResult> CodeMemory::locations() const {
  constexpr unsigned kWord = memory::TimedMemory::kWordBytes;
  std::vector<LocationResult> results;
  for (const scenario::LocationSpec& location : scenario_.memory.locations) {
    LocationResult& result = results.emplace_back();
    result.name = location.name;
    result.address = location.address;
    const std::uint64_t shown = std::min(location.words, LocationResult::kShownWords);
    for (std::uint64_t word = 0; word < shown; ++word) {
      result.words.push_back(shared_.memory().read(location.address + word * kWord, kWord));
    }
  }
  return results;
}

}  // namespace pmusim::engine
