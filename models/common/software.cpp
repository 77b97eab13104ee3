// SPDX-License-Identifier: Apache-2.0
#include "models/common/software.h"

#include "models/common/expect.h"

namespace pmusim {

Software& Software::operator=(Software&& other) noexcept {
  if (this != &other) {
    if (frame_) {
      frame_.destroy();
    }
    frame_ = std::exchange(other.frame_, {});
  }
  return *this;
}

Software::~Software() {
  if (frame_) {
    frame_.destroy();
  }
}

Software::promise_type::CallAwaiter Software::promise_type::await_transform(
    const Software& callee) noexcept {
  const bool is_new = callee.frame_ && !callee.frame_.done();
  PMUSIM_EXPECT(is_new, "software calls code that has not run yet");
  promise_type& promise = callee.frame_.promise();
  promise.thread_ = thread_;
  promise.caller_ = this;
  thread_->innermost_ = &promise;
  return {&promise};
}

void SoftwareThread::start(Software root) {
  const bool is_new = root.frame_ && !root.frame_.done();
  PMUSIM_EXPECT(is_new, "a thread starts code that has not run yet");
  root_ = std::move(root);
  innermost_ = &root_.frame_.promise();
  innermost_->thread_ = this;
  innermost_->caller_ = nullptr;
}

const Step* SoftwareThread::next() {
  while (innermost_ != nullptr) {
    Software::promise_type& running = *innermost_;
    const auto frame = Software::Handle::from_promise(running);
    at_step_ = false;
    frame.resume();
    if (at_step_) {
      return &step_;
    }
    if (frame.done()) {
      innermost_ = running.caller_;
      if (innermost_ == nullptr) {
        running.rethrow();
      }
    }
  }
  return nullptr;
}

}  // namespace pmusim
