// SPDX-License-Identifier: Apache-2.0
//
// Writes pages and traces of timelines that no simulation made, for tests that open them.
//
//   write_samples SAMPLE [--html FILE] [--perfetto FILE]
//   SAMPLE: small, waiting, hostile, empty, uncompared or study:SPANS
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/report/files.h"
#include "sim/report/html/page.h"
#include "sim/report/perfetto/perfetto.h"
#include "tests/support/sample_timelines.h"

namespace {

using pmusim::engine::RunResult;
using pmusim::engine::Timeline;

constexpr std::string_view kStudy = "study:";

/// The small run as it is when nobody looked for windows.
RunResult uncompared_run() {
  RunResult run = pmusim::test::small_run();
  Timeline timeline = run.timeline.value_or(Timeline{});
  timeline.compared = false;
  for (pmusim::engine::CpuTimeline& cpu : timeline.cpus) {
    cpu.windows.clear();
  }
  run.timeline = std::move(timeline);
  return run;
}

RunResult run_called(std::string_view name) {
  if (name.starts_with(kStudy)) {
    return pmusim::test::study_run(std::stoull(std::string{name.substr(kStudy.size())}));
  }
  if (name == "empty") {
    return {};
  }
  if (name == "uncompared") {
    return uncompared_run();
  }
  if (name == "cut") {
    RunResult run = pmusim::test::small_run();
    run.timeline->left_out = 7;
    return run;
  }
  if (name == "waiting") {
    return pmusim::test::waiting_run();
  }
  return name == "hostile" ? pmusim::test::hostile_run() : pmusim::test::small_run();
}

bool write(const std::string& file, std::string_view text) {
  const auto written = pmusim::report::write_file(file, text);
  if (!written) {
    std::cerr << file << ": " << written.error().what << '\n';
  }
  return written.has_value();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const RunResult run = run_called(words.at(0));
  const Timeline timeline = run.timeline.value_or(Timeline{});
  const std::string_view purpose = words[0] == "hostile"
                                       ? "<i>purpose</i></script>"
                                       : "Shows what perf loses around guest entries.";
  for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
    const std::string text = words[i] == "--html"
                                 ? pmusim::report::html_page(timeline, run, purpose)
                                 : pmusim::report::perfetto_trace(timeline);
    if (!write(words[i + 1], text)) {
      return EXIT_FAILURE;
    }
  }
  return EXIT_SUCCESS;
}
