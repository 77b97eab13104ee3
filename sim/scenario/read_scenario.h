// SPDX-License-Identifier: Apache-2.0
//
// The scenario format: reading, writing, its JSON schema and its manual.
#pragma once

#include <span>
#include <string>

#include "sim/scenario/overrides.h"
#include "sim/scenario/problems.h"
#include "sim/scenario/scenario.h"

namespace pmusim::scenario {

/// Reads and checks a scenario.
///
/// @param overrides  values of `--set` and `--seed`, put in before anything is checked.
/// @error every problem at once, each with file, line, column, JSON pointer, value found, what was
/// expected, and a
///        remedy or the nearest name. The first 200 are listed.
[[nodiscard]] Checked<Scenario> read_scenario_file(const std::string& path,
                                                   std::span<const Override> overrides = {});

/// The same for a text in memory. Messages call it `file`, and recordings are looked for beside it.
[[nodiscard]] Checked<Scenario> read_scenario_text(std::string text,
                                                   const std::string& file,
                                                   std::span<const Override> overrides = {});

/// The scenario with every default visible. It is a scenario file itself and reads back as the same
/// scenario.
[[nodiscard]] std::string resolved_json(const Scenario& scenario);

/// The JSON schema (draft 7) of scenario files: configs/scenario.schema.json.
[[nodiscard]] std::string schema_json();

/// The reference of the format in Markdown: docs/scenario.md.
[[nodiscard]] std::string scenario_manual();

}  // namespace pmusim::scenario
