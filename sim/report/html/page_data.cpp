// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page_data.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/common/expect.h"
#include "sim/report/byte_stream.h"
#include "sim/report/names.h"
#include "sim/report/window_sums.h"

namespace pmusim::report {
namespace {

using engine::CpuTimeline;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;

/// Amounts go as text: a script's numbers are exact to 2^53 only.
std::string exact(std::uint64_t amount) {
  return std::to_string(amount);
}

/// Texts by number, each kept once.
class TextTable {
 public:
  std::uint64_t index_of(const std::string& text) {
    const auto [entry, is_new] = numbers_.try_emplace(text, texts_.size());
    if (is_new) {
      texts_.push_back(text);
    }
    return entry->second;
  }

  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::map<std::string, std::uint64_t> numbers_;
  std::vector<std::string> texts_;
};

/// Writes intervals by the distance from the one before, which is small.
class SpanWriter {
 public:
  SpanWriter(std::string& bytes, TextTable& texts) : bytes_{bytes}, texts_{texts} {}

  void write(const CpuTimeline& cpu) {
    write(cpu.contexts);
    for (const CpuTimeline::EventTrack& track : cpu.events) {
      write(track.spans);
    }
    write(cpu.interrupts);
    write(cpu.windows);
  }

 private:
  static std::uint64_t packed(const CpuTimeline::ContextSpan& span) {
    constexpr unsigned kFieldBits = 2;
    return static_cast<std::uint64_t>(span.level) |
           static_cast<std::uint64_t>(span.security) << kFieldBits |
           static_cast<std::uint64_t>(span.world) << 2 * kFieldBits;
  }

  void number(std::uint64_t value) { append_varint(bytes_, value); }

  /// The gap since `before`, and the length.
  void interval(CycleTime before, CycleTime first, CycleTime end) {
    PMUSIM_EXPECT(before <= first && first <= end, "the spans of a timeline are in order");
    number((first - before).count());
    number((end - first).count());
  }

  void write(const std::vector<CpuTimeline::ContextSpan>& spans) {
    CycleTime before;
    for (const CpuTimeline::ContextSpan& span : spans) {
      interval(before, span.first, span.end);
      number(packed(span));
      number(span.task);
      before = span.end;
    }
  }

  void write(const std::vector<CpuTimeline::CounterSpan>& spans) {
    CycleTime before;
    for (const CpuTimeline::CounterSpan& span : spans) {
      interval(before, span.first, span.end);
      number((span.enabled ? 1U : 0U) | (span.counting ? 2U : 0U));
      number(span.count);
      before = span.end;
    }
  }

  void write(const std::vector<CpuTimeline::Interrupt>& interrupts) {
    CycleTime before;
    for (const CpuTimeline::Interrupt& interrupt : interrupts) {
      PMUSIM_EXPECT(before <= interrupt.taken && interrupt.raised <= interrupt.taken,
                    "the interrupts of a timeline are in order");
      number(static_cast<std::uint64_t>(interrupt.line));
      number((interrupt.taken - before).count());
      number((interrupt.taken - interrupt.raised).count());
      before = interrupt.taken;
    }
  }

  /// By event, since the page looks them up by event.
  void write(std::vector<CpuTimeline::Window> windows) {
    std::ranges::stable_sort(windows, {}, [](const CpuTimeline::Window& window) {
      return std::tuple{window.event, window.first};
    });
    CycleTime before;
    std::uint32_t event = 0;
    for (const CpuTimeline::Window& window : windows) {
      if (window.event != event) {
        before = CycleTime{};
      }
      PMUSIM_EXPECT(window.first <= window.last, "a window has at least one cycle");
      number(window.event - event);
      number((window.first - before).count());
      number((window.last - window.first).count());
      number(static_cast<std::uint64_t>(window.kind));
      number(texts_.index_of(window.cause));
      number(texts_.index_of(window.context));
      number(window.count);
      before = window.first;
      event = window.event;
    }
  }

