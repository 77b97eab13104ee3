// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/protocol.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include <fmt/format.h>

#include "models/common/expect.h"
#include "sim/explore/nesting.h"
#include "sim/explore/race.h"
#include "sim/explore/ring.h"
#include "sim/explore/wakeup.h"

namespace pmusim::explore {
namespace {

using abi::RingPlace;

constexpr std::array kPlaces{RingPlace::a, RingPlace::b, RingPlace::c, RingPlace::d};

char letter(RingPlace place) {
  return static_cast<char>('A' + static_cast<char>(place));
}

/// A choice of orders with its name.
struct Variant {
  std::string name;
  abi::RingOrder order;
};

/// All 16, `A B C D` first and `- - - -` last.
std::vector<Variant> subsets_of(const abi::RingOrder& order) {
  constexpr unsigned kSubsets = 16;
  std::vector<Variant> variants;
  for (unsigned removed = 0; removed < kSubsets; ++removed) {
    Variant variant{.name = {}, .order = order};
    for (const RingPlace place : kPlaces) {
      const unsigned bit = 3 - static_cast<unsigned>(place);
      const bool is_there = ((removed >> bit) & 1U) == 0;
      variant.name += variant.name.empty() ? "" : " ";
      variant.name += is_there ? letter(place) : '-';
      if (!is_there) {
        variant.order.at(place) = {};
      }
    }
    variants.push_back(std::move(variant));
  }
  return variants;
}

std::vector<Variant> replacements_of(const scenario::ProtocolSpec& protocol) {
  std::vector<Variant> variants;
  for (const RingPlace place : kPlaces) {
    for (const abi::PlaceOrder& order : protocol.replacements[static_cast<std::size_t>(place)]) {
      Variant variant{.name = fmt::format("{} {}", letter(place), abi::to_text(order)),
                      .order = protocol.order};
      variant.order.at(place) = order;
      variants.push_back(std::move(variant));
    }
  }
  return variants;
}

memory::ExploreLimits limits_of(const scenario::ProtocolLimits& limits,
                                const std::atomic<bool>& stop) {
  constexpr unsigned kMegabyteShift = 20;
  return {.states = limits.states,
          .bytes = limits.megabytes << kMegabyteShift,
          .time = std::chrono::seconds{limits.seconds},
          .stop = &stop};
}

class ProtocolExploration {
 public:
  /// @param protocol  that of the scenario
  ProtocolExploration(const scenario::Scenario& scenario,
                      const scenario::ProtocolSpec& protocol,
                      const std::atomic<bool>& stop,
                      const Progress& progress)
      : protocol_{protocol},
        seed_{scenario.seed},
        limits_{limits_of(protocol_.limits, stop)},
        stop_{stop},
        progress_{progress} {
    result_.scenario = scenario.name;
    result_.ring = protocol_.ring;
  }

  Result<ProtocolResult> explore() {
    const bool good = protocol_.race ? race(*protocol_.race) : all_orders();
    if (good && (!protocol_.nesting || nesting()) && protocol_.wakeup) {
      wakeup();
    }
    if (error_) {
      return tl::unexpected{std::move(*error_)};
    }
    result_.complete = !stop_;
    return std::move(result_);
  }

 private:
  bool all_orders() {
    std::vector<RingVerdict> given;
    const bool good = ring({{"given", protocol_.order}}, given);
    if (!given.empty()) {
      result_.given = std::move(given.front());
    }
    return good && (!protocol_.subsets || ring(subsets_of(protocol_.order), result_.subsets)) &&
           ring(replacements_of(protocol_), result_.replacements);
  }

  /// The same orders in time; false when it was stopped.
  bool race(const scenario::RaceSpec& race) {
    RaceResult& out = result_.race.emplace();
    out.records = race.records;
    out.runs = race.runs;
    out.seed = seed_;
    const auto run = [&](const Variant& variant) {
      tell(variant.name);
      RaceVerdict verdict = race_ring(protocol_.ring, variant.order, race, seed_, stop_);
      verdict.name = variant.name;
      return verdict;
    };
    out.given = run({"given", protocol_.order});
    if (protocol_.subsets) {
      std::ranges::transform(subsets_of(protocol_.order), std::back_inserter(out.subsets), run);
    }
    std::ranges::transform(replacements_of(protocol_), std::back_inserter(out.replacements), run);
    return !stop_;
  }

  /// False when there is nothing more to do: after an error, or a stop.
  template <class T>
  bool keep(Result<T> found, std::vector<T>& all) {
    if (!found) {
      error_ = std::move(found.error());
      return false;
    }
    all.push_back(std::move(*found));
    return !stop_;
  }

  void tell(std::string_view what) const {
    if (progress_) {
      progress_(what);
    }
  }

  bool ring(const std::vector<Variant>& variants, std::vector<RingVerdict>& verdicts) {
    for (const Variant& variant : variants) {
      tell(variant.name);
      Result<RingVerdict> found = explore_ring(protocol_.ring, variant.order, limits_);
      if (found) {
        found->name = variant.name;
      }
      if (!keep(std::move(found), verdicts)) {
        return false;
      }
    }
    return true;
  }

  bool nesting() {
    tell("nesting");
    std::vector<NestingVerdict> verdicts;
    const bool good = keep(explore_nesting(protocol_.ring, protocol_.order, limits_), verdicts);
    if (!verdicts.empty()) {
      result_.nesting = std::move(verdicts.front());
    }
    return good;
  }

  bool wakeup() {
    tell("wake-up");
    for (const kernel::WakeupOrder kernel : kernel::kWakeupOrders) {
      for (const kernel::WakeupOrder reader : kernel::kWakeupOrders) {
        if (!keep(explore_wakeup(kernel, reader, limits_), result_.wakeup)) {
          return false;
        }
      }
    }
    return true;
  }

  const scenario::ProtocolSpec& protocol_;
  std::uint64_t seed_;
  memory::ExploreLimits limits_;
  const std::atomic<bool>& stop_;
  const Progress& progress_;
  ProtocolResult result_;
  std::optional<Error> error_;
};

}  // namespace

Result<ProtocolResult> explore_protocol(const scenario::Scenario& scenario,
                                        const std::atomic<bool>& stop,
                                        const Progress& progress) {
  PMUSIM_EXPECT(scenario.protocol.has_value(), "the scenario has a protocol");
  return ProtocolExploration{scenario, *scenario.protocol, stop, progress}.explore();
}

}  // namespace pmusim::explore
