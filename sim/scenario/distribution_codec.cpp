// SPDX-License-Identifier: Apache-2.0
//
// Each distribution is an object type of its own, because each has a key of its own.
#include <algorithm>

#include <fmt/format.h>

#include "sim/scenario/list_codecs.h"
#include "sim/scenario/scenario_codec.h"
#include "sim/scenario/variant_codec.h"

namespace pmusim::scenario {
namespace {

constexpr std::uint64_t kGreatestRandomAmount = 255;

struct Binomial {
  std::pair<std::uint32_t, double> values{1, 0.5};
};

struct Bernoulli {
  double probability{0.5};
};

struct Poisson {
  std::pair<double, std::uint32_t> values{1.0, 255};
};

struct Uniform {
  std::pair<std::uint32_t, std::uint32_t> values{0, 255};
};

struct Table {
  std::vector<double> weights{1.0};
};

using WrittenDistribution = std::variant<Binomial, Bernoulli, Poisson, Uniform, Table>;

struct ToDistribution {
  Distribution operator()(const Binomial& in) const {
    return {.kind = Distribution::Kind::binomial,
            .trials = in.values.first,
            .probability = in.values.second,
            .weights = {}};
  }

  Distribution operator()(const Bernoulli& in) const {
    return {.kind = Distribution::Kind::binomial,
            .trials = 1,
            .probability = in.probability,
            .weights = {}};
  }

  Distribution operator()(const Poisson& in) const {
    return {.kind = Distribution::Kind::poisson,
            .mean = in.values.first,
            .greatest = in.values.second,
            .weights = {}};
  }

  Distribution operator()(const Uniform& in) const {
    return {.kind = Distribution::Kind::uniform,
            .least = in.values.first,
            .greatest = in.values.second,
            .weights = {}};
  }

  Distribution operator()(const Table& in) const {
    return {.kind = Distribution::Kind::table, .weights = in.weights};
  }
};

WrittenDistribution from_distribution(const Distribution& in) {
  switch (in.kind) {
    case Distribution::Kind::binomial:
      return Binomial{{in.trials, in.probability}};
    case Distribution::Kind::poisson:
      return Poisson{{in.mean, in.greatest}};
    case Distribution::Kind::uniform:
      return Uniform{{in.least, in.greatest}};
    case Distribution::Kind::table:
      return Table{in.weights};
  }
  return Binomial{};
}

CodecOf<Binomial> binomial_codec() {
  auto codec = object<Binomial>("binomial", "Of so many independent trials, how many succeed.");
  codec->mark(
      "binomial",
      &Binomial::values,
      pair_of(
          "trials", integer<std::uint32_t>(1, kGreatestRandomAmount), "probability", real(0, 1)),
      "number of trials and probability of success of each");
  return codec;
}

CodecOf<Bernoulli> bernoulli_codec() {
  auto codec = object<Bernoulli>("bernoulli", "One with a probability, else nothing.");
  codec->mark("bernoulli", &Bernoulli::probability, real(0, 1), "probability of one occurrence");
  return codec;
}

CodecOf<Poisson> poisson_codec() {
  auto codec =
      object<Poisson>("poisson", "Independent occurrences at a mean rate, clipped to a width.");
  codec->mark(
      "poisson",
      &Poisson::values,
      pair_of("mean", real(0, 255), "greatest", integer<std::uint32_t>(1, kGreatestRandomAmount)),
      "mean a cycle, and the amount to which larger ones are clipped");
  return codec;
}

CodecOf<Uniform> uniform_codec() {
  auto codec = object<Uniform>("uniform", "Every amount of an interval equally often.");
  const auto bound = integer<std::uint32_t>(0, kGreatestRandomAmount);
  codec->mark("uniform",
              &Uniform::values,
              pair_of("least", bound, "greatest", bound),
              "both ends are included");
  codec->check([](ReadContext& in, NodeId at, const Uniform& value) {
    const auto [least, greatest] = value.values;
    return least <= greatest ||
           in.problem(
               in.document.member(at, "uniform"),
               fmt::format("found [{}, {}], expected the smaller one first", least, greatest),
               fmt::format("[{}, {}]", greatest, least));
  });
  return codec;
}

CodecOf<Table> table_codec() {
  auto codec = object<Table>("table", "Amount i with a probability in proportion to weight i.");
  codec->mark("table",
              &Table::weights,
              list_of(real(0, 1e12), 1, kGreatestRandomAmount + 1),
              "weights of 0, 1, 2, ...");
  codec->check([](ReadContext& in, NodeId at, const Table& value) {
    const bool has_weight = std::ranges::any_of(value.weights, [](double w) { return w > 0; });
    return has_weight || in.problem(in.document.member(at, "table"),
                                    "found weights that are all 0, expected a sum above 0",
                                    "give at least one amount a weight");
  });
  return codec;
}

}  // namespace

std::uint64_t greatest_of(const Distribution& in) {
  switch (in.kind) {
    case Distribution::Kind::binomial:
      return in.trials;
    case Distribution::Kind::poisson:
    case Distribution::Kind::uniform:
      return in.greatest;
    case Distribution::Kind::table: {
      std::size_t last = in.weights.size();
      while (last > 0 && in.weights[last - 1] == 0) {
        --last;
      }
      return last == 0 ? 0 : last - 1;
    }
  }
  return 0;
}

CodecOf<Distribution> distribution_codec() {
  static const auto codec = mapped<Distribution, WrittenDistribution>(
      alternatives(
          binomial_codec(), bernoulli_codec(), poisson_codec(), uniform_codec(), table_codec()),
      [](const WrittenDistribution& in) { return std::visit(ToDistribution{}, in); },
      from_distribution);
  return codec;
}

}  // namespace pmusim::scenario
