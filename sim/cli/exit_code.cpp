// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/exit_code.h"

#include <algorithm>
#include <array>

namespace pmusim::cli {

ExitCode exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_input:
    case ErrorCode::not_modelled:
      return ExitCode::wrong_input;
    case ErrorCode::io:
      return ExitCode::io;
    case ErrorCode::usage:
      return ExitCode::usage;
  }
  return ExitCode::fault;
}

ExitCode worse(ExitCode a, ExitCode b) {
  using enum ExitCode;
  static constexpr std::array kFromGravest{
      fault, io, wrong_input, usage, interrupted, disagreement, cut_short, fine};
  return *std::ranges::find_if(kFromGravest, [&](ExitCode code) { return code == a || code == b; });
}

}  // namespace pmusim::cli
