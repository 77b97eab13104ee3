// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pmusim::engine {

/// One callable out of several, for std::visit.
template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace pmusim::engine
