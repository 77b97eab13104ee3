// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/litmus_options.h"

#include <array>

#include <fmt/format.h>

#include "sim/cli/command.h"
#include "sim/cli/commands/commands.h"
#include "sim/cli/scenarios.h"

namespace pmusim::cli {
namespace {

constexpr std::array kExhaustiveOnly{"max-memory", "max-states", "instances", "verdict", "witness"};
constexpr std::array kTimedOnly{"runs", "seed"};

bool is_timed(const Arguments& arguments) {
  return arguments.text("engine") == "timed";
}

Result<void> refuse_all(const Arguments& arguments,
                        std::span<const char* const> options,
                        std::string_view engine) {
  for (const char* const option : options) {
    if (arguments.has(option)) {
      return fail(ErrorCode::usage,
                  "litmus",
                  fmt::format("--{} has no meaning for the {} engine", option, engine));
    }
  }
  return {};
}

Result<void> check_engine(const Arguments& arguments) {
  return is_timed(arguments) ? refuse_all(arguments, kExhaustiveOnly, "timed")
                             : refuse_all(arguments, kTimedOnly, "exhaustive");
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

Result<void> read_seconds(const Arguments& arguments, std::chrono::milliseconds& time) {
  constexpr std::uint64_t kMostSeconds = 10'000'000;
  auto seconds = static_cast<std::uint64_t>(std::chrono::floor<std::chrono::seconds>(time).count());
  Result<void> read = read_limit(arguments, "limit", kMostSeconds, seconds);
  time = std::chrono::seconds{static_cast<std::int64_t>(seconds)};
  return read;
}

Result<memory::ExploreLimits> limits_of(const Arguments& arguments) {
  constexpr unsigned kBytesPerMiB = 20;  // as a shift
  memory::ExploreLimits limits;
  std::uint64_t mebibytes = limits.bytes >> kBytesPerMiB;
  std::uint64_t instances = limits.instances;
  constexpr std::uint64_t kMostMebibytes = std::uint64_t{1} << 24U;
  constexpr std::uint64_t kMostInstances = 64;
  for (const Result<void>& read : {read_seconds(arguments, limits.time),
                                   read_limit(arguments, "max-memory", kMostMebibytes, mebibytes),
                                   read_limit(arguments, "max-states", UINT64_MAX, limits.states),
                                   read_limit(arguments, "instances", kMostInstances, instances)}) {
    if (!read) {
      return tl::unexpected{read.error()};
    }
  }
  limits.bytes = mebibytes << kBytesPerMiB;
  limits.instances = static_cast<unsigned>(instances);
  return limits;
}

Result<litmus::SampleOptions> sample_of(const Arguments& arguments) {
  constexpr std::uint64_t kMostRuns = 1'000'000'000;
  litmus::SampleOptions options;
  for (const Result<void>& read : {read_seconds(arguments, options.time),
                                   read_limit(arguments, "runs", kMostRuns, options.runs)}) {
    if (!read) {
      return tl::unexpected{read.error()};
    }
  }
  options.seed = arguments.number("seed").value_or(options.seed);
  return options;
}

Result<void> read_engine(const Arguments& arguments, LitmusWanted& wanted) {
  if (const Result<void> checked = check_engine(arguments); !checked) {
    return checked;
  }
  if (is_timed(arguments)) {
    return sample_of(arguments).map([&](auto&& options) { wanted.sample = options; });
  }
  return limits_of(arguments).map([&](auto&& limits) { wanted.run.limits = limits; });
}

}  // namespace

void add_litmus_options(OptionTable& options) {
  options.add_options()  //
      ("engine",
       text_value("exhaustive|timed"),
       "exhaustive: every outcome that the Armv8 memory model allows (the default); "
       "timed: what runs on the timed pipeline show of them")  //
      ("expect",
       text_value("FILE"),
       "compare states and observation of each test with this file, a JSON object a line")    //
      ("limit", number_value("SECONDS"), "stop a test after this time; 60 by default")        //
      ("max-memory", number_value("MIB"), "stop a test beyond this memory; 2048 by default")  //
      ("max-states", number_value("N"), "stop a test after this many states of the search")   //
      ("instances",
       number_value("N"),
       "how many turns of a loop may be unfinished at once; 2 by default")                  //
      ("verdict", "tell whether the condition holds, without listing all states")           //
      ("witness", "show an execution that settles the condition")                           //
      ("runs", number_value("N"), "runs of a test on the timed pipeline; 2000 by default")  //
      ("seed", number_value("N"), "seed of these runs; 1 by default")                       //
      ("json", "print one JSON document");
}

tl::expected<LitmusWanted, ExitCode> litmus_wanted(const Arguments& arguments, Streams& streams) {
  LitmusWanted wanted;
  if (const Result<void> read = read_engine(arguments, wanted); !read) {
    return tl::unexpected{report_error(streams.err, read.error())};
  }
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

}  // namespace pmusim::cli
