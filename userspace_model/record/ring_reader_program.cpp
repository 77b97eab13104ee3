// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/record/ring_reader_program.h"

#include <fmt/format.h>

#include "models/common/expect.h"

namespace pmusim::user {
namespace {

class ReaderText {
 public:
  ReaderText(const abi::RingShape& shape,
             const abi::RingOrder& order,
             std::optional<unsigned> checked = {})
      : shape_{shape}, order_{order}, checked_{checked} {}

  abi::StepText make() {
    text_.step("start");
    clear_findings();
    for (unsigned record = 1; record <= shape_.records; ++record) {
      look(record);
      read(record);
      consume(record);
    }
    text_.label("out");
    return std::move(text_);
  }

  abi::StepText make_loop() {
    text_.step("start");
    for (const unsigned tally : RingTally::kAll) {
      text_.line(fmt::format("MOV X{}, #0", tally));
    }
    text_.line("MOV X13, #1");
    text_.line(fmt::format("MOV X6, #{}", shape_.record_bytes()));
    for (unsigned turn = 1; turn <= shape_.period(); ++turn) {
      text_.step("look");
      text_.label(fmt::format("turn{}", turn));
      load_head();
      text_.line("CMP X9, X6");
      text_.line(fmt::format("B.LO turn{}", turn));
      text_.fence(order_.c.fence);
      text_.step("read");
      clear_findings();
      read_words(turn, true, true);
      text_.step("consume");
      order_reads(turn);
      consume_counted();
      text_.step("tally");
      tally();
      next(turn);
    }
    text_.label("end");
    return std::move(text_);
  }

 private:
  void clear_findings() {
    for (const unsigned flag : {RingFindings::kHeaderStale,
                                RingFindings::kHeaderOverwritten,
                                RingFindings::kPayloadStale,
                                RingFindings::kPayloadOverwritten}) {
      text_.line(fmt::format("MOV X{}, #0", flag));
    }
  }

  void load_head() { text_.line(fmt::format("{} X9, [X3]", abi::load_instruction(order_.c))); }

  /// data_head covers the record, and place C.
  void look(unsigned record) {
    text_.step(fmt::format("look {}", record));
    load_head();
    text_.line(fmt::format("MOV X6, #{}", record * shape_.record_bytes()));
    text_.line("CMP X9, X6");
    text_.line("B.LO out");
    text_.fence(order_.c.fence);
  }

  void read(unsigned record) {
    text_.step(fmt::format("read {}", record));
    text_.line(fmt::format("MOV X13, #{}", record));
    read_words(record, false, checked_.value_or(record) == record);
  }

  /// @param sums  keep what the checksum is compared with
  /// @param checks  compare the words with what they should be
  void read_words(unsigned record, bool sums, bool checks) {
    const bool has_checksum = sums && shape_.has_checksum();
    if (has_checksum) {
      text_.line("MOV X22, #0");
    }
    if (order_.d.control) {
      text_.line("MOV X16, #0");
    }
    for (unsigned word = 0; word < shape_.record_words; ++word) {
      text_.line(fmt::format("LDR X10, [X1, #{}]", shape_.offset(record, word)));
      if (word == 0) {
        text_.line("UBFX X15, X10, #48, #16");  // header.size, for the tail
      }
      const bool is_last = word + 1 == shape_.record_words;
      if (has_checksum && is_last) {
        text_.line("LSR X23, X10, #32");
      }
      // A word of the ring holds headers and payloads in turn when records wrap.
      text_.line("UBFX X10, X10, #0, #32");
      if (order_.d.control) {
        text_.line("ORR X16, X16, X10");
      }
      if (has_checksum && !is_last) {
        text_.line("ADD X22, X22, X10");
      }
      if (checks) {
        check(word);
      }
    }
  }

  /// Compares X10, the record that a word is of, with X13, the one that it should be of.
  void check(unsigned word) {
    const bool is_header = word == 0;
    const unsigned stale = is_header ? RingFindings::kHeaderStale : RingFindings::kPayloadStale;
    const unsigned overwritten =
        is_header ? RingFindings::kHeaderOverwritten : RingFindings::kPayloadOverwritten;
    text_.line("SUB X11, X10, X13");
    text_.line(fmt::format("ORR X{0}, X{0}, X11, LSR #63", stale));
    text_.line("SUB X11, X13, X10");
    text_.line(fmt::format("ORR X{0}, X{0}, X11, LSR #63", overwritten));
  }

