// SPDX-License-Identifier: Apache-2.0
#include "models/common/problems.h"

#include <algorithm>

#include "models/common/expect.h"

namespace pmusim {

void Problems::add(Error problem, std::uint64_t place) {
  ++found_;
  if (listed_.size() < kListed) {
    const auto next = std::ranges::upper_bound(places_, place);
    listed_.insert(listed_.begin() + (next - places_.begin()), std::move(problem));
    places_.insert(next, place);
  }
}

void Problems::add_all(const Problems& part) {
  for (const Error& problem : part.listed_) {
    add(problem);
  }
  count_unlisted(part.found_ - part.listed_.size());
}

void Problems::count_unlisted(std::size_t more) {
  if (more != 0) {
    PMUSIM_EXPECT(is_full(), "problems are listed while there is room");
    found_ += more;
  }
}

}  // namespace pmusim
