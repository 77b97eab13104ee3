// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <catch2/catch.hpp>

#include "models/pmu/dense_kernels.h"
#include "tests/property/models/pmu/draw.h"
#include "tests/property/models/pmu/reference.h"

using namespace pmusim;
using namespace pmusim::test;

namespace {

/// Returns to the best target however a test ends.
struct TargetGuard {
  TargetGuard() = default;
  TargetGuard(const TargetGuard&) = delete;
  TargetGuard& operator=(const TargetGuard&) = delete;

  ~TargetGuard() { use_simd_target(""); }
};

/// Amounts whose array ends exactly with the last one and starts at any address.
template <class Amount>
struct Array {
  Array(Draw& draw, std::size_t size, std::uint64_t greatest)
      : offset{draw.below(8)}, cycles{size}, storage{new Amount[offset + size]} {
    for (std::size_t at = 0; at < offset + size; ++at) {
      storage[at] = static_cast<Amount>(draw.one_in(3) ? 0 : draw.below(greatest + 1));
    }
  }

  [[nodiscard]] const Amount* data() const { return storage.get() + offset; }

  std::size_t offset;
  std::size_t cycles;
  std::unique_ptr<Amount[]> storage;
};

RegValue type(unsigned control, std::uint64_t limit, bool edge = false) {
  return RegValue{control} << 61U | static_cast<RegValue>(edge) << 60U | limit << 32U;
}

template <class Amount>
std::uint64_t by_loop(const Array<Amount>& array, RegValue event_type, bool before = false) {
  Reference reference{event_type, before};
  std::uint64_t sum = 0;
  for (std::size_t cycle = 0; cycle < array.cycles; ++cycle) {
    sum += reference.add(array.data()[cycle]);
  }
  return sum;
}

template <class Amount>
void check_sum(const Array<Amount>& array, unsigned control, std::uint64_t limit) {
  const RegValue event_type = type(control, limit);
  const std::uint64_t sum = sum_increments(array.data(), array.cycles, Threshold{event_type});
  if (sum != by_loop(array, event_type)) {
    CAPTURE(array.cycles, array.offset, control, limit);
    CHECK(sum == by_loop(array, event_type));
  }
}

const std::vector<std::uint64_t> kLimits{
    0, 1, 2, 3, 8, 127, 128, 129, 200, 254, 255, 256, 257, 300, 511, 512, 4095};

void check_edges(const Array<std::uint8_t>& array, unsigned control, std::uint64_t limit) {
  const RegValue event_type = type(control, limit, true);
  for (const bool before : {false, true}) {
    const std::uint64_t edges =
        count_edges(array.data(), array.cycles, Threshold{event_type}, before);
    if (edges != by_loop(array, event_type, before)) {
      CAPTURE(array.cycles, control, limit, before);
      CHECK(edges == by_loop(array, event_type, before));
    }
  }
}

void check_edges(const Array<std::uint8_t>& array) {
  for (const unsigned control : {1U, 2U, 3U, 5U, 6U, 7U}) {  // 0 and 4 are reserved
    for (const std::uint64_t limit : kLimits) {
      check_edges(array, control, limit);
    }
  }
}

}  // namespace

TEST_CASE("the machine has a scalar target, and names no target twice", "[pmu][simd]") {
  const TargetGuard guard;
  const std::vector<std::string> targets = simd_targets();
  REQUIRE_FALSE(targets.empty());
  for (std::size_t at = 0; at < targets.size(); ++at) {
    CHECK(use_simd_target(targets[at]));
    CHECK(std::ranges::count(targets, targets[at]) == 1);
  }
  CHECK_FALSE(use_simd_target("ABACUS"));
}

