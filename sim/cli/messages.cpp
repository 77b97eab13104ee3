// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/messages.h"

#include <ostream>

#include "sim/scenario/problems.h"

namespace pmusim::cli {

ExitCode report_error(std::ostream& err, const Error& error) {
  err << "pmusim: " << scenario::to_text(error) << "\n";
  return exit_code_of(error.code);
}

}  // namespace pmusim::cli
