// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result_document.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/activity/event_text.h"
#include "sim/report/evaluate_json.h"
#include "sim/report/names.h"
#include "sim/report/outcome_json.h"
#include "sim/scenario/json_writer.h"

namespace pmusim::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kPicosecondsPerNanosecond = 1000;

Json why_json(const std::vector<engine::WhyNot>& why) {
  Json list = Json::array();
  for (const engine::WhyNot& reason : why) {
    list.push_back({{"reason", reason.reason}, {"cycles", reason.cycles.count()}});
  }
  return list;
}

Json counter_json(const engine::CounterResult& counter) {
  Json json;
  json["name"] = counter.name;
  json["event"] = counter.event ? Json(event_text(*counter.event)) : Json();
  json["event_number"] = counter.event ? Json(counter.event->value()) : Json();
  json["value"] = counter.value;
  json["overflow_flag"] = counter.overflow_flag;
  json["counting_cycles"] = counter.counting.count();
  json["why"] = why_json(counter.why);
  return json;
}

Json read_json(const engine::ReadResult& read) {
  return {{"name", read.name},
          {"register", read.reg},
          {"cycle", read.at.count()},
          {"outcome", read.outcome},
          {"value", read.value ? Json(*read.value) : Json()}};
}

Json refused_write_json(const engine::RefusedWrite& write) {
  return {{"register", write.reg}, {"cycle", write.at.count()}, {"outcome", write.outcome}};
}

Json interrupt_json(const engine::InterruptResult& interrupt) {
  return {{"source", interrupt.source},
          {"raised_cycle", interrupt.raised.count()},
          {"taken_cycle", interrupt.taken.count()}};
}

template <class Range, class ToJson>
Json list_json(const Range& range, ToJson to_json) {
  Json list = Json::array();
  for (const auto& element : range) {
    list.push_back(to_json(element));
  }
  return list;
}

Json registers_json(const engine::CpuResult& cpu) {
  Json registers = Json::object();
  for (const auto& [name, value] : cpu.registers) {
    registers[name] = value;
  }
  return registers;
}

Json interrupts_by_source_json(const engine::CpuResult& cpu) {
  Json by_source = Json::object();
  const std::size_t sources =
      std::min(cpu.interrupts_by_source.size(), kInterruptSourceNames.size());
  for (std::size_t source = 0; source < sources; ++source) {
    by_source[std::string{kInterruptSourceNames[source]}] = cpu.interrupts_by_source[source];
  }
  return by_source;
}

Json cpu_json(const engine::CpuResult& cpu) {
  Json json;
  json["name"] = cpu.name;
  json["type"] = cpu.type;
  json["frequency_mhz"] = cpu.frequency_mhz;
  json["cycles"] = cpu.cycles.count();
  json["elapsed_cycles"] = cpu.elapsed.count();
  json["counters"] = list_json(cpu.counters, counter_json);
  json["registers"] = registers_json(cpu);
  json["reads_made"] = cpu.reads_made;
  json["reads"] = list_json(cpu.reads, read_json);
  json["writes_refused"] = cpu.writes_refused;
  json["refused_writes"] = list_json(cpu.refused_writes, refused_write_json);
  json["interrupts_taken"] = cpu.interrupts_taken;
  json["interrupts_by_source"] = interrupts_by_source_json(cpu);
  json["deepest_interrupt"] = cpu.deepest_interrupt;
  json["interrupts"] = list_json(cpu.interrupts, interrupt_json);
  return json;
}

void add_truth(Json& json, const std::optional<engine::EventTruth>& truth) {
  if (truth) {
    json["intended"] = truth->intended;
    json["lost"] = truth->lost;
    json["leaked"] = truth->leaked;
  }
}

Json event_json(const engine::PerfEventResult& event, const engine::RunResult& result) {
  Json json;
  json["name"] = event.name;
  json["event"] = event.event;
  json["count"] = event.count;
  add_truth(json, event.truth);
  json["overflows"] = event.overflows;
  if (event.truth) {
    json["samples"] = event.samples;
    json["guest_samples"] = event.guest_samples;
    json["throttles"] = event.throttles;
  }
  json["enabled_ns"] = event.enabled_ns;
  json["running_ns"] = event.running_ns;
  json["why"] = why_json(event.why);
  json["per_cpu"] = list_json(event.per_cpu, [&](const engine::PerfEventCount& part) {
    Json on_cpu{{"name", cpu_name(result, part.cpu)},
                {"cpu", part.cpu.value()},
                {"counter", part.counter},
                {"count", part.count}};
    add_truth(on_cpu, part.truth);
    on_cpu["why"] = why_json(part.why);
    return on_cpu;
  });
  return json;
}

