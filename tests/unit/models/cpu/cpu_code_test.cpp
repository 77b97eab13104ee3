// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "models/common/code_port.h"
#include "tests/unit/models/cpu/cpu_fixture.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// A program that acts, waits, and acts again, as the list says; asked to drain, it needs two
/// stretches more of three cycles each.
class ScriptedCode final : public CodePort {
 public:
  explicit ScriptedCode(std::vector<std::uint64_t> stretches) : stretches_{std::move(stretches)} {}

  void begin() override {
    ++begun;
    next_ = 0;
  }

  Cycles act(CycleTime now) override {
    acted.push_back(now.count());
    if (is_draining_) {
      is_draining_ = --left_ > 0;
      is_drained_ = !is_draining_;
      return Cycles{3};
    }
    is_drained_ = false;
    return Cycles{stretches_[next_++]};
  }

  [[nodiscard]] bool is_over() const override { return next_ == stretches_.size(); }

  [[nodiscard]] bool has_failed() const override { return false; }

  void drain() override {
    if (!is_draining_ && !is_drained_) {
      is_draining_ = true;
      left_ = 2;
    }
  }

  [[nodiscard]] bool is_drained() const override { return is_drained_; }

  std::vector<std::uint64_t> acted;
  unsigned begun{};

 private:
  std::vector<std::uint64_t> stretches_;
  std::size_t next_{};
  bool is_draining_{};
  bool is_drained_{true};
  unsigned left_{};
};

}  // namespace

TEST_CASE("a program takes the cycles that it says, and acts in the first of each stretch",
          "[cpu][code]") {
  const auto stepping = GENERATE(CpuStepping::spans, CpuStepping::single_cycles);
  CpuFixture f{{.stepping = stepping}};
  ScriptedCode code{{1, 40, 1, 7}};
  const auto task = [&]() -> Software {
    co_await f.user(5);
    co_await step::Code{kKernel, &f.kernel_work, &code};
    co_await f.user(2);
  };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(code.acted == std::vector<std::uint64_t>{5, 6, 46, 47});
  REQUIRE(f.pmu.cycles.size() == 5 + 49 + 2);
  CHECK(f.pmu.cycles[5] == FakePmu::Cycle{kKernel, &f.kernel_activity, 0});
  CHECK(f.pmu.cycles[53] == FakePmu::Cycle{kKernel, &f.kernel_activity, 48});
  CHECK(f.cpu.is_over());
}

TEST_CASE("a program executed again begins anew, and its activity goes on", "[cpu][code]") {
  CpuFixture f;
  ScriptedCode code{{2, 3}};
  const auto task = [&]() -> Software {
    for (int i = 0; i < 3; ++i) {
      co_await step::Code{kUser, &f.work, &code};
    }
  };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(code.begun == 3);
  CHECK(code.acted == std::vector<std::uint64_t>{0, 2, 5, 7, 10, 12});
  REQUIRE(f.pmu.cycles.size() == 15);
  CHECK(f.pmu.cycles[14].position == 14);
}

TEST_CASE("an interrupt waits until nothing of a program is in flight", "[cpu][code][interrupt]") {
  const auto stepping = GENERATE(CpuStepping::spans, CpuStepping::single_cycles);
  CpuFixture f{{.stepping = stepping}};
  f.pmu.raises = {10};
  ScriptedCode code{{5, 20, 4, 6}};
  const auto task = [&]() -> Software { co_await step::Code{kUser, &f.work, &code}; };
  f.cpu.start(task(), kUser);
  f.run();
  // Visible at edge 12, in the middle of the second stretch, which ends at 25; then twice three
  // cycles, two of the handler and its return, and the last two stretches.
  CHECK(code.acted == std::vector<std::uint64_t>{0, 5, 25, 28, 33, 37});
  REQUIRE(f.handled.size() == 1);
  CHECK(f.handled[0].taken == CycleTime{31});
  CHECK(f.first_cycle_in(kKernel) == 31);
  REQUIRE(f.pmu.cycles.size() == 43);
  CHECK(f.pmu.cycles[33] == FakePmu::Cycle{kUser, &f.activity, 31});
  CHECK(code.begun == 1);
}

TEST_CASE("a masked interrupt does not disturb a program", "[cpu][code][interrupt]") {
  CpuFixture f;
  f.pmu.raises = {3};
  ScriptedCode code{{5, 20}};
  const auto task = [&]() -> Software {
    co_await step::Mask{true};
    co_await step::Code{kUser, &f.work, &code};
    co_await step::Mask{false};
    co_await f.user(1);
  };
  f.cpu.start(task(), kUser);
  f.run();
  CHECK(code.acted == std::vector<std::uint64_t>{1, 6});
  REQUIRE(f.handled.size() == 1);
  CHECK(f.handled[0].taken == CycleTime{27});
}