TEST_CASE("every target sums bytes as a loop does", "[pmu][simd][property]") {
  const TargetGuard guard;
  for (const std::string& target : simd_targets()) {
    CAPTURE(target);
    REQUIRE(use_simd_target(target));
    Draw draw{0x51};
    for (std::size_t cycles = 0; cycles <= 300; ++cycles) {
      const Array<std::uint8_t> small{draw, cycles, 4};
      const Array<std::uint8_t> large{draw, cycles, 255};
      for (unsigned control = 0; control < 8; ++control) {
        for (const std::uint64_t limit : kLimits) {
          check_sum(small, control, limit);
          check_sum(large, control, limit);
        }
      }
    }
    SUCCEED();
  }
}

TEST_CASE("every target sums bytes as a loop does, whatever the threshold",
          "[pmu][simd][property]") {
  const TargetGuard guard;
  for (const std::string& target : simd_targets()) {
    CAPTURE(target);
    REQUIRE(use_simd_target(target));
    Draw draw{0x52};
    const Array<std::uint8_t> array{draw, 150, 255};
    for (unsigned control = 0; control < 8; ++control) {
      for (std::uint64_t limit = 0; limit < 4096; ++limit) {
        check_sum(array, control, limit);
      }
    }
    SUCCEED();
  }
}

TEST_CASE("every target sums blocks of bytes as a loop does", "[pmu][simd][property]") {
  const TargetGuard guard;
  for (const std::string& target : simd_targets()) {
    CAPTURE(target);
    REQUIRE(use_simd_target(target));
    Draw draw{0x55};
    constexpr std::size_t kBlocks = 3;
    for (unsigned control = 0; control < 8; ++control) {
      for (const std::uint64_t limit : kLimits) {
        CAPTURE(control, limit);
        const RegValue event_type = type(control, limit);
        const Array<std::uint8_t> array{draw, kBlocks * kSumBlock, 255};
        std::array<std::uint64_t, kBlocks> sums{};
        sum_blocks(array.data(), Threshold{event_type}, sums);
        Reference reference{event_type, false};
        for (std::size_t block = 0; block < kBlocks; ++block) {
          std::uint64_t sum = 0;
          for (std::size_t cycle = 0; cycle < kSumBlock; ++cycle) {
            sum += reference.add(array.data()[block * kSumBlock + cycle]);
          }
          CHECK(sums[block] == sum);
        }
      }
    }
  }
}

TEST_CASE("sums of bytes do not wrap in long arrays of the greatest amount", "[pmu][simd]") {
  const TargetGuard guard;
  for (const std::string& target : simd_targets()) {
    CAPTURE(target);
    REQUIRE(use_simd_target(target));
    const std::vector<std::uint8_t> amounts(70'003, 255);
    CHECK(sum_increments(amounts.data(), amounts.size(), Threshold{}) == 255ULL * 70'003);
  }
}

TEST_CASE("every target counts edges of bytes as a loop does", "[pmu][simd][property]") {
  const TargetGuard guard;
  for (const std::string& target : simd_targets()) {
    CAPTURE(target);
    REQUIRE(use_simd_target(target));
    Draw draw{0x53};
    for (std::size_t cycles = 0; cycles <= 300; ++cycles) {
      check_edges(Array<std::uint8_t>{draw, cycles, draw.pick<std::uint64_t>({1, 4, 255})});
    }
    SUCCEED();
  }
}

TEST_CASE("wide amounts are summed as a loop does", "[pmu][simd][property]") {
  Draw draw{0x54};
  for (std::size_t cycles = 0; cycles <= 100; ++cycles) {
    const Array<std::uint16_t> halfwords{draw, cycles, draw.pick<std::uint64_t>({4, 300, 0xffff})};
    const Array<std::uint32_t> words{draw, cycles, draw.pick<std::uint64_t>({4, 300, 0xffff'ffff})};
    for (unsigned control = 0; control < 8; ++control) {
      for (const std::uint64_t limit : kLimits) {
        check_sum(halfwords, control, limit);
        check_sum(words, control, limit);
      }
    }
  }
  SUCCEED();
}
