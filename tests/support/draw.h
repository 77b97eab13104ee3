// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>

#include <rapidcheck.h>

#include "models/common/random.h"

namespace pmusim::test {

/// Random choices, all from one seed, so that a failed case is named by a number.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_{seed} {}

  [[nodiscard]] std::uint64_t bits() { return random_.at(drawn_++); }

  /// @pre bound is at least 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return bits() % bound; }

  [[nodiscard]] std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return low + below(high - low + 1);
  }

  [[nodiscard]] bool one_in(std::uint64_t cases) { return below(cases) == 0; }

  template <class Value>
  [[nodiscard]] Value pick(std::initializer_list<Value> values) {
    return values.begin()[below(values.size())];
  }

 private:
  CounterRandom random_;
  std::uint64_t drawn_{};
};

/// Many small cases for one draw of rapidcheck.
template <class Check>
void repeat(unsigned times, const Check& check) {
  for (unsigned i = 0; i < times; ++i) {
    check();
  }
}

/// Seeds of all 64 bits, from the first case on. A smaller seed is no simpler case, so none is
/// sought.
[[nodiscard]] inline rc::Gen<std::uint64_t> any_seed() {
  return rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
}

/// Whether `check` holds for `seeds` seeds in a row for each that rapidcheck draws; it asserts with
/// RC_ASSERT. The result is for an assertion of the test, which would else pass.
[[nodiscard]] inline bool holds_for_seeds(const std::string& what,
                                          std::uint64_t seeds,
                                          const std::function<void(std::uint64_t seed)>& check) {
  return rc::check(what, [&] {
    const std::uint64_t first = *any_seed();
    for (std::uint64_t i = 0; i < seeds; ++i) {
      check(first + i);
    }
  });
}

}  // namespace pmusim::test
