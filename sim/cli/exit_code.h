// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/common/result.h"

namespace pmusim::cli {

/// Exit status of the program; scripts rely on it.
enum class ExitCode : std::uint8_t {
  fine = 0,
  disagreement = 1,   ///< an expectation, vector or comparison did not hold
  usage = 2,          ///< the command line is wrong
  wrong_input = 3,    ///< a scenario or another input file is wrong
  io = 4,             ///< a file or stream could not be written or read
  cut_short = 5,      ///< an exploration was bounded or stopped at a limit: no proof
  interrupted = 130,  ///< stopped by a signal; what is written is marked as partial
  fault = 70,         ///< a fault of ours
};

[[nodiscard]] ExitCode exit_code_of(ErrorCode code);

/// The graver one: a fault, then output that is missing, wrong input, an interruption, a
/// disagreement, an exploration that was cut short.
[[nodiscard]] ExitCode worse(ExitCode a, ExitCode b);

}  // namespace pmusim::cli
