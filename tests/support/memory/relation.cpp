// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory/relation.h"

#include <algorithm>

namespace pmusim::test {

Relation operator|(Relation a, const Relation& b) {
  for (std::size_t event = 0; event < a.events(); ++event) {
    a.rows_[event] |= b.rows_[event];
  }
  return a;
}

Relation operator&(Relation a, const Relation& b) {
  for (std::size_t event = 0; event < a.events(); ++event) {
    a.rows_[event] = a.rows_[event] & b.rows_[event];
  }
  return a;
}

Relation operator-(Relation a, const Relation& b) {
  for (std::size_t event = 0; event < a.events(); ++event) {
    a.rows_[event] = a.rows_[event] - b.rows_[event];
  }
  return a;
}

Relation Relation::from(const EventSet& set) const {
  Relation result{events()};
  set.for_each([&](std::size_t event) { result.rows_[event] = rows_[event]; });
  return result;
}

Relation Relation::to(const EventSet& set) const {
  Relation result{*this};
  for (EventSet& row : result.rows_) {
    row = row & set;
  }
  return result;
}

Relation Relation::then(const Relation& next) const {
  Relation result{events()};
  for (std::size_t event = 0; event < events(); ++event) {
    rows_[event].for_each([&](std::size_t middle) { result.rows_[event] |= next.rows_[middle]; });
  }
  return result;
}

Relation Relation::plus() const {
  Relation result{*this};
  for (std::size_t middle = 0; middle < events(); ++middle) {
    for (EventSet& row : result.rows_) {
      if (row.has(middle)) {
        row |= result.rows_[middle];
      }
    }
  }
  return result;
}

Relation Relation::optional() const {
  Relation result{*this};
  for (std::size_t event = 0; event < events(); ++event) {
    result.add(event, event);
  }
  return result;
}

EventSet Relation::range() const {
  EventSet result;
  for (const EventSet& row : rows_) {
    result |= row;
  }
  return result;
}

bool Relation::within(const Relation& other) const {
  for (std::size_t event = 0; event < events(); ++event) {
    if (!(rows_[event] - other.rows_[event]).empty()) {
      return false;
    }
  }
  return true;
}

bool Relation::acyclic() const {
  const Relation closure = plus();
  for (std::size_t event = 0; event < events(); ++event) {
    if (closure.has(event, event)) {
      return false;
    }
  }
  return true;
}

}  // namespace pmusim::test
