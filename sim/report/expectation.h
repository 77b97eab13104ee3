// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/scenario.h"

namespace pmusim::report {

/// What became of one expectation.
struct ExpectationOutcome {
  scenario::Expectation expectation;
  std::string got_json;  ///< the value found as JSON; empty when the pointer leads nowhere
  bool ok{};
  std::string problem;  ///< why it does not hold, for people; empty when it does
};

/// Compares expectations with a result document.
///
/// A pointer is RFC 6901; an element of a list may also be named by its "name" (in a list of
/// reasons: by its "reason"), which wins over a position. A pointer that leads nowhere, or to
/// several elements of one name, is an expectation that does not hold. Integers compare exactly,
/// and with "0x..." text by value.
///
/// @param document  the text of a result document, with or without expectations.
[[nodiscard]] std::vector<ExpectationOutcome> evaluate(
    std::span<const scenario::Expectation> expectations, std::string_view document);

}  // namespace pmusim::report
