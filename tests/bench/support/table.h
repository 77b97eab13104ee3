// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace pmusim::bench {

struct Target {
  std::string text;  ///< "at least 1,000 M"
  bool met{};
};

struct Row {
  std::string what;
  std::optional<Target> target{};
  std::string measured;           ///< figure and unit
  std::string reference;          ///< what it is compared with, in the same run, and its figure
  std::optional<double> ratio{};  ///< speed of the one to speed of the other
  std::uint64_t checksum{};
  bool ok{};  ///< all runs counted the same, and the reference too if it counts the same thing
};

/// A table in Markdown on standard output, row by row as they are measured.
class Table {
 public:
  /// @param counts_only  leaves out all that time has to do with: equal runs give equal text
  explicit Table(bool counts_only) : counts_only_{counts_only} {}

  /// A heading; rows follow.
  void start() const;

  void add(const Row& row);

  /// Every row was in order.
  [[nodiscard]] bool all_ok() const { return all_ok_; }

 private:
  bool counts_only_;
  bool all_ok_{true};
};

/// Three digits that count, thousands separated: "0.0123", "1.42", "24.7", "10,200".
[[nodiscard]] std::string digits(double figure);

/// All digits: "10,000".
[[nodiscard]] std::string digits(std::uint64_t number);

/// "467 M core-cycles/s". @param rate  in millions
[[nodiscard]] std::string rate_text(double rate);

}  // namespace pmusim::bench
