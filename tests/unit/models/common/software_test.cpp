// SPDX-License-Identifier: Apache-2.0
#include "models/common/software.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace pmusim;

namespace {

/// Lives in a coroutine frame and tells when it is destroyed.
struct Witness {
  explicit Witness(int& counter) : alive{&counter} { ++*alive; }

  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

  ~Witness() { --*alive; }

  int* alive;
};

Software two_ipis(std::uint16_t first) {
  co_await step::SendIpi{CpuId{first}};
  co_await step::SendIpi{CpuId{static_cast<std::uint16_t>(first + 1)}};
}

Software nested(int depth, int& alive) {
  const Witness witness{alive};
  if (depth > 0) {
    co_await nested(depth - 1, alive);
  } else {
    co_await step::Isb{};
  }
}

Software failing() {
  co_await step::Isb{};
  throw std::runtime_error{"as intended"};
}

Software catching(std::string& seen) {
  try {
    co_await failing();
  } catch (const std::runtime_error& error) {
    seen = error.what();
  }
  co_await step::Isb{};
}

Software without_steps(int& calls) {
  ++calls;
  co_return;
}

std::vector<std::uint16_t> targets_of(SoftwareThread& thread) {
  std::vector<std::uint16_t> targets;
  while (const Step* step = thread.next()) {
    targets.push_back(std::get<step::SendIpi>(*step).target.value());
  }
  return targets;
}

}  // namespace

TEST_CASE("software hands over its steps in order and then ends", "[common][software]") {
  SoftwareThread thread;
  CHECK(thread.next() == nullptr);
  thread.start(two_ipis(5));
  CHECK(targets_of(thread) == std::vector<std::uint16_t>{5, 6});
  CHECK(thread.next() == nullptr);
}

TEST_CASE("a call runs the callee to its end before the caller goes on", "[common][software]") {
  const auto caller = []() -> Software {
    co_await two_ipis(1);
    co_await step::SendIpi{CpuId{10}};
    co_await two_ipis(3);
  };
  SoftwareThread thread;
  thread.start(caller());
  CHECK(targets_of(thread) == std::vector<std::uint16_t>{1, 2, 10, 3, 4});
}

TEST_CASE("a step returns what it brought back to the code that awaited it", "[common][software]") {
  std::vector<RegValue> seen;
  const auto reader = [](std::vector<RegValue>& values) -> Software {
    for (int i = 0; i < 3; ++i) {
      const StepResult result = co_await step::Mrs{};
      values.push_back(result.value);
    }
  };
  SoftwareThread thread;
  thread.start(reader(seen));
  for (RegValue value = 7; thread.next() != nullptr; ++value) {
    thread.complete({.value = value});
  }
  CHECK(seen == std::vector<RegValue>{7, 8, 9});
}

TEST_CASE("an exception goes to the caller, and past the root to whoever runs the thread",
          "[common][software]") {
  SoftwareThread thread;
  std::string seen;
  thread.start(catching(seen));
  CHECK(thread.next() != nullptr);
  CHECK(thread.next() != nullptr);
  CHECK(seen == "as intended");
  CHECK(thread.next() == nullptr);

  thread.start(failing());
  CHECK(thread.next() != nullptr);
  CHECK_THROWS_WITH(thread.next(), "as intended");
  CHECK(thread.next() == nullptr);
}

TEST_CASE("many calls in a loop do not deepen the stack", "[common][software]") {
  const auto loop = [](int& calls) -> Software {
    for (int i = 0; i < 300'000; ++i) {
      co_await without_steps(calls);
    }
  };
  int calls = 0;
  SoftwareThread thread;
  thread.start(loop(calls));
  CHECK(thread.next() == nullptr);
  CHECK(calls == 300'000);
}

TEST_CASE("frames are destroyed once, wherever the code stopped", "[common][software]") {
  int alive = 0;
  {
    SoftwareThread thread;
    thread.start(nested(20, alive));
    CHECK(thread.next() != nullptr);
    CHECK(alive == 21);

    SECTION("at the end of the thread") {}
    SECTION("when it starts something else") {
      thread.start(two_ipis(1));
      CHECK(alive == 0);
    }
    SECTION("when the code ends") {
      CHECK(thread.next() == nullptr);
      CHECK(alive == 0);
    }
  }
  CHECK(alive == 0);
}
