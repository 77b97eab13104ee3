// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/completion.h"

#include <ostream>

#include "sim/cli/commands/commands.h"

namespace pmusim::cli {
namespace {

std::string completion_for(const std::string& shell) {
  if (shell == "bash") {
    return bash_completion();
  }
  return shell == "zsh" ? zsh_completion() : fish_completion();
}

}  // namespace

ExitCode print_completion(const Arguments& arguments, Streams& streams) {
  streams.out << completion_for(arguments.words().front());
  return ExitCode::fine;
}

}  // namespace pmusim::cli
