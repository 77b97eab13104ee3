// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/cli/arguments.h"
#include "sim/cli/exit_code.h"
#include "sim/cli/messages.h"
#include "sim/litmus/expected.h"
#include "sim/litmus/report.h"
#include "sim/litmus/run.h"

namespace pmusim::cli {

struct Streams;

/// What the options of `litmus` ask for.
struct LitmusWanted {
  litmus::RunOptions run;
  std::optional<litmus::SampleOptions> sample;  ///< run on the timed pipeline instead
  litmus::ReportOptions report;
  std::optional<litmus::Expectations> expectations;
  std::string expected_file;
  bool json{};
};

/// Reads the options and the file of expectations; on an error it has been reported.
[[nodiscard]] tl::expected<LitmusWanted, ExitCode> litmus_wanted(const Arguments& arguments,
                                                                 Streams& streams);

}  // namespace pmusim::cli
