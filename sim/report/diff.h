// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/common/result.h"

namespace pmusim::report {

/// One place in which two documents differ.
struct Difference {
  std::string pointer;  ///< RFC 6901; elements that have a "name" are called by it
  std::string a;        ///< the value as JSON; empty when this document has none here
  std::string b;
};

/// A JSON text and what messages call it.
struct NamedText {
  std::string name;
  std::string text;
};

/// Compares two JSON documents value by value, in the order of the first one.
///
/// The order of keys does not matter. Elements of a list are paired by "name" if all have one and
/// it is unique on each side, else by position. Numbers are equal when they are written alike or
/// mean the same integer.
///
/// @error invalid_input  a text is not JSON, has a duplicate key, or nests deeper than 64 levels.
[[nodiscard]] Result<std::vector<Difference>> compare_documents(const NamedText& a,
                                                                const NamedText& b);

/// One line for each difference: pointer, value of the first, value of the second.
[[nodiscard]] std::string difference_lines(const std::vector<Difference>& differences);

/// The same as JSON: {"differences": [{"pointer", "a", "b"}]}; an absent value has no key.
[[nodiscard]] std::string difference_document(const std::vector<Difference>& differences);

}  // namespace pmusim::report
