// SPDX-License-Identifier: Apache-2.0
#include "sim/report/protocol_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/report/grid.h"
#include "sim/report/outcome_text.h"
#include "sim/report/painter.h"
#include "sim/report/race_table.h"

namespace pmusim::report {
namespace {

using explore::Finding;
using explore::RingVerdict;

class ProtocolText {
 public:
  ProtocolText(const explore::ProtocolResult& result, const Painter& paint)
      : result_{result}, paint_{paint} {}

  std::string make() {
    heading();
    if (result_.race) {
      text_ += race_tables(*result_.race, paint_);
    } else {
      ring("Orders", "", {&result_.given, 1});
      ring("Subsets", "which", result_.subsets);
      ring("Replacements", "instead", result_.replacements);
    }
    nesting();
    wakeup();
    open_questions();
    witnesses();
    return std::move(text_);
  }

 private:
  void heading() {
    text_ += fmt::format(
        "{}{}\n{}\n",
        paint_.heading(result_.scenario),
        result_.complete ? "" : paint_.bad("  INCOMPLETE: the exploration was interrupted"),
        result_.race ? race_heading(*result_.race, result_.ring) : explored_heading());
  }

  [[nodiscard]] std::string explored_heading() const {
    const abi::RingShape& ring = result_.ring;
    const auto plural = [](unsigned number, std::string_view what) {
      return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
    };
    return fmt::format("{} of {} through a ring of {}",
                       plural(ring.records, "record"),
                       plural(ring.record_words, "word"),
                       plural(ring.words, "word"));
  }

  void title(std::string_view text) { text_ += fmt::format("\n{}\n", paint_.heading(text)); }

  void ring(std::string_view heading,
            const std::string& first,
            std::span<const RingVerdict> verdicts) {
    if (verdicts.empty()) {
      return;
    }
    title(heading);
    const bool has_payload = verdicts.front().payload.has_value();
    Grid grid{{{first},
               {"A"},
               {"B"},
               {"C"},
               {"D"},
               {"verdict"},
               {has_payload ? "header" : ""},
               {has_payload ? "payload" : ""}},
              2};
    for (const RingVerdict& verdict : verdicts) {
      grid.row({first.empty() ? "" : verdict.name,
                abi::to_text(verdict.order.a),
                abi::to_text(verdict.order.b),
                abi::to_text(verdict.order.c),
                abi::to_text(verdict.order.d),
                to_text(word_verdict(verdict)),
                has_payload ? to_text(verdict.header) : "",
                verdict.payload ? to_text(*verdict.payload) : ""});
    }
    text_ += grid.text();
  }

  void nesting() {
    if (!result_.nesting) {
      return;
    }
    title("Nesting");
    const auto& points = result_.nesting->points;
    text_ += fmt::format("  an NMI's record at each of {} places of another one's write: {}\n",
                         points.size(),
                         to_text(*result_.nesting));
    Grid grid{{{"NMI at"},
               {"before"},
               {"data_head after it", Align::right},
               {"at the end", Align::right},
               {""}},
              2};
    for (const explore::NestingPoint& point : points) {
      grid.row({point.name,
                point.instruction,
                std::to_string(point.after_nmi),
                std::to_string(point.at_end),
                harm(point)});
    }
    text_ += grid.text();
  }

  static std::string harm(const explore::NestingPoint& point) {
    return is_bad(point) == explore::Answer::no ? "" : to_text(explore::NestingVerdict{{point}});
  }

  void wakeup() {
    if (result_.wakeup.empty()) {
      return;
    }
    title("Missed wake-up");
    Grid grid{{{"kernel"}, {"reader"}, {"neither sees the other"}}, 2};
    for (const explore::WakeupVerdict& verdict : result_.wakeup) {
      grid.row({verdict.kernel, verdict.reader, std::string{to_text(verdict)}});
    }
    text_ += grid.text();
  }

  /// Calls `see(finding, name, what)` for every question that was asked.
  template <class See>
  void each_question(See see) const {
    const auto ring = [&](const RingVerdict& verdict) {
      see(verdict.stale, verdict.name, "stale");
      see(verdict.overwritten, verdict.name, "overwritten");
    };
    ring(result_.given);
    std::ranges::for_each(result_.subsets, ring);
    std::ranges::for_each(result_.replacements, ring);
    if (result_.nesting) {
      for (const explore::NestingPoint& point : result_.nesting->points) {
        see(point.goes_back, "NMI at " + point.name, "data_head goes back");
        see(point.unwritten, "NMI at " + point.name, "data_head covers what is not written");
      }
    }
    for (const explore::WakeupVerdict& verdict : result_.wakeup) {
      see(verdict.missed, verdict.name, "missed wake-up");
    }
  }

  void open_questions() {
    std::string lines;
    each_question([&](const Finding& finding, const std::string& name, std::string_view what) {
      if (finding.answer == explore::Answer::unknown && !finding.reason.empty()) {
        lines += fmt::format("  {}: {}: {}\n", name, what, finding.reason);
      }
    });
    if (!lines.empty()) {
      title("Not decided");
      text_ += lines;
    }
  }

  void witnesses() {
    std::string text;
    each_question([&](const Finding& finding, const std::string& name, std::string_view what) {
      if (finding.witness) {
        text += fmt::format("\n  {}: {}\n{}", name, what, witness(*finding.witness));
      }
    });
    if (!text.empty()) {
      title("Witnesses, in the order in which accesses became visible");
      text_ += text.substr(1);
    }
  }

  static std::string witness(const explore::WitnessLines& lines) {
    Grid grid{{{""}, {""}, {""}, {""}}, 4};
    for (const explore::WitnessLine& line : lines) {
      grid.row({line.side,
                line.step,
                line.effect,
                line.overtakes.empty() ? "" : "<- before " + line.overtakes});
    }
    return grid.text();
  }

  const explore::ProtocolResult& result_;
  const Painter& paint_;
  std::string text_;
};

}  // namespace

std::string protocol_table(const explore::ProtocolResult& result,
                           std::span<const ExpectationOutcome> outcomes,
                           TableStyle style) {
  const Painter paint{style.color};
  return ProtocolText{result, paint}.make() + outcomes_text(result.complete, outcomes, paint);
}

}  // namespace pmusim::report
