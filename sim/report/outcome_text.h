// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "sim/report/expectation.h"
#include "sim/report/painter.h"

namespace pmusim::report {

/// The paragraph on expectations below each result for people: how many hold, and why the others
/// do not. Empty when nothing was expected.
///
/// @param complete  false: the run was cut short, so that they were not checked
[[nodiscard]] std::string outcomes_text(bool complete,
                                        std::span<const ExpectationOutcome> outcomes,
                                        const Painter& paint);

}  // namespace pmusim::report
