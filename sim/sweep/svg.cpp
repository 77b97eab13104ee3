// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/svg.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace pmusim::sweep {
namespace {

// Lengths in SVG units, which are pixels when nothing scales the picture.
constexpr double kWidth = 960;
constexpr double kMargin = 24;
constexpr double kTitleHeight = 60;
constexpr double kLegendRow = 20;
constexpr double kAxisLeft = 64;   ///< for tick labels and the label of y
constexpr double kAxisBelow = 50;  ///< for tick labels and the label of x
constexpr double kPanelTitle = 24;
constexpr double kPanelGap = 12;
constexpr double kNoteHeight = 22;
/// Text is wider or narrower than this with other fonts; it leaves room.
constexpr double kCharacter = 7;
/// With more points markers would merge.
constexpr std::size_t kMostMarkers = 60;

/// Of lines in light and in dark schemes; each has a contrast of at least 3:1 to its background,
/// and neighbours differ in lightness too, for those who do not see the colours apart.
struct Color {
  const char* light;
  const char* dark;
};

constexpr std::array<Color, 6> kColors{{{"#1f6fb4", "#6cb2f2"},
                                        {"#c9480f", "#ff9b6a"},
                                        {"#1a7f4b", "#5fd096"},
                                        {"#8a3fb0", "#cda4f4"},
                                        {"#8a6200", "#e3b341"},
                                        {"#b8256d", "#ff8cc0"}}};
static_assert(2 * kColors.size() >= kMostLines, "a colour is used solid and dashed");

std::string style() {
  std::string light;
  std::string dark;
  for (std::size_t i = 0; i < kColors.size(); ++i) {
    constexpr const char* kRule = ".s{0}{{stroke:{1}}}.m{0}{{fill:{1};stroke:{1}}}";
    light += fmt::format(kRule, i, kColors[i].light);
    dark += fmt::format(kRule, i, kColors[i].dark);
  }
  return "<style>\n"
         "text{font:12px system-ui,sans-serif;fill:#24292f}"
         ".t{font-size:18px;font-weight:600}.h{font-size:13px;font-weight:600}"
         ".q{fill:#57606a}.b{fill:#ffffff}.g{stroke:#d8dee4}.a{stroke:#57606a}"
         ".l{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}"
         ".d{stroke-dasharray:7 5}\n" +
         light +
         "\n@media (prefers-color-scheme:dark){"
         "text{fill:#e6edf3}.q{fill:#9ea7b3}.b{fill:#0d1117}.g{stroke:#2d333b}.a{stroke:#9ea7b3}"
         "\n" +
         dark + "}\n</style>\n";
}

struct Rectangle {
  double left{};
  double top{};
  double width{};
  double height{};

  [[nodiscard]] double bottom() const { return top + height; }
};

std::string text(double x, double y, std::string_view attributes, std::string_view words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n",
                     x,
                     y,
                     attributes.empty() ? "" : " ",
                     attributes,
                     xml_text(words));
}

