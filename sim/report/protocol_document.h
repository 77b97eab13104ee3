// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "sim/explore/protocol_result.h"
#include "sim/report/expectation.h"

namespace pmusim::report {

/// The result document of an explored protocol, laid out as that of a run. README.md lists the
/// keys.
[[nodiscard]] std::string protocol_document(const explore::ProtocolResult& result,
                                            std::span<const ExpectationOutcome> outcomes);

}  // namespace pmusim::report
