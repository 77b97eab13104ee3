// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace pmusim::bench {

namespace {

std::string with_commas(std::string number) {
  for (std::size_t at = std::min(number.find('.'), number.size()); at > 3; at -= 3) {
    number.insert(at - 3, 1, ',');
  }
  return number;
}

}  // namespace

void Table::start() const {
  const char* const heading = counts_only_ ? "| What | Checksum |\n| --- | --- |\n"
                                           : "| What | Target | Measured | Compared with | Ratio | "
                                             "Checksum |\n| --- | --- | --- | --- | --- | --- |\n";
  std::fputs(heading, stdout);
}

void Table::add(const Row& row) {
  all_ok_ = all_ok_ && row.ok;
  fmt::print("| {} |", row.what);
  if (!counts_only_) {
    const bool missed = row.target && !row.target->met;
    fmt::print(" {} | {}{} | {} | {} |",
               row.target ? row.target->text : "",
               row.measured,
               missed ? ", **missed**" : "",
               row.reference,
               row.ratio ? digits(*row.ratio) : "");
  }
  fmt::print(" {:016x}{} |\n", row.checksum, row.ok ? "" : " **COUNTS DIFFER**");
  std::fflush(stdout);
}

std::string digits(double figure) {
  constexpr int kDigits = 3;
  const double size = std::abs(figure);
  if (!(size > 0) || !std::isfinite(size)) {
    return "0";
  }
  const int before_point = static_cast<int>(std::floor(std::log10(size))) + 1;
  const double unit = std::pow(10.0, before_point - kDigits);
  const double rounded = std::round(figure / unit) * unit;
  std::string text = fmt::format("{:.{}f}", rounded, std::max(0, kDigits - before_point));
  return with_commas(std::move(text));
}

std::string digits(std::uint64_t number) {
  return with_commas(std::to_string(number));
}

std::string rate_text(double rate) {
  return digits(rate) + " M core-cycles/s";
}

}  // namespace pmusim::bench