  std::string& bytes_;
  TextTable& texts_;
};

Json reasons_of(const engine::RunResult& result, const std::string& event) {
  Json reasons = Json::array();
  const auto found = std::ranges::find(result.events, event, &engine::PerfEventResult::name);
  if (found != result.events.end()) {
    for (const engine::WhyNot& why : found->why) {
      reasons.push_back(
          {{"reason", reason_in_words(why.reason)}, {"cycles", exact(why.cycles.count())}});
    }
  }
  return reasons;
}

/// As the user wrote it; empty when that is its name.
std::string written_form(const engine::RunResult& result, const std::string& event) {
  const auto found = std::ranges::find(result.events, event, &engine::PerfEventResult::name);
  return found == result.events.end() || found->event == event ? "" : found->event;
}

Json events_of(const engine::Timeline& timeline, const engine::RunResult& result) {
  Json events = Json::array();
  for (const EventSums& sums : event_sums(timeline, result)) {
    events.push_back({{"name", sums.name},
                      {"event", written_form(result, sums.name)},
                      {"count", exact(sums.count)},
                      {"intended", exact(sums.intended())},
                      {"lost", exact(sums.lost)},
                      {"leaked", exact(sums.leaked)},
                      {"why", reasons_of(result, sums.name)}});
  }
  return events;
}

Json causes_of(const engine::Timeline& timeline) {
  Json causes = Json::array();
  for (const CauseSums& sums : cause_sums(timeline)) {
    causes.push_back({{"kind", kind_name(sums.kind)},
                      {"cause", sums.cause},
                      {"windows", exact(sums.windows)},
                      {"cycles", exact(sums.cycles.count())},
                      {"shortest", exact(sums.shortest.count())},
                      {"longest", exact(sums.longest.count())},
                      {"occurrences", exact(sums.occurrences)},
                      {"events", sums.events}});
  }
  return causes;
}

Json cpu_of(const CpuTimeline& cpu) {
  Json tracks = Json::array();
  for (const CpuTimeline::EventTrack& track : cpu.events) {
    tracks.push_back(
        {{"event", track.event}, {"counter", track.counter}, {"spans", track.spans.size()}});
  }
  return {{"name", cpu.name},
          {"mhz", cpu.frequency_mhz},
          {"end", exact(cpu.end.count())},
          {"contexts", cpu.contexts.size()},
          {"tracks", std::move(tracks)},
          {"interrupts", cpu.interrupts.size()},
          {"windows", cpu.windows.size()}};
}

}  // namespace

PageData page_data(const engine::Timeline& timeline,
                   const engine::RunResult& result,
                   std::string_view purpose) {
  PageData data;
  TextTable texts;
  SpanWriter writer{data.spans, texts};
  Json cpus = Json::array();
  for (const CpuTimeline& cpu : timeline.cpus) {
    PMUSIM_EXPECT(cpu.frequency_mhz > 0, "a CPU has a clock");
    cpus.push_back(cpu_of(cpu));
    writer.write(cpu);
  }
  const Json description{{"format", kFormat},
                         {"scenario", result.scenario},
                         {"purpose", purpose},
                         {"seed", exact(result.seed)},
                         {"complete", result.complete},
                         {"pmu_write_effect", result.pmu_write_effect},
                         {"simulated_ps", exact(result.simulated_ps)},
                         {"compared", timeline.compared},
                         {"left_out", exact(timeline.left_out)},
                         {"notes", result.notes},
                         {"tasks", timeline.tasks},
                         {"events", events_of(timeline, result)},
                         {"causes", causes_of(timeline)},
                         {"texts", texts.texts()},
                         {"cpus", std::move(cpus)}};
  data.description = description.dump(-1, ' ', false, Json::error_handler_t::replace);
  return data;
}

}  // namespace pmusim::report