/// Characters that stand beside each other, as opposed to bytes.
std::size_t characters_of(std::string_view words) {
  return static_cast<std::size_t>(std::ranges::count_if(
      words, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// `words` cut to fit into `width`.
std::string fitted(const std::string& words, double width) {
  const auto most = static_cast<std::size_t>(std::max(1.0, width / kCharacter));
  if (characters_of(words) <= most) {
    return words;
  }
  std::size_t end = words.size();
  std::size_t kept = characters_of(words);
  while (kept >= most && end > 0) {
    --end;
    kept -= (static_cast<unsigned char>(words[end]) & 0xC0U) != 0x80U ? 1U : 0U;
  }
  return words.substr(0, end) + "…";
}

/// The classes of line number `line`.
std::string stroke_of(std::size_t line) {
  return fmt::format("l s{}{}", line % kColors.size(), line >= kColors.size() ? " d" : "");
}

class LegendMaker {
 public:
  explicit LegendMaker(double top) : top_{top}, y_{top} {}

  void add(std::size_t line, const std::string& label) {
    const std::string shown = fitted(label, kWidth - 2 * kMargin - kSwatch);
    const double width = kSwatch + static_cast<double>(characters_of(shown)) * kCharacter;
    if (x_ > kMargin && x_ + width > kWidth - kMargin) {
      x_ = kMargin;
      y_ += kLegendRow;
    }
    out_ +=
        fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}h22\"/>\n", stroke_of(line), x_, y_ + 8);
    out_ += text(x_ + 29, y_ + 12, "", shown);
    x_ += width;
  }

  [[nodiscard]] const std::string& svg() const { return out_; }

  [[nodiscard]] double height() const { return out_.empty() ? 0 : y_ + kLegendRow + 8 - top_; }

 private:
  static constexpr double kSwatch = 48;  ///< with the space to the next one

  double top_;
  double x_{kMargin};
  double y_;
  std::string out_;
};

class PanelMaker {
 public:
  PanelMaker(const Plot& plot, const Panel& panel, Rectangle area)
      : plot_{plot}, panel_{panel}, area_{area} {}

  std::string make() {
    axes();
    for (std::size_t i = 0; i < panel_.lines.size(); ++i) {
      line(i);
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] double x_of(double value) const {
    return area_.left + plot_.x.place(value) * area_.width;
  }

  [[nodiscard]] double y_of(double value) const {
    return area_.bottom() - panel_.y.place(value) * area_.height;
  }

  void axes() {
    if (!panel_.title.empty()) {
      out_ += text(area_.left, area_.top - 9, "class=\"h\"", fitted(panel_.title, area_.width));
    }
    for (std::size_t i = 0; i < panel_.y.ticks.size(); ++i) {
      const double y = y_of(panel_.y.ticks[i]);
      out_ += fmt::format(
          "<path class=\"g\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n", area_.left, y, area_.width);
      out_ += text(area_.left - 10, y + 4, R"(class="q" text-anchor="end")", panel_.y.labels[i]);
    }
    const double room = plot_.x.ticks.size() > 1
                            ? area_.width / static_cast<double>(plot_.x.ticks.size())
                            : area_.width;
    for (std::size_t i = 0; i < plot_.x.ticks.size(); ++i) {
      const double x = x_of(plot_.x.ticks[i]);
      out_ += fmt::format("<path class=\"a\" d=\"M{:.1f} {:.1f}v5\"/>\n", x, area_.bottom());
      out_ += text(x,
                   area_.bottom() + 19,
                   R"(class="q" text-anchor="middle")",
                   fitted(plot_.x.labels[i], room));
    }
    out_ += fmt::format("<path class=\"a\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n",
                        area_.left,
                        area_.bottom(),
                        area_.width);
    const double middle = area_.left + area_.width / 2;
    out_ += text(
        middle, area_.bottom() + 39, "text-anchor=\"middle\"", fitted(plot_.x_label, area_.width));
    const double centre = area_.top + area_.height / 2;
    out_ += text(area_.left - 50,
                 centre,
                 fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 {:.1f} {:.1f})\"",
                             area_.left - 50,
                             centre),
                 fitted(plot_.y_label, area_.height));
  }

  void line(std::size_t number) {
    const PlotLine& line = panel_.lines[number];
    std::size_t points = 0;
    std::string path;
    for (const auto& piece : line.pieces) {
      points += piece.size();
      for (const PlotPoint& point : piece) {
        path += fmt::format(
            "{}{:.1f} {:.1f}", &point == piece.data() ? "M" : "L", x_of(point.x), y_of(point.y));
      }
    }
    if (points == 0) {
      return;
    }
    out_ += fmt::format("<g><title>{}</title>\n<path class=\"{}\" d=\"{}\"/>\n",
                        xml_text(line.label),
                        stroke_of(number),
                        path);
    for (const auto& piece : line.pieces) {
      // A lone point has no line to be seen by.
      if (points <= kMostMarkers || piece.size() == 1) {
        markers(number, line.label, piece);
      }
    }
    out_ += "</g>\n";
  }

  void markers(std::size_t number, const std::string& label, const std::vector<PlotPoint>& piece) {
    const double radius = radius_of(number);
    for (const PlotPoint& point : piece) {
      out_ += fmt::format(
          "<circle class=\"m{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" "
          "r=\"{:.1f}\"><title>{}\n{}</title></circle>\n",
          number % kColors.size(),
          x_of(point.x),
          y_of(point.y),
          radius,
          xml_text(label),
          xml_text(point.text));
    }
  }

  /// Lines that are drawn first have larger marks, so that equal values show as rings.
  [[nodiscard]] double radius_of(std::size_t number) const {
    constexpr std::size_t kMostRings = 3;
    return 2.5 + 0.8 * static_cast<double>(std::min(panel_.lines.size() - 1 - number, kMostRings));
  }

  const Plot& plot_;
  const Panel& panel_;
  Rectangle area_;
  std::string out_;
};

}  // namespace

std::string xml_text(std::string_view words) {
  std::string escaped;
  for (const char c : words) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    }
  }
  return escaped;
}

std::string svg_document(const Plot& plot) {
  const bool is_single = plot.panels.size() <= 1;
  const std::size_t columns = is_single ? 1 : 2;
  const double panel_height = is_single ? 380 : 210;
  const double cell_width = (kWidth - 2 * kMargin - static_cast<double>(columns - 1) * kPanelGap) /
                            static_cast<double>(columns);
  const double cell_height = kPanelTitle + panel_height + kAxisBelow + kPanelGap;

  LegendMaker legend{kMargin + kTitleHeight};
  for (std::size_t i = 0; i < plot.legend.size(); ++i) {
    legend.add(i, plot.legend[i]);
  }
  const double top = kMargin + kTitleHeight + legend.height();
  std::string body =
      text(kMargin, kMargin + 16, "class=\"t\"", fitted(plot.title, kWidth / 1.5)) +
      text(kMargin, kMargin + 38, "class=\"q\"", fitted(plot.subtitle, kWidth - 2 * kMargin)) +
      legend.svg();
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    const std::size_t row = i / columns;
    const double left = kMargin + static_cast<double>(i % columns) * (cell_width + kPanelGap);
    const double panel_top = top + static_cast<double>(row) * cell_height + kPanelTitle;
    const Rectangle area{left + kAxisLeft, panel_top, cell_width - kAxisLeft - 16, panel_height};
    body += PanelMaker{plot, plot.panels[i], area}.make();
  }
  const std::size_t rows = (plot.panels.size() + columns - 1) / columns;
  double height = top + static_cast<double>(rows) * cell_height + kMargin;
  if (!plot.note.empty()) {
    body += text(kMargin, height - kMargin / 2, "class=\"q\"", plot.note);
    height += kNoteHeight;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n{3}"
      "<rect class=\"b\" width=\"100%\" height=\"100%\"/>\n{4}</svg>\n",
      kWidth,
      height,
      xml_text(plot.title),
      style(),
      body);
}

}  // namespace pmusim::sweep
