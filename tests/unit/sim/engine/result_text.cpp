// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/sim/engine/result_text.h"

#include <sstream>

namespace pmusim::test {

namespace {

void put(std::ostream& out, const std::vector<engine::WhyNot>& why) {
  for (const engine::WhyNot& reason : why) {
    out << "    " << reason.reason << ' ' << reason.cycles.count() << '\n';
  }
}

void put(std::ostream& out, const engine::CounterResult& counter) {
  out << "  " << counter.name << " event " << (counter.event ? counter.event->value() : -1) << " = "
      << counter.value << " flag " << counter.overflow_flag << " counting "
      << counter.counting.count() << '\n';
  put(out, counter.why);
}

void put(std::ostream& out, const engine::CpuResult& cpu) {
  out << cpu.name << ' ' << cpu.type << ' ' << cpu.frequency_mhz << " MHz, " << cpu.cycles.count()
      << " cycles of " << cpu.elapsed.count() << '\n';
  for (const auto& counter : cpu.counters) {
    put(out, counter);
  }
  for (const auto& [name, value] : cpu.registers) {
    out << "  " << name << " = " << value << '\n';
  }
  for (const auto& read : cpu.reads) {
    out << "  read " << read.name << ' ' << read.reg << " at " << read.at.count() << " = "
        << read.value.value_or(0) << ' ' << read.outcome << '\n';
  }
  for (const auto& write : cpu.refused_writes) {
    out << "  refused " << write.reg << " at " << write.at.count() << ' ' << write.outcome << '\n';
  }
  out << "  reads " << cpu.reads_made << " refused " << cpu.writes_refused << " interrupts "
      << cpu.interrupts_taken << " depth " << cpu.deepest_interrupt;
  for (const std::uint64_t taken : cpu.interrupts_by_source) {
    out << ' ' << taken;
  }
  out << '\n';
  for (const auto& interrupt : cpu.interrupts) {
    out << "  interrupt " << interrupt.source << ' ' << interrupt.raised.count() << ' '
        << interrupt.taken.count() << '\n';
  }
}

void put(std::ostream& out, const std::optional<engine::EventTruth>& truth) {
  if (truth) {
    out << "  intended " << truth->intended << " lost " << truth->lost << " leaked "
        << truth->leaked << '\n';
  }
}

void put(std::ostream& out, const engine::PerfEventResult& event) {
  out << event.name << ' ' << event.event << " = " << event.count << " overflows "
      << event.overflows << ' ' << event.enabled_ns << ' ' << event.running_ns << '\n';
  put(out, event.why);
  for (const auto& part : event.per_cpu) {
    out << "  cpu " << part.cpu.value() << ' ' << part.counter << " = " << part.count << '\n';
    put(out, part.truth);
    put(out, part.why);
  }
  put(out, event.truth);
  out << "  samples " << event.samples << " guest " << event.guest_samples << " throttles "
      << event.throttles << '\n';
}

void put(std::ostream& out, const engine::WindowsResult& windows) {
  out << "guest entries " << windows.guest_entries << '\n';
  for (const auto& cause : windows.by_cause) {
    out << cause.event << ' ' << cause.kind << ' ' << cause.cause << ": " << cause.windows << ' '
        << cause.cycles << ' ' << cause.count << ' ' << cause.shortest << ' ' << cause.longest
        << '\n';
  }
  for (const auto& window : windows.first) {
    out << window.event << " cpu " << window.cpu.value() << ' ' << window.kind << ' '
        << window.cause << ' ' << window.context << ' ' << window.first_cycle << '-'
        << window.last_cycle << ": " << window.count << '\n';
  }
}

}  // namespace

std::string to_text(const engine::RunResult& result) {
  std::ostringstream out;
  out << result.scenario << " seed " << result.seed << " complete " << result.complete << ' '
      << result.pmu_write_effect << ' ' << result.simulated_ps << " ps\n";
  for (const auto& cpu : result.cpus) {
    put(out, cpu);
  }
  for (const auto& event : result.events) {
    put(out, event);
  }
  if (result.windows) {
    put(out, *result.windows);
  }
  for (const auto& location : result.memory) {
    out << '[' << location.name << "] at " << location.address << ':';
    for (const std::uint64_t word : location.words) {
      out << ' ' << word;
    }
    out << '\n';
  }
  for (const std::string& note : result.notes) {
    out << "note " << note << '\n';
  }
  return out.str();
}

}  // namespace pmusim::test
