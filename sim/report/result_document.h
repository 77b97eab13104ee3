// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/engine/run_result.h"
#include "sim/report/expectation.h"

namespace pmusim::report {

/// The result document of one run: JSON with keys in a fixed order, amounts as integers, laid out
/// for people and ending with a line feed. README.md lists the keys.
[[nodiscard]] std::string result_document(const engine::RunResult& result,
                                          std::span<const ExpectationOutcome> outcomes);

/// Compares expectations with the result of a run, as `evaluate` with its document, which need not
/// be written for it.
[[nodiscard]] std::vector<ExpectationOutcome> evaluate_result(
    std::span<const scenario::Expectation> expectations, const engine::RunResult& result);

/// Several result documents as one JSON list.
[[nodiscard]] std::string list_of_documents(std::span<const std::string> documents);

}  // namespace pmusim::report
