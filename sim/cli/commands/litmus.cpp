// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "sim/cli/commands/commands.h"
#include "sim/cli/messages.h"
#include "sim/cli/scenarios.h"
#include "sim/cli/stop_signals.h"
#include "sim/litmus/expected.h"
#include "sim/litmus/file_list.h"
#include "sim/litmus/json_document.h"
#include "sim/litmus/read_test.h"
#include "sim/litmus/report.h"
#include "sim/litmus/run.h"

namespace pmusim::cli {
namespace {

using litmus::Finished;
using litmus::LitmusTest;
using litmus::Outcome;

/// What the options ask for.
struct Wanted {
  litmus::RunOptions run;
  litmus::ReportOptions report;
  std::optional<litmus::Expectations> expectations;
  std::string expected_file;
  bool json{};
};

Result<void> check_engine(const Arguments& arguments) {
  const std::string engine = arguments.text("engine").value_or("exhaustive");
  return engine == "exhaustive"
             ? Result<void>{}
             : fail(ErrorCode::usage,
                    "litmus",
                    fmt::format("--engine: there is no engine \"{}\" in this version", engine),
                    "the engines are: exhaustive");
}

/// The number of an option that must not be 0.
Result<void> read_limit(const Arguments& arguments,
                        const std::string& option,
                        std::uint64_t most,
                        std::uint64_t& value) {
  const std::optional<std::uint64_t> given = arguments.number(option);
  if (!given) {
    return {};
  }
  if (*given == 0 || *given > most) {
    return fail(ErrorCode::usage,
                "litmus",
                fmt::format("--{}: {} is not in [1, {}]", option, *given, most));
  }
  value = *given;
  return {};
}

Result<memory::ExploreLimits> limits_of(const Arguments& arguments) {
  constexpr unsigned kBytesPerMiB = 20;  // as a shift
  memory::ExploreLimits limits;
  std::uint64_t seconds =
      static_cast<std::uint64_t>(std::chrono::floor<std::chrono::seconds>(limits.time).count());
  std::uint64_t mebibytes = limits.bytes >> kBytesPerMiB;
  std::uint64_t instances = limits.instances;
  constexpr std::uint64_t kMostSeconds = 10'000'000;
  constexpr std::uint64_t kMostMebibytes = std::uint64_t{1} << 24U;
  constexpr std::uint64_t kMostInstances = 64;
  for (const Result<void>& read : {read_limit(arguments, "limit", kMostSeconds, seconds),
                                   read_limit(arguments, "max-memory", kMostMebibytes, mebibytes),
                                   read_limit(arguments, "max-states", UINT64_MAX, limits.states),
                                   read_limit(arguments, "instances", kMostInstances, instances)}) {
    if (!read) {
      return tl::unexpected{read.error()};
    }
  }
  limits.time = std::chrono::seconds{static_cast<std::int64_t>(seconds)};
  limits.bytes = mebibytes << kBytesPerMiB;
  limits.instances = static_cast<unsigned>(instances);
  return limits;
}

/// Reads the options and the file of expectations; on an error it has been reported.
tl::expected<Wanted, ExitCode> wanted_of(const Arguments& arguments, Streams& streams) {
  Wanted wanted;
  if (const Result<void> checked = check_engine(arguments); !checked) {
    return tl::unexpected{report_error(streams.err, checked.error())};
  }
  const Result<memory::ExploreLimits> limits = limits_of(arguments);
  if (!limits) {
    return tl::unexpected{report_error(streams.err, limits.error())};
  }
  wanted.run.limits = *limits;
  wanted.run.verdict_only = arguments.has("verdict");
  wanted.report.states = !wanted.run.verdict_only;
  wanted.report.witness = arguments.has("witness");
  wanted.json = arguments.has("json");
  if (const auto file = arguments.text("expect")) {
    auto expectations = litmus::Expectations::read(*file);
    if (!expectations) {
      return tl::unexpected{report_problems(streams.err, expectations.error(), *file)};
    }
    wanted.expectations = std::move(*expectations);
    wanted.expected_file = *file;
  }
  return wanted;
}

/// Reads every test, so that all that is wrong is listed before the first one runs.
std::vector<LitmusTest> read_tests(const Arguments& arguments, std::ostream& err, ExitCode& code) {
  const litmus::FileList list = litmus::resolve(arguments.words());
  for (const Error& problem : list.problems) {
    code = worse(code, report_error(err, problem));
  }
  std::vector<LitmusTest> tests;
  for (const std::string& file : list.files) {
    auto test = litmus::read_test_file(file);
    if (test) {
      tests.push_back(std::move(*test));
    } else {
      code = worse(code, report_problems(err, test.error(), file));
    }
  }
  return tests;
}

/// What became of all tests.
struct Tally {
  std::size_t as_expected{};
  std::size_t differing{};
  std::size_t unknown{};    ///< no expectation
  std::size_t cut_short{};  ///< and not differing
};

/// Runs tests one after the other and prints what each shows.
class Session {
 public:
  Session(const Wanted& wanted, Streams& streams) : wanted_{wanted}, streams_{streams} {
    run_ = wanted.run;
    run_.limits.stop = &signals_.flag();
  }

