// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "sim/explore/protocol_result.h"
#include "sim/report/expectation.h"
#include "sim/report/table.h"

namespace pmusim::report {

/// The result of an explored protocol for people: verdicts as tables, a witness for each that is
/// not safe, and the expectations that do not hold.
[[nodiscard]] std::string protocol_table(const explore::ProtocolResult& result,
                                         std::span<const ExpectationOutcome> outcomes,
                                         TableStyle style = {});

}  // namespace pmusim::report
