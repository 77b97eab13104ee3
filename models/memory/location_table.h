// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/result.h"
#include "models/memory/concurrent_program.h"

namespace pmusim::memory {

/// The low `size` bytes of a value.
constexpr std::uint64_t cut(std::uint64_t value, unsigned size) {
  return size >= 8 ? value : value & ((std::uint64_t{1} << (8 * size)) - 1);
}

/// Finds locations by address. A location keeps its index of `ConcurrentProgram::locations`.
class LocationTable {
 public:
  /// An access to no location.
  static constexpr int kNone = -1;

  /// @error invalid_input  a location of another size than 4 or 8 bytes, unaligned, overlapping
  ///                       another one, or too many locations.
  [[nodiscard]] static Result<LocationTable> of(const std::vector<Location>& locations);

  /// The location that exactly these bytes are, or `kNone`.
  [[nodiscard]] int find(std::uint64_t address, unsigned size) const;

  /// Why `find` found nothing.
  [[nodiscard]] std::string why_not(std::uint64_t address, unsigned size) const;

  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(locations_.size()); }

  [[nodiscard]] const Location& at(unsigned index) const { return locations_[index]; }

  /// Values at the start, cut to the sizes.
  [[nodiscard]] std::vector<std::uint64_t> initial() const;

 private:
  std::vector<Location> locations_;
  std::vector<unsigned> by_address_;
};

}  // namespace pmusim::memory
