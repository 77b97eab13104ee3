// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "models/common/result.h"

namespace pmusim {

/// Everything that is wrong with one input, in the order of the input.
class Problems {
 public:
  /// How many problems are kept; more are only counted, so that no input fills the memory.
  static constexpr std::size_t kListed = 200;

  Problems() = default;

  /// One problem.
  explicit Problems(Error problem) { add(std::move(problem)); }

  /// @param place  orders the problems of an input: its position there. Equal ones stay in the
  /// order of the calls.
  void add(Error problem, std::uint64_t place = 0);

  /// Adds those of a part of the input, in their order.
  void add_all(const Problems& part);

  /// Counts problems that are not listed. @pre is_full(), or `more` is 0
  void count_unlisted(std::size_t more);

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

}  // namespace pmusim