Json by_cause_json(const engine::WindowsOfCause& cause, std::uint64_t guest_entries) {
  Json json;
  json["name"] = cause.event + " " + cause.kind + " " + cause.cause;
  json["event"] = cause.event;
  json["kind"] = cause.kind;
  json["cause"] = cause.cause;
  json["guest_switch"] = cause.is_guest_switch;
  json["windows"] = cause.windows;
  json["cycles"] = cause.cycles;
  json["count"] = cause.count;
  json["shortest_cycles"] = cause.shortest;
  json["longest_cycles"] = cause.longest;
  json["by_length"] = list_json(cause.by_length, [](const auto& bucket) {
    return Json{{"at_least_cycles", bucket.first}, {"windows", bucket.second}};
  });
  if (guest_entries > 0) {
    json["count_per_thousand_entries"] = cause.count * 1000 / guest_entries;
    json["cycles_per_thousand_entries"] = cause.cycles * 1000 / guest_entries;
  }
  return json;
}

Json window_json(const engine::WindowResult& window) {
  return Json{{"event", window.event},
              {"cpu", window.cpu.value()},
              {"kind", window.kind},
              {"cause", window.cause},
              {"context", window.context},
              {"first_cycle", window.first_cycle},
              {"last_cycle", window.last_cycle},
              {"count", window.count}};
}

/// What entering and leaving guests cost all events together.
Json guest_switch_json(const engine::WindowsResult& windows) {
  std::uint64_t number = 0;
  std::uint64_t cycles = 0;
  std::uint64_t count = 0;
  for (const engine::WindowsOfCause& cause : windows.by_cause) {
    if (cause.is_guest_switch) {
      number += cause.windows;
      cycles += cause.cycles;
      count += cause.count;
    }
  }
  return Json{{"windows", number}, {"cycles", cycles}, {"count", count}};
}

Json windows_json(const engine::WindowsResult& windows) {
  Json json;
  json["guest_entries"] = windows.guest_entries;
  json["guest_switch"] = guest_switch_json(windows);
  json["by_cause"] = list_json(windows.by_cause, [&](const engine::WindowsOfCause& cause) {
    return by_cause_json(cause, windows.guest_entries);
  });
  json["first"] = list_json(windows.first, window_json);
  return json;
}

Json location_json(const engine::LocationResult& location) {
  Json json;
  json["name"] = location.name;
  json["address"] = location.address;
  json["words"] = location.words;
  return json;
}

Json outcome_json(const ExpectationOutcome& outcome) {
  Json json;
  json["that"] = outcome.expectation.that;
  json["op"] = op_name(outcome.expectation.op);
  json["want"] = Json::parse(outcome.expectation.want_json);
  json["got"] = outcome.got_json.empty() ? Json() : Json::parse(outcome.got_json);
  json["ok"] = outcome.ok;
  if (!outcome.ok) {
    json["problem"] = outcome.problem;
  }
  return json;
}

/// All of the document but the expectations.
Json result_json(const engine::RunResult& result) {
  Json document;
  document["scenario"] = result.scenario;
  document["seed"] = result.seed;
  document["complete"] = result.complete && !result.gave_up;
  document["pmu_write_effect"] = result.pmu_write_effect;
  document["simulated_ns"] = result.simulated_ps / kPicosecondsPerNanosecond;
  document["cpus"] = list_json(result.cpus, cpu_json);
  document["events"] = list_json(result.events, [&](const engine::PerfEventResult& event) {
    return event_json(event, result);
  });
  if (result.windows) {
    document["windows"] = windows_json(*result.windows);
  }
  if (!result.memory.empty()) {
    document["memory"] = list_json(result.memory, location_json);
  }
  document["notes"] = result.notes;
  return document;
}

}  // namespace

std::string outcomes_json(std::span<const ExpectationOutcome> outcomes) {
  return list_json(outcomes, outcome_json).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string result_document(const engine::RunResult& result,
                            std::span<const ExpectationOutcome> outcomes) {
  Json document = result_json(result);
  document["expectations"] = list_json(outcomes, outcome_json);
  return scenario::pretty_json(document.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::vector<ExpectationOutcome> evaluate_result(std::span<const scenario::Expectation> expectations,
                                                const engine::RunResult& result) {
  if (expectations.empty()) {
    return {};
  }
  Json document = result_json(result);
  document["expectations"] = Json::array();
  return evaluate_json(expectations, document);
}

std::string list_of_documents(std::span<const std::string> documents) {
  std::string list = "[\n";
  for (const std::string& document : documents) {
    list += document;
    if (list.ends_with('\n')) {
      list.pop_back();
    }
    list += &document == &documents.back() ? "\n" : ",\n";
  }
  return list + "]\n";
}

}  // namespace pmusim::report
