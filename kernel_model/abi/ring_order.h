// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/result.h"

namespace pmusim::abi {

/// The four places of the ring protocol at which order matters. The kernel's comment on
/// perf_output_put_handle names them so (@linux v6.18 kernel/events/ring_buffer.c).
enum class RingPlace : std::uint8_t {
  a,  ///< kernel: the load of data_tail, before the record is copied
  b,  ///< kernel: the copy, before the store of data_head
  c,  ///< user: the load of data_head, before the record is read
  d,  ///< user: the reads, before the store of data_tail
};

/// A barrier instruction in the inner shareable domain, or the context synchronisation of an ISB.
enum class RingFence : std::uint8_t { none, ishst, ishld, ish, isb };

/// How one place is ordered. Several may be combined: a load-acquire and a branch.
struct PlaceOrder {
  RingFence fence{};
  bool acquire{};     ///< A, C: LDAR
  bool acquire_pc{};  ///< A, C: LDAPR
  bool release{};     ///< B, D: STLR
  bool control{};     ///< A: the copy depends on a branch on data_tail. D: the store of data_tail
                      ///< does, on a branch on the record. C has its branch always
  bool data{};        ///< D: data_tail is computed from the size in the record's header

  friend bool operator==(const PlaceOrder&, const PlaceOrder&) = default;

  /// At A: later stores wait for the load of data_tail, be it by a branch or not.
  [[nodiscard]] bool keeps_stores_behind_load() const {
    return control || acquire || acquire_pc || fence == RingFence::ishld || fence == RingFence::ish;
  }
};

/// The protocol as the kernel documents it, unless changed.
struct RingOrder {
  PlaceOrder a{.control = true};
  PlaceOrder b{.fence = RingFence::ishst};
  PlaceOrder c{.fence = RingFence::ishld};
  PlaceOrder d{.fence = RingFence::ish};

  [[nodiscard]] const PlaceOrder& at(RingPlace place) const;
  [[nodiscard]] PlaceOrder& at(RingPlace place);
};

/// Reads `none` or one or more of `dmb ishst`, `dmb ishld`, `dmb ish`, `ldar`, `ldapr`, `stlr`,
/// `ctrl`, `isb`, `data`, joined by `+`. An error for what does not exist, or not at this place.
[[nodiscard]] Result<PlaceOrder> parse_place_order(RingPlace place, std::string_view text);

/// The words that parse_place_order knows at a place, without `none`.
[[nodiscard]] std::vector<std::string_view> order_terms(RingPlace place);

/// The instruction that loads at A or C: LDR, LDAR or LDAPR.
[[nodiscard]] std::string_view load_instruction(const PlaceOrder& order);

/// The instruction of a fence; empty for none.
[[nodiscard]] std::string_view instruction(RingFence fence);

/// The same text, normalised.
[[nodiscard]] std::string to_text(const PlaceOrder& order);

/// A data area of `words` words of 8 bytes, and records of `record_words` of them. A record that
/// reaches the end goes on at the start. Positions count bytes and are never reduced.
struct RingShape {
  unsigned words{2};         ///< at least `record_words`
  unsigned record_words{1};  ///< at least 1; the first is the header
  unsigned records{2};       ///< how many are sent through

  static constexpr unsigned kWordBytes = 8;
  static constexpr unsigned kMaxWords = 4096;       ///< offsets are immediates of LDR
  static constexpr unsigned kMaxLoopWords = 256;    ///< a loop has a turn for each record of them
  static constexpr unsigned kMaxEndBytes = 0xFFFF;  ///< positions are immediates of MOV

  /// A record fits into the ring, and the programs have immediates for all positions.
  [[nodiscard]] bool is_valid() const {
    return record_words >= 1 && records >= 1 && record_words <= words && words <= kMaxWords &&
           std::uint64_t{records} * record_bytes() <= kMaxEndBytes;
  }

  [[nodiscard]] unsigned record_bytes() const { return record_words * kWordBytes; }

  /// In programs that loop: the last of three or more words has a checksum in its upper half, the
  /// sum of the lower halves of the others.
  [[nodiscard]] bool has_checksum() const { return record_words >= 3; }

  [[nodiscard]] unsigned bytes() const { return words * kWordBytes; }

  /// Offset in the data area of word `word` of record `record` (from 1).
  [[nodiscard]] unsigned offset(unsigned record, unsigned word) const {
    return ((record - 1) * record_words + word) % words * kWordBytes;
  }

  /// After so many records a record stands where the first one stood.
  [[nodiscard]] unsigned period() const { return words / std::gcd(words, record_words); }

  /// A ring for programs that loop: any number of records.
  [[nodiscard]] bool can_loop() const {
    return record_words >= 1 && record_words <= words && words <= kMaxLoopWords;
  }

  /// Record `record` reuses bytes of an older one, so that data_tail matters to it.
  [[nodiscard]] bool reuses(unsigned record) const { return record * record_words > words; }
};

}  // namespace pmusim::abi
