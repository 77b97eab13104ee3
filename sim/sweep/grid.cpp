// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/grid.h"

#include <fmt/format.h>

#include "models/common/expect.h"

namespace pmusim::sweep {
namespace {

tl::unexpected<Error> refuse(const Parameter& parameter, std::string what, std::string hint = {}) {
  return fail(ErrorCode::usage,
              "--param " + scenario::printable(parameter.pointer),
              std::move(what),
              std::move(hint));
}

/// Two values that overwrite each other would make the result depend on the order of the options.
Result<void> independent(const Parameter& a, const Parameter& b) {
  if (a.pointer == b.pointer) {
    return refuse(a, "the parameter is given twice", "give all its values at once");
  }
  if (a.pointer.starts_with(b.pointer + "/") || b.pointer.starts_with(a.pointer + "/")) {
    return refuse(a, fmt::format("one of this and {} holds the other", b.pointer));
  }
  return {};
}

}  // namespace

Result<Grid> Grid::of(std::vector<Parameter> parameters) {
  if (parameters.empty()) {
    return fail(
        ErrorCode::usage, "", "nothing to vary: no --param", "for example --param /seed=1:10:1");
  }
  std::size_t size = 1;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (const auto apart = independent(parameters[i], parameters[j]); !apart) {
        return tl::unexpected{apart.error()};
      }
    }
    // Each factor is at most kMostPoints, so that the product of two fits.
    size *= parameters[i].values.size();
    if (size > kMostPoints) {
      return refuse(parameters[i],
                    fmt::format("the grid has more than {} points", kMostPoints),
                    "take larger steps, or split the sweep");
    }
  }
  return Grid{std::move(parameters), size};
}

std::vector<std::size_t> Grid::coordinates(std::size_t point) const {
  PMUSIM_EXPECT(point < size_, "there is no such point");
  std::vector<std::size_t> places(parameters_.size());
  for (std::size_t i = parameters_.size(); i-- > 0;) {
    places[i] = point % parameters_[i].values.size();
    point /= parameters_[i].values.size();
  }
  return places;
}

std::vector<scenario::Override> Grid::overrides(std::size_t point) const {
  std::vector<scenario::Override> overrides;
  const std::vector<std::size_t> places = coordinates(point);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Parameter& parameter = parameters_[i];
    const std::string value = parameter.values[places[i]];
    overrides.push_back({"--param " + scenario::printable(parameter.pointer + "=" + value),
                         parameter.pointer,
                         value});
  }
  return overrides;
}

}  // namespace pmusim::sweep
