// SPDX-License-Identifier: Apache-2.0
#include "models/memory/location_table.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "models/memory/bit_set.h"

namespace pmusim::memory {

Result<LocationTable> LocationTable::of(const std::vector<Location>& locations) {
  if (locations.size() > BitSet::kCapacity) {
    return fail(
        ErrorCode::not_modelled,
        "locations",
        fmt::format("{} locations; at most {} are modelled", locations.size(), BitSet::kCapacity));
  }
  LocationTable table;
  table.locations_ = locations;
  table.by_address_.resize(locations.size());
  std::iota(table.by_address_.begin(), table.by_address_.end(), 0U);
  std::ranges::sort(table.by_address_, [&](unsigned a, unsigned b) {
    return locations[a].address < locations[b].address;
  });

  const Location* before = nullptr;
  for (const unsigned index : table.by_address_) {
    const Location& location = locations[index];
    if (location.size != 4 && location.size != 8) {
      return fail(ErrorCode::not_modelled,
                  location.name,
                  fmt::format("a location of {} bytes; 4 and 8 are modelled", location.size));
    }
    if (location.address % location.size != 0) {
      return fail(
          ErrorCode::invalid_input,
          location.name,
          fmt::format("address {:#x} is not aligned to {} bytes", location.address, location.size));
    }
    if (before != nullptr && location.address - before->address < before->size) {
      return fail(ErrorCode::invalid_input,
                  location.name,
                  fmt::format("address {:#x} lies within {}", location.address, before->name));
    }
    before = &location;
  }
  return table;
}

int LocationTable::find(std::uint64_t address, unsigned size) const {
  const auto found = std::ranges::lower_bound(
      by_address_, address, {}, [&](unsigned index) { return locations_[index].address; });
  if (found == by_address_.end() || locations_[*found].address != address ||
      locations_[*found].size != size) {
    return kNone;
  }
  return static_cast<int>(*found);
}

std::string LocationTable::why_not(std::uint64_t address, unsigned size) const {
  for (const Location& location : locations_) {
    if (address + size > location.address && address < location.address + location.size) {
      return fmt::format(
          "an access of {} bytes at {:#x}, where {} is: {} bytes at {:#x}; mixed sizes are not "
          "modelled",
          size,
          address,
          location.name,
          location.size,
          location.address);
    }
  }
  return fmt::format("an access of {} bytes at {:#x}, where no location is", size, address);
}

std::vector<std::uint64_t> LocationTable::initial() const {
  std::vector<std::uint64_t> values;
  values.reserve(locations_.size());
  for (const Location& location : locations_) {
    values.push_back(cut(location.initial, location.size));
  }
  return values;
}

}  // namespace pmusim::memory
