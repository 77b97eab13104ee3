// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/plot.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pmusim::sweep {
namespace {

constexpr std::size_t kMostTicks = 9;
constexpr std::size_t kMostPointsOfALine = 2000;

std::optional<double> number_of(std::string_view json) {
  double value = 0;
  const auto [stop, error] = std::from_chars(json.data(), json.data() + json.size(), value);
  return error == std::errc{} && stop == json.data() + json.size() ? std::optional{value}
                                                                   : std::nullopt;
}

/// A plain JSON value for people.
std::string text_of(std::string_view json) {
  return json.starts_with('"') ? nlohmann::json::parse(json).get<std::string>() : std::string{json};
}

std::string_view last_token(std::string_view pointer) {
  return pointer.substr(pointer.rfind('/') + 1);
}

/// Which measures are shown: all that end like the one that matters most.
std::vector<std::string> shown_measures(const std::vector<std::string>& measures) {
  const auto lost = std::ranges::find_if(
      measures, [](const std::string& measure) { return measure.ends_with("/lost"); });
  std::vector<std::string> shown;
  if (measures.empty()) {
    return shown;
  }
  const std::string_view ending = last_token(lost != measures.end() ? *lost : measures.front());
  std::ranges::copy_if(measures, std::back_inserter(shown), [&](const std::string& measure) {
    return last_token(measure) == ending;
  });
  return shown;
}

/// "cycles" for "/events/cycles/lost" where all measures shown end alike.
std::string subject_of(std::string_view measure) {
  constexpr std::string_view kEvents = "/events/";
  const std::size_t end = measure.rfind('/');
  return measure.starts_with(kEvents) && end >= kEvents.size()
             ? std::string{measure.substr(kEvents.size(), end - kEvents.size())}
             : std::string{measure};
}

std::string with_unit(std::string text, std::string_view unit) {
  return unit.empty() || text.ends_with(unit) ? text : fmt::format("{} ({})", text, unit);
}

std::string y_label(const std::vector<std::string>& shown) {
  if (shown.empty()) {
    return {};
  }
  const std::string_view ending = last_token(shown.front());
  if (ending == "lost" || ending == "leaked") {
    return fmt::format("events {}", ending);
  }
  return with_unit(std::string{ending}, unit_of(shown.front()));
}

bool is_whole(double value) {
  return std::trunc(value) == value;
}

/// No tick between 3 and 4 when there are only whole numbers.
double least_step_of(const std::vector<double>& values) {
  return std::ranges::all_of(values, is_whole) ? 1 : 0;
}

/// Where the values of a parameter lie on the axis.
struct Scale {
  Axis axis;
  std::vector<double> places;      ///< in the axis's own numbers, one for each value
  std::vector<std::size_t> order;  ///< of the values, from left to right
};

Scale scale_of(const Parameter& parameter) {
  Scale scale;
  std::vector<std::string> names;
  bool all_numbers = true;
  for (std::size_t i = 0; i < parameter.values.size(); ++i) {
    const auto number = number_of(parameter.values[i]);
    all_numbers = all_numbers && number;
    scale.places.push_back(number.value_or(0));
    scale.order.push_back(i);
    names.push_back(text_of(parameter.values[i]));
  }
  // A single value has no scale.
  if (!all_numbers || names.size() == 1) {
    std::ranges::copy(scale.order, scale.places.begin());
    scale.axis = category_axis(names, kMostTicks);
    return scale;
  }
  std::ranges::sort(scale.order, {}, [&](std::size_t value) { return scale.places[value]; });
  if (parameter.spacing == Spacing::geometric) {
    scale.axis = geometric_axis(scale.places, kMostTicks);
  } else {
    scale.axis = linear_axis(scale.places[scale.order.front()],
                             scale.places[scale.order.back()],
                             static_cast<int>(kMostTicks) - 1,
                             least_step_of(scale.places));
  }
  return scale;
}

/// A line whose parameters but the first are those of the point `offset`, which has the first value
/// of the first.
class LineMaker {
 public:
  LineMaker(const Grid& grid, const Results& results, const Scale& scale)
      : grid_{grid}, results_{results}, scale_{scale} {}

