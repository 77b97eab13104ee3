// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace pmusim {

/// One amount a cycle in consecutive memory, in 1, 2 or 4 bytes each. Cheap to copy; the amounts
/// are shared and never change.
class AmountColumn {
 public:
  /// Copies amounts into the narrowest width that holds them all. @pre not empty.
  [[nodiscard]] static AmountColumn copy_of(std::span<const std::uint32_t> amounts);

  /// Amounts in memory that `owner` keeps alive. Reads all of them once, for the greatest.
  ///
  /// @param width  1, 2 or 4 bytes.
  /// @param data  aligned to `width`.
  /// @pre cycles is at least 1.
  AmountColumn(std::shared_ptr<const void> owner,
               const void* data,
               unsigned width,
               std::uint64_t cycles);

  [[nodiscard]] const void* data() const { return data_; }

  [[nodiscard]] unsigned width() const { return width_; }

  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

  [[nodiscard]] std::uint32_t greatest() const { return greatest_; }

  /// @pre cycle is below cycles().
  [[nodiscard]] std::uint32_t at(std::uint64_t cycle) const;

 private:
  std::shared_ptr<const void> owner_;
  const void* data_;
  unsigned width_;
  std::uint64_t cycles_;
  std::uint32_t greatest_{};
};

}  // namespace pmusim
