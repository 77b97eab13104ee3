// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/worker_pool.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "models/common/file_descriptor.h"

namespace pmusim::sweep {
namespace {

struct Worker {
  pid_t process{};
  int pipe{};
  std::size_t task{};
  std::string bytes;  ///< received so far
};

[[noreturn]] void be_worker(const Pool& pool, std::size_t task, int pipe, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {  // it died before the line above
    ::_exit(1);
  }
  // An exception must not unwind into what belongs to the parent.
  try {
    const std::string bytes = pool.work(task);
    // Not exit(): buffers and handlers belong to the parent.
    ::_exit(write_bytes(pipe, bytes) == 0 ? 0 : 1);
  } catch (const std::exception& error) {
    fmt::print(stderr, "pmusim: a fault of pmusim, please report it: {}\n", error.what());
  }
  ::_exit(1);
}

std::string death_of(int status) {
  return WIFSIGNALED(status)
             ? fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)))
             : fmt::format("status {}", WEXITSTATUS(status));
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

class RunningPool {
 public:
  RunningPool(const Pool& pool, const std::atomic<bool>& stop) : pool_{pool}, stop_{stop} {}

  RunningPool(const RunningPool&) = delete;
  RunningPool& operator=(const RunningPool&) = delete;

  /// After an error workers may still run; their answers are not wanted.
  ~RunningPool() {
    for (const Worker& worker : workers_) {
      ::kill(worker.process, SIGKILL);
      ::close(worker.pipe);
      wait_for(worker.process);
    }
  }

  Result<void> run() {
    while (true) {
      if (const auto started = start_workers(); !started) {
        return started;
      }
      if (workers_.empty()) {
        return {};
      }
      pass_stop_on();
      if (const auto taken = take_answers(); !taken) {
        return taken;
      }
      if (pool_.idle) {
        pool_.idle();
      }
    }
  }

 private:
  Result<void> start_workers() {
    while (workers_.size() < pool_.workers && !stop_.load(std::memory_order_relaxed)) {
      if (!held_back_) {
        held_back_ = pool_.next();
      }
      if (!held_back_) {
        return {};
      }
      if (const int error_number = start(*held_back_); error_number != 0) {
        // With a smaller number of workers the sweep still comes to its end.
        return !workers_.empty() ? Result<void>{}
                                 : fail(ErrorCode::io,
                                        "",
                                        fmt::format("cannot start a worker: {}",
                                                    std::generic_category().message(error_number)));
      }
      held_back_.reset();
    }
    return {};
  }

  /// 0 or the error number.
  int start(std::size_t task) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      return errno;
    }
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process == 0) {
      ::close(ends[0]);
      be_worker(pool_, task, ends[1], parent);
    }
    const int fork_error = errno;
    ::close(ends[1]);
    if (process < 0) {
      ::close(ends[0]);
      return fork_error;
    }
    workers_.push_back({process, ends[0], task, {}});
    return 0;
  }

  void pass_stop_on() {
    if (!stop_.load(std::memory_order_relaxed) || told_to_stop_) {
      return;
    }
    told_to_stop_ = true;
    for (const Worker& worker : workers_) {
      ::kill(worker.process, SIGTERM);
    }
  }

  Result<void> take_answers() {
    // A signal between looking at the flag and waiting would be noticed this much later.
    constexpr int kLongestWaitMs = 100;
    std::vector<pollfd> pipes;
    pipes.reserve(workers_.size());
    for (const Worker& worker : workers_) {
      pipes.push_back({.fd = worker.pipe, .events = POLLIN, .revents = 0});
    }
    if (::poll(pipes.data(), pipes.size(), kLongestWaitMs) <= 0) {
      return {};
    }
    for (std::size_t i = pipes.size(); i-- > 0;) {
      if (pipes[i].revents != 0) {
        if (const auto taken = receive(i); !taken) {
          return taken;
        }
      }
    }
    return {};
  }

  Result<void> receive(std::size_t index) {
    std::array<char, 65536> block{};
    Worker& worker = workers_[index];
    const ssize_t got = ::read(worker.pipe, block.data(), block.size());
    if (got < 0 && errno == EINTR) {
      return {};
    }
    if (got > 0) {
      worker.bytes.append(block.data(), static_cast<std::size_t>(got));
      return {};
    }
    return pool_.take(answer_of(index));
  }

  /// The answer of a worker that has closed its pipe. The kernel does that after it has taken back
  /// the memory, so that there is never more than that of the workers at the same time.
  Answer answer_of(std::size_t index) {
    Worker worker = std::move(workers_[index]);
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(index));
    ::close(worker.pipe);
    const int status = wait_for(worker.process);
    if (status != 0) {
      return {worker.task, std::nullopt, death_of(status)};
    }
    return {worker.task, std::move(worker.bytes), {}};
  }

  const Pool& pool_;
  const std::atomic<bool>& stop_;
  std::vector<Worker> workers_;
  std::optional<std::size_t> held_back_;
  bool told_to_stop_{false};
};

}  // namespace

Result<void> run_pool(const Pool& pool, const std::atomic<bool>& stop) {
  return RunningPool{pool, stop}.run();
}

}  // namespace pmusim::sweep
