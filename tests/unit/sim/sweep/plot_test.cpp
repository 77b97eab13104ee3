// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/plot.h"

#include <map>
#include <string>

#include <catch2/catch.hpp>

#include "sim/sweep/svg.h"
#include "tests/unit/sim/sweep/examples.h"

using namespace pmusim;
using namespace pmusim::sweep;
using Catch::Contains;
using Labels = std::vector<std::string>;

namespace {

/// Each point with two events; "a" loses as many as the point's number, "b" ten times that.
Results losing(const Grid& grid) {
  Results results{grid.size()};
  for (std::size_t point = 0; point < grid.size(); ++point) {
    const std::string lost = std::to_string(point);
    results.add({point,
                 PointStatus::ok,
                 {{"/events/a/count", "100"},
                  {"/events/a/lost", lost},
                  {"/events/b/count", "100"},
                  {"/events/b/lost", lost + "0"}},
                 {}});
  }
  return results;
}

Plot plot(const Grid& grid, const Results& results) {
  return plot_of(identity_of(grid), grid, results);
}

std::vector<double> heights(const PlotLine& line) {
  std::vector<double> heights;
  for (const auto& piece : line.pieces) {
    for (const PlotPoint& point : piece) {
      heights.push_back(point.y);
    }
  }
  return heights;
}

std::size_t occurrences(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("with one parameter there is one panel with a line for each event", "[sweep][plot]") {
  const Grid grid = grid_of({"/kvm/entry_cycles=0:40:20"});
  const Plot shown = plot(grid, losing(grid));
  REQUIRE(shown.panels.size() == 1);
  CHECK(shown.legend == Labels{"a", "b"});
  CHECK(shown.x_label == "/kvm/entry_cycles");
  CHECK(shown.y_label == "events lost");
  CHECK(heights(shown.panels[0].lines[0]) == std::vector<double>{0, 1, 2});
  CHECK(heights(shown.panels[0].lines[1]) == std::vector<double>{0, 10, 20});
  CHECK(shown.panels[0].lines[0].pieces[0][1].text == "entry_cycles = 20: 1");
  CHECK(shown.panels[0].y.low == 0);
  CHECK(shown.panels[0].y.high == 20);
}

TEST_CASE("with two parameters there is a panel for each event and a line for each value",
          "[sweep][plot]") {
  const Grid grid = grid_of({"/n=0,1", "/mode=x,y,z"});
  const Plot shown = plot(grid, losing(grid));
  REQUIRE(shown.panels.size() == 2);
  CHECK(shown.panels[0].title == "a");
  CHECK(shown.panels[1].title == "b");
  CHECK(shown.legend == Labels{"mode = x", "mode = y", "mode = z"});
  CHECK(heights(shown.panels[0].lines[1]) == std::vector<double>{1, 4});
  CHECK(heights(shown.panels[1].lines[2]) == std::vector<double>{20, 50});
}

TEST_CASE("without losses the first measure is shown", "[sweep][plot]") {
  const Grid grid = grid_of({"/n=0,1"});
  Results results{2};
  results.add({0, PointStatus::ok, {{"/events/a/count", "5"}, {"/cpus/0/cycles", "1"}}, {}});
  const Plot shown = plot(grid, results);
  CHECK(shown.y_label == "count (events)");
  CHECK(shown.legend == Labels{"a"});
  CHECK_THAT(shown.subtitle, Contains("incomplete: 1 of 2 points"));
}

TEST_CASE("a line stops where a point has no value", "[sweep][plot]") {
  const Grid grid = grid_of({"/n=0:4:1"});
  Results results{5};
  for (const std::size_t point : {0U, 1U, 3U, 4U}) {
    results.add(result_of(point, "1", "1"));
  }
  results.add({2, PointStatus::invalid, {}, "wrong"});
  const Plot shown = plot(grid, results);
  CHECK(shown.panels[0].lines[0].pieces.size() == 2);
  CHECK_THAT(shown.subtitle, Contains("5 points, 1 without a result"));
}

TEST_CASE("values of a list stand in their order on the axis, texts side by side",
          "[sweep][plot]") {
  const Grid numbers = grid_of({"/n=3,1,2"});
  const Plot sorted = plot(numbers, losing(numbers));
  CHECK(heights(sorted.panels[0].lines[0]) == std::vector<double>{1, 2, 0});
  const Grid texts = grid_of({"/n=late,early"});
  CHECK(plot(texts, losing(texts)).x.labels == Labels{"late", "early"});
  const Grid single = grid_of({"/n=7"});
  CHECK(plot(single, losing(single)).x.labels == Labels{"7"});
  CHECK_THAT(plot(single, losing(single)).subtitle, Contains("1 point") && !Contains("1 points"));
  const Grid factors = grid_of({"/n=1:8*2"});
  CHECK(plot(factors, losing(factors)).x.logarithmic);
}

TEST_CASE("what is left out is said", "[sweep][plot]") {
  const Grid many = grid_of({"/n=1,2", "/m=1:20:1"});
  const Plot shown = plot(many, losing(many));
  CHECK(shown.panels[0].lines.size() == kMostLines);
  CHECK(shown.note == "Shown: the first 12 of 20 lines. sweep.csv has all.");
  const Grid few = grid_of({"/n=1,2"});
  CHECK(plot(few, losing(few)).note.empty());
}

TEST_CASE("a thinned line keeps its extremes", "[sweep][plot]") {
  const Grid grid = grid_of({"/n=1:50000:1"});
  Results results{grid.size()};
  const std::map<std::size_t, std::string> extremes{{27'182, "-5"}, {31'415, "999"}};
  for (std::size_t point = 0; point < grid.size(); ++point) {
    results.add(result_of(point, "1", extremes.contains(point) ? extremes.at(point) : "7"));
  }
  const Plot shown = plot(grid, results);
  const auto kept = heights(shown.panels[0].lines[0]);
  CHECK(kept.size() <= 2001);
  CHECK(std::count(kept.begin(), kept.end(), 999) == 1);
  CHECK(std::count(kept.begin(), kept.end(), -5) == 1);
  CHECK_THAT(shown.note, Contains("least and greatest"));
}

TEST_CASE("the axis starts at zero unless that flattens everything", "[sweep][plot]") {
  const Grid grid = grid_of({"/n=0,1"});
  const auto axis_with = [&](const std::string& low, const std::string& high) {
    Results results{2};
    results.add(result_of(0, "1", low));
    results.add(result_of(1, "1", high));
    return plot(grid, results).panels[0].y;
  };
  CHECK(axis_with("50", "100").low == 0);
  CHECK(axis_with("1000000", "1000010").low == 1'000'000);
  CHECK(axis_with("-10", "10").low == -10);
  CHECK(axis_with("7", "7").low == 0);
}

TEST_CASE("a sweep without numbers still has a picture", "[sweep][plot][svg]") {
  const Grid grid = grid_of({"/n=0,1"});
  CHECK_THAT(svg_document(plot(grid, Results{2})), Contains("</svg>"));
  Results texts{2};
  texts.add({0, PointStatus::ok, {{"/a", "\"text\""}}, {}});
  CHECK_THAT(svg_document(plot(grid, texts)), Contains("</svg>"));
}

TEST_CASE("the picture has a mark for each point and needs no other file", "[sweep][svg]") {
  const Grid grid = grid_of({"/n=0:40:20"});
  const std::string svg = svg_document(plot(grid, losing(grid)));
  CHECK(occurrences(svg, "<circle") == 6);
  CHECK(occurrences(svg, "class=\"l s0\"") == 2);  // the line and its entry in the legend
  CHECK_THAT(svg, Contains("prefers-color-scheme:dark"));
  CHECK(occurrences(svg, "http") == 1);  // the name space
  CHECK(occurrences(svg, "<text") == occurrences(svg, "</text>"));
}

TEST_CASE("text from a scenario cannot become markup", "[sweep][svg]") {
  CHECK(xml_text("a<b>&\"\x01\n") == "a&lt;b&gt;&amp;&quot;??");
  const Grid grid = grid_of({"/n=\"<script>\",b"});
  Identity identity = identity_of(grid);
  identity.scenario = "</svg>";
  const std::string svg = svg_document(plot_of(identity, grid, losing(grid)));
  CHECK(occurrences(svg, "</svg>") == 1);
  CHECK(occurrences(svg, "<script>") == 0);
}
