// SPDX-License-Identifier: Apache-2.0
#include "models/activity/amount_column.h"

#include <algorithm>
#include <vector>

#include "models/common/expect.h"

namespace pmusim {

namespace {

template <class Amount>
std::uint32_t greatest_of(const void* data, std::uint64_t cycles) {
  const auto* const amounts = static_cast<const Amount*>(data);
  Amount greatest = 0;
  for (std::uint64_t i = 0; i < cycles; ++i) {
    greatest = std::max(greatest, amounts[i]);
  }
  return greatest;
}

template <class Amount>
AmountColumn narrow(std::span<const std::uint32_t> amounts) {
  auto copy = std::make_shared<std::vector<Amount>>();
  copy->reserve(amounts.size());
  for (const std::uint32_t amount : amounts) {
    copy->push_back(static_cast<Amount>(amount));
  }
  const Amount* const data = copy->data();
  return AmountColumn{std::move(copy), data, sizeof(Amount), amounts.size()};
}

}  // namespace

AmountColumn AmountColumn::copy_of(std::span<const std::uint32_t> amounts) {
  PMUSIM_EXPECT(!amounts.empty(), "a column has at least one cycle");
  const std::uint32_t greatest = std::ranges::max(amounts);
  if (greatest <= UINT8_MAX) {
    return narrow<std::uint8_t>(amounts);
  }
  return greatest <= UINT16_MAX ? narrow<std::uint16_t>(amounts) : narrow<std::uint32_t>(amounts);
}

AmountColumn::AmountColumn(std::shared_ptr<const void> owner,
                           const void* data,
                           unsigned width,
                           std::uint64_t cycles)
    : owner_{std::move(owner)}, data_{data}, width_{width}, cycles_{cycles} {
  PMUSIM_EXPECT(cycles >= 1, "a column has at least one cycle");
  switch (width) {
    case 1:
      greatest_ = greatest_of<std::uint8_t>(data, cycles);
      break;
    case 2:
      greatest_ = greatest_of<std::uint16_t>(data, cycles);
      break;
    default:
      PMUSIM_EXPECT(width == 4, "an amount has 1, 2 or 4 bytes");
      greatest_ = greatest_of<std::uint32_t>(data, cycles);
      break;
  }
}

std::uint32_t AmountColumn::at(std::uint64_t cycle) const {
  switch (width_) {
    case 1:
      return static_cast<const std::uint8_t*>(data_)[cycle];
    case 2:
      return static_cast<const std::uint16_t*>(data_)[cycle];
    default:
      return static_cast<const std::uint32_t*>(data_)[cycle];
  }
}

}  // namespace pmusim