  ExitCode run(std::vector<LitmusTest>& tests) {
    for (LitmusTest& test : tests) {
      if (!run_one(test)) {
        break;
      }
    }
    const bool interrupted = signals_.flag();
    if (wanted_.json) {
      streams_.out << litmus::json_document(finished_, wanted_.report, interrupted);
    }
    if (wanted_.expectations) {
      summarise(tests.size());
    }
    if (interrupted) {
      streams_.err << fmt::format(
          "pmusim: interrupted after {} of {} tests\n", done_, tests.size());
      code_ = worse(code_, ExitCode::interrupted);
    }
    return code_;
  }

 private:
  /// False when a signal ended it; what it had found by then is not shown.
  bool run_one(LitmusTest& test) {
    if (signals_.flag()) {
      return false;
    }
    Result<Outcome> outcome = litmus::run(test, run_);
    if (!outcome) {
      code_ = worse(code_, report_error(streams_.err, outcome.error()));
      ++done_;
      return true;
    }
    if (signals_.flag() && !outcome->is_complete()) {
      return false;
    }
    ++done_;
    if (!wanted_.json) {
      streams_.out << litmus::report(test, *outcome, wanted_.report) << std::flush;
    }
    const bool differs = compare(test, *outcome);
    if (!outcome->is_complete()) {
      say_cut_short(test, *outcome);
      tally_.cut_short += differs ? 0U : 1U;
    }
    if (wanted_.json) {
      finished_.push_back({std::move(test), std::move(*outcome)});
    }
    return true;
  }

  void say_cut_short(const LitmusTest& test, const Outcome& outcome) {
    const bool is_bounded = outcome.end == memory::ExploreEnd::bounded;
    report_error(
        streams_.err,
        {ErrorCode::invalid_input,
         test.file,
         fmt::format("{} was {}: {}; outcomes may be missing",
                     test.name,
                     is_bounded ? "bounded" : "stopped",
                     outcome.reason),
         is_bounded
             ? "--instances raises the bound"
             : "--limit, --max-memory and --max-states raise the limits; --verdict needs less"});
    code_ = worse(code_, ExitCode::cut_short);
  }

  /// Whether the outcome differs from what is expected of the test.
  bool compare(const LitmusTest& test, const Outcome& outcome) {
    if (!wanted_.expectations) {
      return false;
    }
    const litmus::Expectation* const expected = wanted_.expectations->find(test);
    if (expected == nullptr) {
      streams_.err << fmt::format(
          "pmusim: {}: {} has no line in {}\n", test.file, test.name, wanted_.expected_file);
      ++tally_.unknown;
      return false;
    }
    const std::string differences =
        litmus::differences(test, outcome, *expected, wanted_.report.states);
    if (differences.empty()) {
      tally_.as_expected += outcome.is_complete() ? 1U : 0U;
      return false;
    }
    streams_.err << fmt::format(
        "pmusim: {}: {} differs from {}\n{}", test.file, test.name, expected->where, differences);
    ++tally_.differing;
    code_ = worse(code_, ExitCode::disagreement);
    return true;
  }

  void summarise(std::size_t tests) {
    streams_.err << fmt::format(
        "pmusim: of {} tests {} as expected, {} differing, {} cut short, {} without expectation\n",
        tests,
        tally_.as_expected,
        tally_.differing,
        tally_.cut_short,
        tally_.unknown);
  }

  const Wanted& wanted_;
  Streams& streams_;
  const StopSignals signals_;
  litmus::RunOptions run_;
  std::vector<Finished> finished_;  ///< kept for the document only
  std::size_t done_{};
  Tally tally_;
  ExitCode code_{ExitCode::fine};
};

}  // namespace

void add_litmus_options(OptionTable& options) {
  options.add_options()  //
      ("engine",
       text_value("ENGINE"),
       "exhaustive: every outcome that the Armv8 memory model allows (the default)")  //
      ("expect",
       text_value("FILE"),
       "compare states and observation of each test with this file, a JSON object a line")    //
      ("limit", number_value("SECONDS"), "stop a test after this time; 60 by default")        //
      ("max-memory", number_value("MIB"), "stop a test beyond this memory; 2048 by default")  //
      ("max-states", number_value("N"), "stop a test after this many states of the search")   //
      ("instances",
       number_value("N"),
       "how many turns of a loop may be unfinished at once; 2 by default")         //
      ("verdict", "tell whether the condition holds, without listing all states")  //
      ("witness", "show an execution that settles the condition")                  //
      ("json", "print one JSON document");
}

ExitCode run_litmus_tests(const Arguments& arguments, Streams& streams) {
  const auto wanted = wanted_of(arguments, streams);
  if (!wanted) {
    return wanted.error();
  }
  ExitCode code = ExitCode::fine;
  std::vector<LitmusTest> tests = read_tests(arguments, streams.err, code);
  return worse(code, Session{*wanted, streams}.run(tests));
}

}  // namespace pmusim::cli
