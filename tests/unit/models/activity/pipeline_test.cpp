// SPDX-License-Identifier: Apache-2.0
#include "models/activity/pipeline.h"

#include <algorithm>
#include <limits>
#include <map>

#include <catch2/catch.hpp>

#include "tests/unit/models/activity/stream_amounts.h"

namespace {

using pmusim::Distribution;
using pmusim::EventId;
using pmusim::PipelineModel;
using pmusim::PipelineParameters;

PipelineParameters eight_wide() {
  return {.slots = 8,
          .dispatch = *Distribution::binomial(8, 0.25),
          .frontend_share = 0.3,
          .retire_share = 0.8,
          .operations_per_instruction = 1.25};
}

/// The mean amount of each event over 2^18 cycles.
std::map<std::uint16_t, double> means(const PipelineParameters& parameters) {
  constexpr std::uint64_t kCycles = 1U << 18U;
  std::map<std::uint16_t, double> means;
  const auto streams =
      PipelineModel::streams(PipelineModel::create(parameters)->draws(pmusim::CounterRandom{21}));
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const auto amounts = pmusim::test::amounts(
        [&](std::uint64_t from, std::uint64_t wanted) { return streams[i]->view(from, wanted); },
        0,
        kCycles);
    double sum = 0;
    for (const std::uint32_t amount : amounts) {
      sum += amount;
    }
    means[PipelineModel::events()[i].value()] = sum / kCycles;
  }
  return means;
}

}  // namespace

TEST_CASE("a pipeline produces nine events", "[activity][pipeline]") {
  std::vector<int> numbers;
  for (const EventId event : PipelineModel::events()) {
    numbers.push_back(event.value());
  }
  CHECK(numbers == std::vector<int>{0x08, 0x23, 0x24, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F});
}

TEST_CASE("the means of a pipeline's events follow from its parameters", "[activity][pipeline]") {
  auto mean = means(eight_wide());
  const double idle = 0.1001129150390625;  // 0.75^8
  CHECK(mean[0x3B] == Approx(2.0).epsilon(0.01));
  CHECK(mean[0x3F] == Approx(6.0).epsilon(0.01));
  CHECK(mean[0x3E] == Approx(6.0 * 0.3).epsilon(0.02));
  CHECK(mean[0x3D] == Approx(6.0 * 0.7).epsilon(0.02));
  CHECK(mean[0x3C] == Approx(idle).epsilon(0.03));
  CHECK(mean[0x23] == Approx(idle * 0.3).epsilon(0.05));
  CHECK(mean[0x24] == Approx(idle * 0.7).epsilon(0.05));
  CHECK(mean[0x3A] == Approx(2.0 * 0.8).epsilon(0.01));
  CHECK(mean[0x08] == Approx(2.0 * 0.8 / 1.25).epsilon(0.01));
}

TEST_CASE("when all retires as it was sent, three events are equal", "[activity][pipeline]") {
  PipelineParameters parameters = eight_wide();
  parameters.retire_share = 1.0;
  parameters.operations_per_instruction = 1.0;
  auto mean = means(parameters);
  CHECK(mean[0x3A] == mean[0x3B]);
  CHECK(mean[0x08] == mean[0x3B]);
}

TEST_CASE("when nothing retires, nothing is counted as retired", "[activity][pipeline]") {
  PipelineParameters parameters = eight_wide();
  parameters.retire_share = 0.0;
  auto mean = means(parameters);
  CHECK(mean[0x3A] == 0.0);
  CHECK(mean[0x08] == 0.0);
}

TEST_CASE("the widest pipeline has 255 slots", "[activity][pipeline]") {
  PipelineParameters parameters = eight_wide();
  parameters.slots = 255;
  parameters.dispatch = *Distribution::uniform(255, 255);
  auto mean = means(parameters);
  CHECK(mean[0x3B] == 255.0);
  CHECK(mean[0x3F] == 0.0);
  CHECK(mean[0x3A] == Approx(204.0).epsilon(0.001));
}

TEST_CASE("a wrong pipeline is refused", "[activity][pipeline]") {
  const auto refused = [](auto change) {
    PipelineParameters parameters = eight_wide();
    change(parameters);
    return !PipelineModel::create(parameters).has_value();
  };
  CHECK(refused([](auto& p) { p.slots = 0; }));
  CHECK(refused([](auto& p) { p.slots = 256; }));
  CHECK(refused([](auto& p) { p.slots = 7; }));  // up to 8 are sent
  CHECK(refused([](auto& p) { p.frontend_share = -0.1; }));
  CHECK(refused([](auto& p) { p.frontend_share = 1.1; }));
  CHECK(refused([](auto& p) { p.retire_share = 1.1; }));
  CHECK(refused([](auto& p) { p.operations_per_instruction = 0.99; }));
  CHECK(refused(
      [](auto& p) { p.operations_per_instruction = std::numeric_limits<double>::quiet_NaN(); }));
  CHECK_FALSE(refused([](auto&) {}));
}
