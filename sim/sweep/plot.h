// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/sweep/axis.h"
#include "sim/sweep/grid.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/results.h"

namespace pmusim::sweep {

struct PlotPoint {
  double x{};
  double y{};
  std::string text;  ///< the values for people: "entry_cycles = 20: 51"
};

/// Points that a line joins, in ascending order of x; in pieces, since it stops where a point has
/// no value.
struct PlotLine {
  std::string label;
  std::vector<std::vector<PlotPoint>> pieces;
};

/// One of several small plots with the same axes across.
struct Panel {
  std::string title;  ///< empty when there is only one
  std::vector<PlotLine> lines;
  Axis y;
};

/// What a plot of a sweep shows, before anybody draws it.
struct Plot {
  std::string title;
  std::string subtitle;
  std::string x_label;
  std::string y_label;
  Axis x;
  std::vector<std::string> legend;  ///< labels of the lines, the same in all panels
  std::vector<Panel> panels;
  std::string note;  ///< what is left out; empty when nothing is
};

/// Lost events against the first parameter, or the first measure if no event has lost any count.
///
/// With one parameter there is one panel with a line for each event. With more there is a panel
/// for each event, with a line for each combination of the other parameters. At most kMostPanels
/// and kMostLines are shown, and lines of very many points are thinned to the extremes of short
/// stretches; the note says so.
[[nodiscard]] Plot plot_of(const Identity& identity, const Grid& grid, const Results& results);

inline constexpr std::size_t kMostPanels = 12;
inline constexpr std::size_t kMostLines = 12;

}  // namespace pmusim::sweep
