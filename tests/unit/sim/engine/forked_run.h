// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "sim/engine/engine.h"

namespace pmusim::test {

/// What `ask` says in a process of its own, since a process can hold one simulation only. A child
/// that does not end with status 0 gives "child failed: ...".
[[nodiscard]] std::string in_child(const std::function<std::string()>& ask);

/// What `ask` says about the result of a run; of an error, its text.
[[nodiscard]] std::string run_and_ask(
    const scenario::Scenario& scenario,
    const engine::RunOptions& options,
    const std::function<std::string(const engine::RunResult&)>& ask);

/// The whole result of a run as text.
[[nodiscard]] std::string run_to_text(const scenario::Scenario& scenario,
                                      const engine::RunOptions& options = {});

}  // namespace pmusim::test
