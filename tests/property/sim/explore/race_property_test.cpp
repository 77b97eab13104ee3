// SPDX-License-Identifier: Apache-2.0
//
// Records through rings of random shapes, with random orders and latencies. Which orders are enough
// is what herd7 7.58 says with aarch64.cat of litmus tests of the same protocol (RB1, RBH).
#include <array>
#include <span>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "models/common/random.h"
#include "sim/explore/race.h"

using namespace pmusim;
using abi::RingPlace;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kRings = 15;
#else
constexpr std::uint64_t kRings = 60;
#endif
constexpr std::uint64_t kRecords = 150;

constexpr std::array<const char*, 5> kEnoughAtA{
    "ctrl", "ldar", "ldapr+ctrl", "dmb ish", "ctrl+isb"};
constexpr std::array<const char*, 4> kEnoughAtB{"dmb ishst", "stlr", "dmb ish", "stlr+dmb ishld"};
constexpr std::array<const char*, 5> kEnoughAtC{
    "dmb ishld", "ldar", "ldapr", "ctrl+isb", "dmb ish"};
constexpr std::array<const char*, 4> kEnoughAtD{"dmb ish", "stlr", "dmb ishld", "ctrl"};
constexpr std::array<const char*, 2> kTooLittleAtA{"none", "dmb ishst"};
constexpr std::array<const char*, 2> kTooLittleAtB{"none", "dmb ishld"};
constexpr std::array<const char*, 3> kTooLittleAtC{"none", "ctrl", "dmb ishst"};
constexpr std::array<const char*, 2> kTooLittleAtD{"none", "dmb ishst"};

/// Numbers in a row.
class Drawn {
 public:
  explicit Drawn(std::uint64_t seed) : random_{seed} {}

  std::uint32_t below(std::uint32_t end) {
    return static_cast<std::uint32_t>(random_.at(drawn_++) % end);
  }

  std::string one_of(std::span<const char* const> all) {
    return all[below(static_cast<std::uint32_t>(all.size()))];
  }

  abi::RingShape shape() {
    const unsigned record_words = 1 + below(16);
    return {.words = record_words + below(65 - record_words), .record_words = record_words};
  }

  abi::RingOrder enough() {
    abi::RingOrder order;
    put(order, RingPlace::a, one_of(kEnoughAtA));
    put(order, RingPlace::b, one_of(kEnoughAtB));
    put(order, RingPlace::c, one_of(kEnoughAtC));
    put(order, RingPlace::d, one_of(kEnoughAtD));
    return order;
  }

  scenario::RaceSpec race() {
    scenario::RaceSpec race{.records = kRecords, .runs = 2, .latencies = {}};
    race.latencies = {.hit = 1 + below(8),
                      .remote = 1 + below(80),
                      .first = 1 + below(160),
                      .drain = 1 + below(8),
                      .delayed_of_256 = below(257),
                      .delay_exponent = below(10),
                      .start_skew = below(200)};
    return race;
  }

  static void put(abi::RingOrder& order, RingPlace place, const std::string& text) {
    order.at(place) = abi::parse_place_order(place, text).value();
  }

 private:
  CounterRandom random_;
  std::uint64_t drawn_{};
};

std::string text_of(const abi::RingShape& shape, const abi::RingOrder& order) {
  return fmt::format("{} of {} words; A {}, B {}, C {}, D {}",
                     shape.record_words,
                     shape.words,
                     abi::to_text(order.a),
                     abi::to_text(order.b),
                     abi::to_text(order.c),
                     abi::to_text(order.d));
}

}  // namespace

TEST_CASE("with orders that are enough no record is bad, whatever the ring and the latencies",
          "[property][race]") {
  const std::atomic<bool> go_on{false};
  for (std::uint64_t seed = 0; seed < kRings; ++seed) {
    Drawn drawn{seed};
    const abi::RingShape shape = drawn.shape();
    const abi::RingOrder order = drawn.enough();
    const auto verdict = explore::race_ring(shape, order, drawn.race(), seed, go_on);
    INFO(seed << ": " << text_of(shape, order));
    CHECK(verdict.counts.bad == 0);
    CHECK(verdict.counts.wrong_checksums == 0);
    CHECK(verdict.counts.stuck == 0);
    CHECK(verdict.counts.instructions > 2 * kRecords);
  }
}

TEST_CASE("an order that is too weak at one place shows the damage of that place alone",
          "[property][race]") {
  const std::atomic<bool> go_on{false};
  std::array<std::uint64_t, 4> bad{};
  for (std::uint64_t seed = 0; seed < kRings; ++seed) {
    Drawn drawn{1'000 + seed};
    const abi::RingShape shape = drawn.shape();
    abi::RingOrder order = drawn.enough();
    const auto place = static_cast<RingPlace>(seed % 4);
    const std::array<std::span<const char* const>, 4> weak{
        kTooLittleAtA, kTooLittleAtB, kTooLittleAtC, kTooLittleAtD};
    Drawn::put(order, place, drawn.one_of(weak[seed % 4]));
    const auto verdict = explore::race_ring(shape, order, drawn.race(), seed, go_on);
    INFO(seed << ": " << text_of(shape, order));
    const bool is_of_writing = place == RingPlace::b || place == RingPlace::c;
    CHECK((is_of_writing ? verdict.counts.overwritten : verdict.counts.stale) == 0);
    CHECK(verdict.counts.stuck == 0);
    if (verdict.first) {
      CHECK(verdict.first->places == std::string{"ABCD"}.substr(seed % 4, 1));
    }
    bad[seed % 4] += verdict.counts.bad;
  }
  for (const std::uint64_t records : bad) {
    CHECK(records > 0);
  }
}
