// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/result.h"
#include "sim/scenario/problems.h"

namespace pmusim::litmus {

/// Line and column of a byte, from 1 on; columns in characters.
struct Position {
  std::size_t line{};
  std::size_t column{};
};

/// The text of one file, with the place of every byte and the problems that were found in it.
class SourceText {
 public:
  /// A byte order mark at the start and carriage returns count as blanks.
  SourceText(std::string text, std::string file);

  [[nodiscard]] std::string_view text() const { return text_; }

  [[nodiscard]] const std::string& file() const { return file_; }

  /// Overwrites a part with blanks, so that later readers skip it and places stay right. Line feeds
  /// stay.
  void blank(std::size_t from, std::size_t to);

  [[nodiscard]] Position position(std::size_t offset) const;

  /// "file:line:column" of a byte.
  [[nodiscard]] std::string where(std::size_t offset) const;

  /// The end of the line that `offset` is in.
  [[nodiscard]] std::size_t end_of_line(std::size_t offset) const;

  /// The next byte that is no blank and no line feed, at most `to`.
  [[nodiscard]] std::size_t skip_blanks(std::size_t from, std::size_t to) const;

  /// The part without blanks at both ends.
  [[nodiscard]] std::string_view trimmed(std::size_t from, std::size_t to) const;

  /// Notes a problem at a byte.
  void problem(std::size_t offset, std::string what, std::string hint = {});
  void problem(std::size_t offset, ErrorCode code, std::string what, std::string hint = {});

  [[nodiscard]] scenario::Problems& problems() { return problems_; }

  [[nodiscard]] const scenario::Problems& problems() const { return problems_; }

  /// Notes the first byte that is not UTF-8 text: ill-formed, or a control character.
  void check_characters();

 private:
  std::string
      original_;  ///< columns are counted in it: a blanked character may have had many bytes
  std::string text_;
  std::string file_;
  std::vector<std::size_t> line_starts_{0};
  scenario::Problems problems_;
};

}  // namespace pmusim::litmus
