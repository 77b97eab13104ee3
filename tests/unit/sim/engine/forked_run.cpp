// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/sim/engine/forked_run.h"

#include <array>
#include <cstdio>
#include <exception>

#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/sim/engine/result_text.h"

namespace pmusim::test {

namespace {

/// Says it through the pipe and leaves at once: nothing of the parent may run twice.
[[noreturn]] void say_and_leave(int pipe, const std::function<std::string()>& ask) {
  int status = 0;
  std::string text;
  try {
    text = ask();
  } catch (const std::exception& error) {
    text = error.what();
    status = 1;
  }
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t more = ::write(pipe, text.data() + written, text.size() - written);
    if (more <= 0) {
      status = 1;
      break;
    }
    written += static_cast<std::size_t>(more);
  }
  ::close(pipe);
  ::_exit(status);
}

std::string read_all(int pipe) {
  std::string text;
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t more = ::read(pipe, buffer.data(), buffer.size());
    if (more <= 0) {
      return text;
    }
    text.append(buffer.data(), static_cast<std::size_t>(more));
  }
}

}  // namespace

std::string in_child(const std::function<std::string()>& ask) {
  std::array<int, 2> ends{};
  std::fflush(nullptr);
  if (::pipe(ends.data()) != 0) {
    return "child failed: no pipe";
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    say_and_leave(ends[1], ask);
  }
  ::close(ends[1]);
  std::string text = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) {
    return "child failed: status " + std::to_string(status) + ", " + text;
  }
  return text;
}

std::string run_and_ask(const scenario::Scenario& scenario,
                        const engine::RunOptions& options,
                        const std::function<std::string(const engine::RunResult&)>& ask) {
  return in_child([&] {
    const auto result = engine::run(scenario, options);
    if (!result) {
      const Error& problem = result.error().listed().front();
      return problem.where + ": " + problem.what + "; " + problem.hint;
    }
    return ask(*result);
  });
}

std::string run_to_text(const scenario::Scenario& scenario, const engine::RunOptions& options) {
  return run_and_ask(
      scenario, options, [](const engine::RunResult& result) { return to_text(result); });
}

}  // namespace pmusim::test
