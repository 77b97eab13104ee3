// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>

#include <sys/mman.h>

namespace pmusim::sweep {

/// Memory that forked processes do not get, so that a fork costs the same however much there is of
/// it. For large blocks; a child that touches it dies.
template <class T>
struct ParentOnly {
  using value_type = T;

  ParentOnly() = default;

  template <class U>
  explicit ParentOnly(const ParentOnly<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    void* const block = ::mmap(
        nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) {
      throw std::bad_alloc{};
    }
    ::madvise(block, count * sizeof(T), MADV_DONTFORK);  // without it forks are only slower
    return static_cast<T*>(block);
  }

  void deallocate(T* block, std::size_t count) noexcept { ::munmap(block, count * sizeof(T)); }

  friend bool operator==(const ParentOnly&, const ParentOnly&) = default;
};

}  // namespace pmusim::sweep
