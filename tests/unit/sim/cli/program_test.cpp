// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/program.h"

#include <catch2/catch.hpp>

#include "tests/unit/sim/cli/command_line.h"

using namespace pmusim::cli;
using Catch::Contains;

TEST_CASE("without a command the list of commands goes to standard error", "[cli][usage]") {
  const Ran ran = run_pmusim({});
  CHECK(ran.code == ExitCode::usage);
  CHECK(ran.out.empty());
  CHECK_THAT(ran.err, Contains("Commands:"));
}

TEST_CASE("help lists every command of this version and none of a later one", "[cli][usage]") {
  for (const std::vector<std::string>& texts :
       {std::vector<std::string>{"--help"}, {"-h"}, {"help"}}) {
    const Ran ran = run_pmusim(texts);
    CHECK(ran.code == ExitCode::fine);
    for (const Command& command : commands()) {
      CHECK_THAT(ran.out, Contains("  " + std::string{command.name} + " "));
    }
    for (const char* later : {"stat", "record", "decode", "replay"}) {
      CHECK_THAT(ran.out, !Contains("  " + std::string{later}));
    }
  }
}

TEST_CASE("a command of a later version says that it is not available", "[cli][usage]") {
  for (const char* later : {"stat", "record", "decode", "replay"}) {
    const Ran ran = run_pmusim({later, "anything", "--runs", "3"});
    CHECK(ran.code == ExitCode::usage);
    CHECK(ran.err == "pmusim: \"" + std::string{later} + "\" is not available in this version\n");
  }
}

TEST_CASE("an unknown command names the nearest one", "[cli][usage]") {
  const Ran ran = run_pmusim({"chekc"});
  CHECK(ran.code == ExitCode::usage);
  CHECK(ran.err == "pmusim: unknown command \"chekc\"; did you mean \"check\"?\n");
  CHECK_THAT(run_pmusim({"--verbose"}).err,
             Contains("unknown option \"--verbose\"; \"pmusim --help\" lists the commands"));
}

TEST_CASE("a command explains itself in two ways", "[cli][usage]") {
  for (const Command& command : commands()) {
    const Ran help = run_pmusim({"help", std::string{command.name}});
    const Ran option = run_pmusim({std::string{command.name}, "--help"});
    CHECK(help.code == ExitCode::fine);
    CHECK_THAT(help.out, Contains("Usage: pmusim " + std::string{command.name}));
    CHECK(help.out == option.out);
  }
}

TEST_CASE("help of what is no command is a usage error", "[cli][usage]") {
  CHECK(run_pmusim({"help", "nothing"}).code == ExitCode::usage);
  CHECK(run_pmusim({"help", "stat"}).code == ExitCode::usage);
  CHECK(run_pmusim({"help", "run", "check"}).code == ExitCode::usage);
}

TEST_CASE("the version tells name, SIMD target and architecture", "[cli][version]") {
  const Ran ran = run_pmusim({"--version"});
  CHECK(ran.code == ExitCode::fine);
  CHECK_THAT(ran.out,
             Catch::StartsWith("pmusim ") && Contains("SIMD target: ") && Contains("PMUv3p9"));
  CHECK(run_pmusim({"--version", "x"}).code == ExitCode::usage);
  CHECK(run_pmusim({"--help", "x"}).code == ExitCode::usage);
}

TEST_CASE("every command refuses an option that it does not have", "[cli][usage]") {
  for (const Command& command : commands()) {
    CAPTURE(command.name);
    const Ran ran = run_pmusim({std::string{command.name}, "--no-such-thing"});
    CHECK(ran.code == ExitCode::usage);
    CHECK_THAT(ran.err, Contains("unknown option --no-such-thing"));
  }
}

TEST_CASE("every command refuses too many and too few words", "[cli][usage]") {
  for (const Command& command : commands()) {
    CAPTURE(command.name);
    const std::string name{command.name};
    if (command.words.least > 0) {
      CHECK(run_pmusim({name}).code == ExitCode::usage);
      CHECK_THAT(run_pmusim({name}).err, Contains("missing " + std::string{command.words.name}));
    }
    if (command.words.most < Words::kAnyNumber) {
      std::vector<std::string> texts(command.words.most + 2, "bash");
      texts.front() = name;
      CHECK(run_pmusim(texts).code == ExitCode::usage);
      CHECK_THAT(run_pmusim(texts).err, Contains("unexpected argument \"bash\""));
    }
  }
}

TEST_CASE("the graver exit status wins", "[cli][exit]") {
  using enum ExitCode;
  CHECK(worse(fine, disagreement) == disagreement);
  CHECK(worse(io, interrupted) == io);
  CHECK(worse(interrupted, disagreement) == interrupted);
  CHECK(worse(disagreement, cut_short) == disagreement);
  CHECK(worse(cut_short, fine) == cut_short);
  CHECK(worse(fault, io) == fault);
  CHECK(worse(fine, fine) == fine);
}
