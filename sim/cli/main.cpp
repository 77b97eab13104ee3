// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "sim/cli/program.h"

namespace {

using pmusim::cli::ExitCode;

/// https://no-color.org
bool wants_color() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  const bool refused = no_color != nullptr && *no_color != '\0';
  return !refused && ::isatty(STDOUT_FILENO) != 0 && terminal != nullptr &&
         std::string_view{terminal} != "dumb";
}

/// Results that did not arrive must not look like success.
ExitCode flushed(ExitCode code) {
  std::cout.flush();
  if (std::cout) {
    return code;
  }
  std::cerr << "pmusim: standard output: cannot write\n";
  return pmusim::cli::worse(code, ExitCode::io);
}

}  // namespace

// The SystemC library refers to it from its own main(), which this program does not use.
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

int main(int argc, char** argv) {
  const std::vector<std::string> texts(argv + (argc > 0 ? 1 : 0), argv + argc);
  pmusim::cli::Streams streams{.out = std::cout,
                               .err = std::cerr,
                               .progress = ::isatty(STDERR_FILENO) != 0 ? &std::cerr : nullptr,
                               .color = wants_color()};
  return static_cast<int>(flushed(pmusim::cli::run_program(texts, streams)));
}
