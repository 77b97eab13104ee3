// SPDX-License-Identifier: Apache-2.0
//
// Software as coroutines that yield steps. The rules, each with its reason:
//  - Steps are awaited, never yielded, and trivially copyable: g++ 12 destroys a yielded temporary
//  twice.
//  - No symmetric transfer: in a loop it overflows the stack without optimisation and under
//  sanitizers. A call suspends
//    the caller and returns to SoftwareThread::next, which resumes the innermost frame.
//  - A frame is owned by the Software object that names it: the root by its thread, a callee by its
//  caller's frame.
#pragma once

#include <concepts>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <utility>

#include "models/common/step.h"

namespace pmusim {

class SoftwareThread;

/// Code that runs on a CPU: a function whose body says `co_await step::Run{...}` or `co_await
/// other_function(...)`.
class [[nodiscard]] Software {
 public:
  class promise_type;  // NOLINT(readability-identifier-naming): the language looks for this name
  using Handle = std::coroutine_handle<promise_type>;

  Software() = default;

  explicit Software(Handle frame) : frame_{frame} {}

  Software(Software&& other) noexcept : frame_{std::exchange(other.frame_, {})} {}

  Software& operator=(Software&& other) noexcept;
  Software(const Software&) = delete;
  Software& operator=(const Software&) = delete;
  ~Software();

 private:
  friend class SoftwareThread;
  Handle frame_;
};

/// A strand of execution: one piece of software and whatever it calls. Belongs to a task, or to a
/// CPU for its interrupts.
class SoftwareThread {
 public:
  SoftwareThread() = default;
  SoftwareThread(const SoftwareThread&) = delete;
  SoftwareThread& operator=(const SoftwareThread&) = delete;
  ~SoftwareThread() = default;

  /// Begins with `root`; what ran before is destroyed.
  void start(Software root);

  /// Runs the code up to its next step. @return nullptr when it has come to its end.
  /// An exception that no caller caught comes out here.
  [[nodiscard]] const Step* next();

  /// What the last step brought back; its `co_await` returns it.
  void complete(const StepResult& result) { result_ = result; }

 private:
  friend class Software::promise_type;

  Software root_;
  Software::promise_type* innermost_{};
  bool at_step_{};
  Step step_;
  StepResult result_;
};

/// A task as a CPU executes it: its strand, and how far its present step has come. Belongs to the
/// task, which takes it from CPU to CPU.
struct TaskThread {
  SoftwareThread thread;
  const Step* step{};         ///< being executed; lives in the thread
  std::uint64_t remaining{};  ///< its cycles still to come; 0: between two steps
  ExecutionContext context;
  bool masked{};  ///< its PSTATE.I while it does not run
};

class Software::promise_type {
 public:
  // The interface of a promise and its awaiters: the compiler calls it, on an object.
  // NOLINTBEGIN(readability-convert-member-functions-to-static)

  /// Suspends at a step; the thread has it already.
  struct StepAwaiter {
    const SoftwareThread* thread;

    [[nodiscard]] bool await_ready() const noexcept { return false; }

    void await_suspend(Handle) const noexcept {}

    [[nodiscard]] StepResult await_resume() const noexcept { return thread->result_; }
  };

  /// Suspends for a call; the thread goes on with the callee.
  struct CallAwaiter {
    promise_type* callee;

    [[nodiscard]] bool await_ready() const noexcept { return false; }

    void await_suspend(Handle) const noexcept {}

    void await_resume() const { callee->rethrow(); }
  };

  Software get_return_object() { return Software{Handle::from_promise(*this)}; }

  [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }

  [[nodiscard]] std::suspend_always final_suspend() const noexcept { return {}; }

  void return_void() const noexcept {}

  // NOLINTEND(readability-convert-member-functions-to-static)

  void unhandled_exception() noexcept { error_ = std::current_exception(); }

  template <class AnyStep>
    requires std::constructible_from<Step, const AnyStep&>
  StepAwaiter await_transform(const AnyStep& step) noexcept {
    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): it does not know how promises are made
    thread_->step_ = step;
    thread_->at_step_ = true;
    return {thread_};
  }

  CallAwaiter await_transform(const Software& callee) noexcept;

 private:
  friend class SoftwareThread;

  void rethrow() const {
    if (error_) {
      std::rethrow_exception(error_);
    }
  }

  SoftwareThread* thread_{};
  promise_type* caller_{};
  std::exception_ptr error_;
};

}  // namespace pmusim
