// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "models/common/result.h"

namespace pmusim::scenario {

/// Everything that is wrong with one input, in the order of the input.
class Problems {
 public:
  /// How many problems are kept; more are only counted, so that no input fills the memory.
  static constexpr std::size_t kListed = 200;

  /// @param place  orders the problems of an input: its position there. Equal ones stay in the
  /// order of the calls.
  void add(Error problem, std::uint64_t place = 0);

  [[nodiscard]] bool empty() const { return found_ == 0; }

  /// Further problems will only be counted; their text need not be made.
  [[nodiscard]] bool is_full() const { return found_ >= kListed; }

  /// All that were found, listed or not.
  [[nodiscard]] std::size_t count() const { return found_; }

  [[nodiscard]] const std::vector<Error>& listed() const { return listed_; }

 private:
  std::vector<Error> listed_;
  std::vector<std::uint64_t> places_;  ///< of the listed ones
  std::size_t found_{};
};

/// A value, or every reason why there is none.
template <class T>
using Checked = tl::expected<T, Problems>;

/// "where: what; hint" of one problem, on one line.
[[nodiscard]] std::string to_text(const Error& problem);

/// A heading with the number of problems, one indented line each, and "and N more" if the list was
/// cut.
[[nodiscard]] std::string to_text(const Problems& problems, const std::string& file);

}  // namespace pmusim::scenario
