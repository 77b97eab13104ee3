// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/completion.h"

#include <array>
#include <cstdio>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
using Catch::Contains;

namespace {

/// What bash offers for the last of `words`.
std::string offered_by_bash(Files& files, const std::string& words) {
  const std::string script = files.add("completion.bash", bash_completion());
  const std::string command =
      "bash -c 'source " + script + "; COMP_WORDS=(" + words +
      "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pmusim; echo \"${COMPREPLY[@]}\"'";
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    text += buffer.data();
  }
  CHECK(::pclose(pipe) == 0);
  return text;
}

}  // namespace

TEST_CASE("bash completes commands, options, choices and files", "[cli][completion]") {
  Files files;
  CHECK(offered_by_bash(files, "pmusim ch") == "check\n");
  CHECK(offered_by_bash(files, "pmusim run --st") == "--step\n");
  CHECK(offered_by_bash(files, "pmusim run x.json --step \"\"") == "span cycle\n");
  CHECK(offered_by_bash(files, "pmusim regs --format m") == "md\n");
  CHECK(offered_by_bash(files, "pmusim completion z") == "zsh\n");
  CHECK(offered_by_bash(files, "pmusim help expla") == "explain\n");
  CHECK(offered_by_bash(files, "pmusim run " + files.path("compl")) ==
        files.path("completion.bash") + "\n");
}

TEST_CASE("every shell's script knows every command and option", "[cli][completion]") {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Ran ran = run_pmusim({"completion", shell});
    CHECK(ran.code == ExitCode::fine);
    for (const Command& command : commands()) {
      CHECK_THAT(ran.out, Contains(std::string{command.name}));
      const OptionTable table = options_of(command);
      for (const auto& option : table.options()) {
        CHECK_THAT(ran.out, Contains(option->long_name()));
      }
    }
    CHECK_THAT(ran.out, !Contains("replay"));
  }
}

TEST_CASE("completion of another shell is a usage error", "[cli][completion]") {
  const Ran ran = run_pmusim({"completion", "tcsh"});
  CHECK(ran.code == ExitCode::usage);
  CHECK_THAT(ran.err, Contains("\"tcsh\" is not one of bash, zsh, fish"));
}