  [[nodiscard]] std::size_t lines() const {
    return grid_.size() / grid_.parameters().front().values.size();
  }

  [[nodiscard]] std::string label(std::size_t offset) const {
    std::string text;
    const std::vector<std::size_t> places = grid_.coordinates(offset);
    for (std::size_t i = 1; i < places.size(); ++i) {
      const Parameter& parameter = grid_.parameters()[i];
      text += fmt::format("{}{} = {}",
                          text.empty() ? "" : ", ",
                          last_token(parameter.pointer),
                          text_of(parameter.values[places[i]]));
    }
    return text;
  }

  [[nodiscard]] PlotLine line(std::size_t offset,
                              const std::string& measure,
                              std::string name) const {
    PlotLine line{std::move(name), {{}}};
    for (const std::size_t value : scale_.order) {
      const std::optional<PlotPoint> point = point_at(value, offset, measure);
      if (point) {
        line.pieces.back().push_back(*point);
      } else if (!line.pieces.back().empty()) {
        line.pieces.emplace_back();
      }
    }
    if (line.pieces.back().empty()) {
      line.pieces.pop_back();
    }
    return line;
  }

 private:
  [[nodiscard]] std::optional<PlotPoint> point_at(std::size_t value,
                                                  std::size_t offset,
                                                  const std::string& measure) const {
    const std::size_t point = value * lines() + offset;
    if (!results_.has(point)) {
      return std::nullopt;
    }
    const PointResult result = results_.at(point);
    if (!has_run(result.status)) {
      return std::nullopt;
    }
    for (const Value& found : result.values) {
      if (found.measure != measure) {
        continue;
      }
      if (const auto y = number_of(found.json)) {
        const Parameter& first = grid_.parameters().front();
        return PlotPoint{scale_.places[value],
                         *y,
                         fmt::format("{} = {}: {}",
                                     last_token(first.pointer),
                                     text_of(first.values[value]),
                                     found.json)};
      }
    }
    return std::nullopt;
  }

  const Grid& grid_;
  const Results& results_;
  const Scale& scale_;
};

/// Keeps the least and the greatest of each stretch, so that no peak is lost.
bool thin_out(std::vector<PlotPoint>& piece) {
  if (piece.size() <= kMostPointsOfALine) {
    return false;
  }
  const std::size_t stretch = (2 * piece.size() + kMostPointsOfALine - 1) / kMostPointsOfALine;
  std::vector<PlotPoint> kept;
  for (std::size_t begin = 0; begin < piece.size(); begin += stretch) {
    const auto first = piece.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last =
        piece.begin() + static_cast<std::ptrdiff_t>(std::min(begin + stretch, piece.size()));
    auto [low, high] = std::ranges::minmax_element(first, last, {}, &PlotPoint::y);
    if (high < low) {
      std::swap(low, high);
    }
    kept.push_back(*low);
    if (high != low) {
      kept.push_back(*high);
    }
  }
  piece = std::move(kept);
  return true;
}

bool thin_out(Panel& panel) {
  bool thinned = false;
  for (PlotLine& line : panel.lines) {
    for (auto& piece : line.pieces) {
      thinned = thin_out(piece) || thinned;
    }
  }
  return thinned;
}

Axis y_axis(const std::vector<PlotLine>& lines) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  bool all_whole = true;
  for (const PlotLine& line : lines) {
    for (const auto& piece : line.pieces) {
      for (const PlotPoint& point : piece) {
        low = std::min(low, point.y);
        high = std::max(high, point.y);
        all_whole = all_whole && is_whole(point.y);
      }
    }
  }
  constexpr int kIntervals = 5;
  if (low > high) {
    return linear_axis(0, 1, kIntervals, 1);
  }
  // From zero, unless that would flatten all that there is to see.
  constexpr double kFlat = 0.1;
  const bool from_zero = low > 0 && (high - low == 0 || high - low >= kFlat * high);
  return linear_axis(from_zero ? 0 : low, high, kIntervals, all_whole ? 1 : 0);
}

