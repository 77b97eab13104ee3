// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/scenarios.h"

#include <ostream>

namespace pmusim::cli {

void add_override_options(OptionTable& options) {
  options.add_options()  //
      ("set",
       repeated_value("/POINTER=VALUE"),
       "put a value into the scenario before it is checked; may be repeated")  //
      ("seed", number_value("N"), "seed of the random streams");
}

Result<std::vector<scenario::Override>> overrides_of(const Arguments& arguments) {
  std::vector<scenario::Override> overrides;
  for (const std::string& text : arguments.texts("set")) {
    Result<scenario::Override> value = scenario::parse_override(text);
    if (!value) {
      return tl::unexpected{value.error()};
    }
    overrides.push_back(std::move(*value));
  }
  if (const auto seed = arguments.number("seed")) {
    overrides.push_back(scenario::seed_override(std::to_string(*seed)));
  }
  return overrides;
}

ExitCode report_problems(std::ostream& err,
                         const scenario::Problems& problems,
                         const std::string& file) {
  err << scenario::to_text(problems, file);
  ExitCode code = ExitCode::wrong_input;
  for (const Error& problem : problems.listed()) {
    code = worse(code, exit_code_of(problem.code));
  }
  return code;
}

}  // namespace pmusim::cli
