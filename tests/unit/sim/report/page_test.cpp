// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/support/sample_timelines.h"

using namespace pmusim;
using Catch::Contains;

namespace {

std::string page_of(const engine::RunResult& run, std::string_view purpose = "") {
  return report::html_page(*run.timeline, run, purpose);
}

std::size_t times(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("a page is one whole file", "[report][page]") {
  const std::string page = page_of(test::small_run());
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(page.ends_with("</html>\n"));
  // Nothing is fetched: the policy forbids it, and nothing asks.
  CHECK_THAT(page, Contains("default-src 'none'"));
  CHECK_THAT(page, !Contains("http://") && !Contains("https://") && !Contains(" src="));
  CHECK_THAT(page, !Contains("%DESCRIPTION%") && !Contains("%SPANS%"));
  CHECK_THAT(page, !Contains("/* page.css */") && !Contains("/* page.js */"));
}

TEST_CASE("names and purpose cannot become markup", "[report][page]") {
  const std::string page = page_of(test::hostile_run(), "</script><script>x");
  const std::string harmless = page_of(test::small_run());
  CHECK(times(page, "<script") == times(harmless, "<script"));
  CHECK(times(page, "</script>") == times(harmless, "</script>"));
  CHECK(times(page, "<!--") == times(harmless, "<!--"));
  CHECK_THAT(page, !Contains("<img") && !Contains("<svg") && !Contains("<b>"));
}

TEST_CASE("a name that looks like a mark of the template is a name", "[report][page]") {
  engine::RunResult run = test::small_run();
  run.scenario = "%SPANS% /* page.js */";
  const std::string page = page_of(run);
  CHECK_THAT(page, Contains(R"("scenario":"%SPANS% /* page.js */")"));
  CHECK(page.ends_with("</html>\n"));
}

TEST_CASE("equal runs give equal pages", "[report][page]") {
  CHECK(page_of(test::study_run(500)) == page_of(test::study_run(500)));
}

TEST_CASE("a run without CPUs or events still has a page", "[report][page]") {
  CHECK(report::html_page({}, {}, "").ends_with("</html>\n"));
}