void add_note(Plot& plot, std::string text) {
  plot.note += (plot.note.empty() ? "" : "; ") + std::move(text);
}

std::string subtitle(const Grid& grid, const Results& results) {
  std::string text;
  for (const Parameter& parameter : grid.parameters()) {
    text += fmt::format("{}{}", text.empty() ? "" : " × ", parameter.pointer);
  }
  const std::size_t without = results.count(PointStatus::broken) +
                              results.count(PointStatus::invalid) + results.count(PointStatus::io) +
                              results.count(PointStatus::fault);
  text +=
      results.complete()
          ? fmt::format(" · {} {}", results.points(), results.points() == 1 ? "point" : "points")
          : fmt::format(" · incomplete: {} of {} points", results.count(), results.points());
  return text + (without > 0 ? fmt::format(", {} without a result", without) : "");
}

/// One panel with a line for each measure.
void add_common_panel(Plot& plot,
                      const LineMaker& maker,
                      const std::vector<std::string>& measures) {
  Panel& panel = plot.panels.emplace_back();
  for (std::size_t i = 0; i < std::min(measures.size(), kMostLines); ++i) {
    panel.lines.push_back(maker.line(0, measures[i], subject_of(measures[i])));
  }
  if (measures.size() > kMostLines) {
    add_note(plot, fmt::format("the first {} of {} events", kMostLines, measures.size()));
  }
}

/// A panel for each measure, with a line for each combination of the other parameters.
void add_panels(Plot& plot, const LineMaker& maker, const std::vector<std::string>& measures) {
  for (std::size_t i = 0; i < std::min(measures.size(), kMostPanels); ++i) {
    Panel& panel = plot.panels.emplace_back(Panel{subject_of(measures[i]), {}, {}});
    for (std::size_t offset = 0; offset < std::min(maker.lines(), kMostLines); ++offset) {
      panel.lines.push_back(maker.line(offset, measures[i], maker.label(offset)));
    }
  }
  if (measures.size() > kMostPanels) {
    add_note(plot, fmt::format("the first {} of {} events", kMostPanels, measures.size()));
  }
  if (maker.lines() > kMostLines) {
    add_note(plot, fmt::format("the first {} of {} lines", kMostLines, maker.lines()));
  }
}

}  // namespace

Plot plot_of(const Identity& identity, const Grid& grid, const Results& results) {
  const Parameter& first = grid.parameters().front();
  const Scale scale = scale_of(first);
  const LineMaker maker{grid, results, scale};
  const std::vector<std::string> measures = shown_measures(results.measures());
  Plot plot;
  plot.title = identity.scenario;
  plot.subtitle = subtitle(grid, results);
  plot.x_label = with_unit(first.pointer, unit_of(first.pointer));
  plot.y_label = y_label(measures);
  plot.x = scale.axis;
  if (grid.parameters().size() == 1) {
    add_common_panel(plot, maker, measures);
  } else {
    add_panels(plot, maker, measures);
  }
  bool thinned = false;
  for (Panel& panel : plot.panels) {
    thinned = thin_out(panel) || thinned;
    panel.y = y_axis(panel.lines);
  }
  if (thinned) {
    add_note(plot, "least and greatest values of short stretches");
  }
  if (!plot.note.empty()) {
    plot.note = fmt::format("Shown: {}. sweep.csv has all.", plot.note);
  }
  if (!plot.panels.empty()) {
    for (const PlotLine& line : plot.panels.front().lines) {
      plot.legend.push_back(line.label);
    }
  }
  return plot;
}

}  // namespace pmusim::sweep
