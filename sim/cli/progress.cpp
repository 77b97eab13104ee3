// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

namespace pmusim::cli {
namespace {

constexpr std::chrono::seconds kQuiet{1};
constexpr std::string_view kWipe = "\r\033[K";
constexpr double kPicosecondsPerMicrosecond = 1e6;

}  // namespace

ProgressLine::ProgressLine(std::ostream& terminal,
                           std::string title,
                           std::optional<std::uint64_t> end_ps,
                           Clock::time_point start)
    : terminal_{terminal}, title_{std::move(title)}, end_ps_{end_ps}, start_{start} {}

ProgressLine::~ProgressLine() {
  if (shown_) {
    terminal_ << kWipe << std::flush;
  }
}

void ProgressLine::show(const engine::Progress& progress, Clock::time_point now) {
  if (now - start_ < kQuiet) {
    return;
  }
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const auto simulated = static_cast<double>(progress.simulated_ps);
  const std::string share =
      end_ps_ && *end_ps_ > 0
          ? fmt::format(", {:.0f} %",
                        100 * std::min(1.0, simulated / static_cast<double>(*end_ps_)))
          : "";
  terminal_ << kWipe
            << fmt::format(
                   "{}: {:.1f} us simulated{}, {:.0f} million core-cycles a second, {:.0f} s",
                   title_,
                   simulated / kPicosecondsPerMicrosecond,
                   share,
                   static_cast<double>(progress.core_cycles) / seconds / 1e6,
                   seconds)
            << std::flush;
  shown_ = true;
}

}  // namespace pmusim::cli
