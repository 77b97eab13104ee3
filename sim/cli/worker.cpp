// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/worker.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "models/common/file_descriptor.h"

namespace pmusim::cli {
namespace {

/// What stands before the texts in the pipe.
struct Header {
  std::uint8_t code{};
  std::uint64_t result_bytes{};
};

WorkResult guarded(const std::function<WorkResult()>& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    return {ExitCode::fault,
            "",
            fmt::format("pmusim: a fault of pmusim, please report it: {}\n", error.what())};
  }
}

[[noreturn]] void be_worker(const std::function<WorkResult()>& work, int descriptor) {
  const WorkResult given = guarded(work);
  const Header header{static_cast<std::uint8_t>(given.code), given.result.size()};
  std::array<char, sizeof(Header)> bytes{};
  std::memcpy(bytes.data(), &header, sizeof header);
  const bool sent = write_bytes(descriptor, {bytes.data(), bytes.size()}) == 0 &&
                    write_bytes(descriptor, given.result) == 0 &&
                    write_bytes(descriptor, given.diagnostics) == 0;
  // Not exit(): buffers and handlers belong to the parent.
  ::_exit(sent ? 0 : static_cast<int>(ExitCode::io));
}

/// True when the pipe has something to say; false when time passed or a signal came.
bool is_readable(int descriptor) {
  // A signal between looking at the flag and waiting would be noticed this much later.
  constexpr int kLongestWaitMs = 100;
  pollfd pipe{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&pipe, 1, kLongestWaitMs) > 0;
}

std::string read_all(int descriptor, pid_t worker, const std::atomic<bool>& stop) {
  std::string bytes;
  std::array<char, 65536> buffer{};
  bool told_to_stop = false;
  while (true) {
    if (stop.load(std::memory_order_relaxed) && !told_to_stop) {
      ::kill(worker, SIGTERM);
      told_to_stop = true;
    }
    if (!is_readable(descriptor)) {
      continue;
    }
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got > 0) {
      bytes.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return bytes;
    }
  }
}

int wait_for(pid_t worker) {
  int status = 0;
  while (::waitpid(worker, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

WorkResult unpacked(const std::string& bytes, int status) {
  Header header;
  if (bytes.size() >= sizeof header) {
    std::memcpy(&header, bytes.data(), sizeof header);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 ||
      bytes.size() < sizeof header + header.result_bytes) {
    const std::string how = WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                                : fmt::format("status {}", WEXITSTATUS(status));
    return {ExitCode::fault,
            "",
            fmt::format("pmusim: a worker ended early with {}; its scenario has no result\n", how)};
  }
  return {static_cast<ExitCode>(header.code),
          bytes.substr(sizeof header, header.result_bytes),
          bytes.substr(sizeof header + header.result_bytes)};
}

tl::unexpected<Error> no_worker(int error_number) {
  return fail(
      ErrorCode::io,
      "",
      fmt::format("cannot start a worker: {}", std::generic_category().message(error_number)));
}

}  // namespace

Result<WorkResult> do_in_worker(const std::function<WorkResult()>& work,
                                const std::atomic<bool>& stop) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    return no_worker(errno);
  }
  std::cout.flush();
  const pid_t worker = ::fork();
  if (worker == 0) {
    ::close(ends[0]);
    be_worker(work, ends[1]);
  }
  const int fork_error = errno;
  ::close(ends[1]);
  if (worker < 0) {
    ::close(ends[0]);
    return no_worker(fork_error);
  }
  const std::string bytes = read_all(ends[0], worker, stop);
  ::close(ends[0]);
  return unpacked(bytes, wait_for(worker));
}

}  // namespace pmusim::cli
