// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_progress.h"

#include <ostream>

#include <fmt/format.h>

namespace pmusim::cli {
namespace {

constexpr std::chrono::seconds kQuiet{1};
constexpr std::chrono::milliseconds kInterval{100};
constexpr std::string_view kWipe = "\r\033[K";
constexpr std::size_t kBarLength = 24;

}  // namespace

SweepProgress::SweepProgress(std::ostream& terminal,
                             std::string title,
                             std::size_t known,
                             std::size_t points,
                             Clock::time_point start)
    : terminal_{terminal},
      title_{std::move(title)},
      known_{known},
      points_{points},
      start_{start},
      shown_at_{start + kQuiet - kInterval} {}

SweepProgress::~SweepProgress() {
  if (shown_) {
    terminal_ << kWipe << std::flush;
  }
}

void SweepProgress::show(std::size_t finished, Clock::time_point now) {
  if (now - shown_at_ < kInterval || points_ == 0) {
    return;
  }
  shown_at_ = now;
  shown_ = true;
  const std::size_t filled = finished * kBarLength / points_;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(finished - known_) / seconds;
  const std::string left =
      rate > 0 ? fmt::format(", {:.0f} s left", static_cast<double>(points_ - finished) / rate)
               : "";
  terminal_ << kWipe
            << fmt::format("{} [{:#<{}}{:-<{}}] {} of {} points, {:.3g} a second{}",
                           title_,
                           "",
                           filled,
                           "",
                           kBarLength - filled,
                           finished,
                           points_,
                           rate,
                           left)
            << std::flush;
}

}  // namespace pmusim::cli