  /// Place D, and data_tail.
  void consume(unsigned record) {
    text_.step(fmt::format("consume {}", record));
    order_reads(record);
    if (order_.d.data) {
      text_.line(fmt::format("MOV X17, #{}", (record - 1) * shape_.record_bytes()));
      text_.line("ADD X15, X15, X17");
    } else {
      text_.line(fmt::format("MOV X15, #{}", record * shape_.record_bytes()));
    }
    store_tail("X15");
  }

  /// Place D, as far as it stands before the store.
  void order_reads(unsigned record) {
    if (order_.d.control) {
      text_.line(fmt::format("CBZ X16, next{}", record));
      text_.label(fmt::format("next{}", record));
    }
    text_.fence(order_.d.fence);
  }

  void store_tail(std::string_view reg) {
    text_.line(fmt::format("{} {}, [X5]", order_.d.release ? "STLR" : "STR", reg));
  }

  void consume_counted() {
    if (order_.d.data) {
      text_.line(fmt::format("SUB X17, X6, #{}", shape_.record_bytes()));
      text_.line("ADD X15, X15, X17");
      store_tail("X15");
    } else {
      store_tail("X6");
    }
  }

  /// Counts the record, without a branch.
  void tally() {
    using F = RingFindings;
    using T = RingTally;
    text_.line(fmt::format("ORR X10, X{}, X{}", F::kHeaderStale, F::kPayloadStale));
    count(T::kStale, 10);
    text_.line(fmt::format("ORR X11, X{}, X{}", F::kHeaderOverwritten, F::kPayloadOverwritten));
    count(T::kOverwritten, 11);
    text_.line("ORR X11, X10, X11");
    count(T::kBad, 11);
    text_.line(fmt::format("ORR X10, X{}, X{}", F::kHeaderStale, F::kHeaderOverwritten));
    count(T::kBadHeaders, 10);
    text_.line(fmt::format("ORR X10, X{}, X{}", F::kPayloadStale, F::kPayloadOverwritten));
    count(T::kWrongSequences, 10);
    if (shape_.has_checksum()) {
      text_.line("CMP W22, W23");
      text_.line("CSET X10, NE");
      count(T::kWrongChecksums, 10);
    }
    text_.line(fmt::format("CMP X{}, #0", T::kFirstBad));
    text_.line(fmt::format("CSEL X10, X13, X{}, EQ", T::kFirstBad));
    text_.line("CMP X11, #0");
    text_.line(fmt::format("CSEL X{0}, X10, X{0}, NE", T::kFirstBad));
  }

  void count(unsigned tally, unsigned flag) {
    text_.line(fmt::format("ADD X{0}, X{0}, X{1}", tally, flag));
  }

  void next(unsigned turn) {
    text_.step("next");
    text_.line("ADD X13, X13, #1");
    text_.line(fmt::format("ADD X6, X6, #{}", shape_.record_bytes()));
    text_.line("CMP X13, X21");
    text_.line(turn == shape_.period() ? "B.LS turn1" : "B.HI end");
  }

  const abi::RingShape& shape_;
  const abi::RingOrder& order_;
  std::optional<unsigned> checked_;  ///< the only record that is checked
  abi::StepText text_;
};

}  // namespace

abi::StepText ring_reader_program(const abi::RingShape& shape,
                                  const abi::RingOrder& order,
                                  std::optional<unsigned> checked) {
  PMUSIM_EXPECT(shape.is_valid(), "the text has immediates for it");
  return ReaderText{shape, order, checked}.make();
}

abi::StepText ring_reader_loop(const abi::RingShape& shape, const abi::RingOrder& order) {
  PMUSIM_EXPECT(shape.can_loop(), "the text has immediates for it");
  return ReaderText{shape, order}.make_loop();
}

}  // namespace pmusim::user
