// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "sim/engine/run_result.h"
#include "sim/report/expectation.h"

namespace pmusim::report {

/// The result document of one run: JSON with keys in a fixed order, amounts as integers, laid out
/// for people and ending with a line feed. README.md lists the keys.
[[nodiscard]] std::string result_document(const engine::RunResult& result,
                                          std::span<const ExpectationOutcome> outcomes);

/// Several result documents as one JSON list.
[[nodiscard]] std::string list_of_documents(std::span<const std::string> documents);

}  // namespace pmusim::report
