// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/value_type.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/nearest.h"

namespace pmusim::litmus {
namespace {

constexpr std::array kTypes{
    ValueType{"int", 32, true},
    ValueType{"int32_t", 32, true},
    ValueType{"uint32_t", 32, false},
    ValueType{"int64_t", 64, true},
    ValueType{"uint64_t", 64, false},
    ValueType{"intptr_t", 64, true},
    ValueType{"uintptr_t", 64, false},
    ValueType{"long", 32, true},
};

constexpr std::array<std::string_view, 13> kOtherSizes{"char",
                                                       "int8_t",
                                                       "uint8_t",
                                                       "short",
                                                       "int16_t",
                                                       "uint16_t",
                                                       "int128_t",
                                                       "uint128_t",
                                                       "__int128",
                                                       "__uint128",
                                                       "__int128_t",
                                                       "__uint128_t",
                                                       "pteval_t"};

std::array<std::string_view, kTypes.size()> names() {
  std::array<std::string_view, kTypes.size()> all{};
  std::ranges::transform(kTypes, all.begin(), &ValueType::name);
  return all;
}

}  // namespace

std::optional<ValueType> find_type(std::string_view name) {
  const auto* const found = std::ranges::find(kTypes, name, &ValueType::name);
  return found != kTypes.end() ? std::optional{*found} : std::nullopt;
}

bool is_other_size(std::string_view name) {
  return std::ranges::find(kOtherSizes, name) != kOtherSizes.end();
}

std::string known_types() {
  return fmt::format("{}", fmt::join(names(), ", "));
}

std::string nearest_type(std::string_view name) {
  return scenario::suggestion(name, names());
}

std::string decimal(std::uint64_t value, const ValueType& type) {
  if (type.bits == 32) {
    const auto low = static_cast<std::uint32_t>(value);
    return type.is_signed ? fmt::format("{}", static_cast<std::int32_t>(low))
                          : fmt::format("{}", low);
  }
  return type.is_signed ? fmt::format("{}", static_cast<std::int64_t>(value))
                        : fmt::format("{}", value);
}

}  // namespace pmusim::litmus
