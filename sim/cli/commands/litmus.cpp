// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "sim/cli/commands/commands.h"
#include "sim/cli/litmus_options.h"
#include "sim/cli/messages.h"
#include "sim/cli/scenarios.h"
#include "sim/cli/stop_signals.h"
#include "sim/litmus/expected.h"
#include "sim/litmus/file_list.h"
#include "sim/litmus/json_document.h"
#include "sim/litmus/read_test.h"

namespace pmusim::cli {
namespace {

using litmus::Finished;
using litmus::LitmusTest;
using litmus::Outcome;

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
  litmus::Coverage all;     ///< of samples
  litmus::Coverage pairs;   ///< the same of tests with two threads
};

std::string share_text(const litmus::Coverage& coverage) {
  constexpr double kPercent = 100;
  return fmt::format("{} of {} ({:.1f} %)",
                     coverage.seen,
                     coverage.allowed,
                     coverage.allowed == 0 ? 0
                                           : kPercent * static_cast<double>(coverage.seen) /
                                                 static_cast<double>(coverage.allowed));
}

Error cut_short_error(const LitmusTest& test, const Outcome& outcome) {
  if (outcome.sampling) {
    return {ErrorCode::invalid_input,
            test.file,
            fmt::format("{} was sampled: {}", test.name, outcome.reason),
            "--limit raises the limit of time; a loop that waits for what never comes has no end"};
  }
  const bool is_bounded = outcome.end == memory::ExploreEnd::bounded;
  return {ErrorCode::invalid_input,
          test.file,
          fmt::format("{} was {}: {}; outcomes may be missing",
                      test.name,
                      is_bounded ? "bounded" : "stopped",
                      outcome.reason),
          is_bounded
              ? "--instances raises the bound"
              : "--limit, --max-memory and --max-states raise the limits; --verdict needs less"};
}

/// Runs tests one after the other and prints what each shows.
class Session {
 public:
  Session(const LitmusWanted& wanted, Streams& streams)
      : wanted_{wanted}, streams_{streams}, run_{wanted.run}, sample_{wanted.sample} {
    run_.limits.stop = &signals_.flag();
    if (sample_) {
      sample_->stop = &signals_.flag();
    }
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
    Result<Outcome> outcome = sample_ ? litmus::sample(test, *sample_) : litmus::run(test, run_);
    if (!outcome) {
      code_ = worse(code_, report_error(streams_.err, outcome.error()));
      ++done_;
      return true;
    }
    if (signals_.flag() && !outcome->is_complete()) {
      return false;
    }
    ++done_;
    const litmus::Expectation* const expected = expectation(test);
    if (sample_ && expected != nullptr) {
      cover(test, *outcome, *expected);
    }
    if (!wanted_.json) {
      streams_.out << litmus::report(test, *outcome, wanted_.report) << std::flush;
    }
    const bool differs = expected != nullptr && compare(test, *outcome, *expected);
    if (outcome->is_cut_short()) {
      say_cut_short(test, *outcome);
      tally_.cut_short += differs ? 0U : 1U;
    }
    if (wanted_.json) {
      finished_.push_back({std::move(test), std::move(*outcome)});
    }
    return true;
  }

  void say_cut_short(const LitmusTest& test, const Outcome& outcome) {
    report_error(streams_.err, cut_short_error(test, outcome));
    code_ = worse(code_, ExitCode::cut_short);
  }

  /// What is expected of the test; nullptr, and told, when nothing is.
  const litmus::Expectation* expectation(const LitmusTest& test) {
    if (!wanted_.expectations) {
      return nullptr;
    }
    const litmus::Expectation* const expected = wanted_.expectations->find(test);
    if (expected == nullptr) {
      streams_.err << fmt::format(
          "pmusim: {}: {} has no line in {}\n", test.file, test.name, wanted_.expected_file);
      ++tally_.unknown;
    }
    return expected;
  }

  void cover(const LitmusTest& test, Outcome& outcome, const litmus::Expectation& expected) {
    outcome.coverage = litmus::coverage(test, outcome, expected);
    tally_.all += *outcome.coverage;
    if (test.program.threads.size() == 2) {
      tally_.pairs += *outcome.coverage;
    }
  }

  /// Whether the outcome differs from what is expected of the test.
  bool compare(const LitmusTest& test,
               const Outcome& outcome,
               const litmus::Expectation& expected) {
    const std::string differences =
        litmus::differences(test, outcome, expected, wanted_.report.states);
    if (differences.empty()) {
      tally_.as_expected += outcome.is_cut_short() ? 0U : 1U;
      return false;
    }
    streams_.err << fmt::format("pmusim: {}: {} {} {}\n{}",
                                test.file,
                                test.name,
                                sample_ ? "shows what is not allowed by" : "differs from",
                                expected.where,
                                differences);
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
    if (sample_) {
      streams_.err << fmt::format("pmusim: allowed outcomes seen: {}; with two threads {}\n",
                                  share_text(tally_.all),
                                  share_text(tally_.pairs));
    }
  }

  const LitmusWanted& wanted_;
  Streams& streams_;
  const StopSignals signals_;
  litmus::RunOptions run_;
  std::optional<litmus::SampleOptions> sample_;
  std::vector<Finished> finished_;  ///< kept for the document only
  std::size_t done_{};
  Tally tally_;
  ExitCode code_{ExitCode::fine};
};

}  // namespace

ExitCode run_litmus_tests(const Arguments& arguments, Streams& streams) {
  const auto wanted = litmus_wanted(arguments, streams);
  if (!wanted) {
    return wanted.error();
  }
  ExitCode code = ExitCode::fine;
  std::vector<LitmusTest> tests = read_tests(arguments, streams.err, code);
  return worse(code, Session{*wanted, streams}.run(tests));
}

}  // namespace pmusim::cli
