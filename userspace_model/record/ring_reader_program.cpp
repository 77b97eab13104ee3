// SPDX-License-Identifier: Apache-2.0
#include "userspace_model/record/ring_reader_program.h"

#include <fmt/format.h>

#include "models/common/expect.h"

namespace pmusim::user {
namespace {

class ReaderText {
 public:
  ReaderText(const abi::RingShape& shape, const abi::RingOrder& order)
      : shape_{shape}, order_{order} {}

  abi::StepText make() {
    text_.step("start");
    for (const unsigned flag : {RingFindings::kHeaderStale,
                                RingFindings::kHeaderOverwritten,
                                RingFindings::kPayloadStale,
                                RingFindings::kPayloadOverwritten}) {
      text_.line(fmt::format("MOV X{}, #0", flag));
    }
    for (unsigned record = 1; record <= shape_.records; ++record) {
      look(record);
      read(record);
      consume(record);
    }
    text_.label("out");
    return std::move(text_);
  }

 private:
  /// data_head covers the record, and place C.
  void look(unsigned record) {
    text_.step(fmt::format("look {}", record));
    const abi::PlaceOrder& c = order_.c;
    text_.line(c.acquire ? "LDAR X9, [X3]" : c.acquire_pc ? "LDAPR X9, [X3]" : "LDR X9, [X3]");
    text_.line(fmt::format("MOV X6, #{}", record * shape_.record_bytes()));
    text_.line("CMP X9, X6");
    text_.line("B.LO out");
    fence(c.fence);
  }

  void read(unsigned record) {
    text_.step(fmt::format("read {}", record));
    text_.line(fmt::format("MOV X13, #{}", record));
    if (order_.d.control) {
      text_.line("MOV X16, #0");
    }
    for (unsigned word = 0; word < shape_.record_words; ++word) {
      text_.line(fmt::format("LDR X10, [X1, #{}]", shape_.offset(record, word)));
      if (word == 0) {
        text_.line("UBFX X15, X10, #48, #16");  // header.size, for the tail
      }
      // A word of the ring holds headers and payloads in turn when records wrap.
      text_.line("UBFX X10, X10, #0, #32");
      if (order_.d.control) {
        text_.line("ORR X16, X16, X10");
      }
      check(word == 0 ? RingFindings::kHeaderStale : RingFindings::kPayloadStale,
            word == 0 ? RingFindings::kHeaderOverwritten : RingFindings::kPayloadOverwritten);
    }
  }

  /// Compares X10, the record that a word is of, with X13, the one that it should be of.
  void check(unsigned stale, unsigned overwritten) {
    text_.line("SUB X11, X10, X13");
    text_.line(fmt::format("ORR X{0}, X{0}, X11, LSR #63", stale));
    text_.line("SUB X11, X13, X10");
    text_.line(fmt::format("ORR X{0}, X{0}, X11, LSR #63", overwritten));
  }

  /// Place D, and data_tail.
  void consume(unsigned record) {
    text_.step(fmt::format("consume {}", record));
    const abi::PlaceOrder& d = order_.d;
    if (d.control) {
      text_.line(fmt::format("CBZ X16, next{}", record));
      text_.label(fmt::format("next{}", record));
    }
    fence(d.fence);
    if (d.data) {
      text_.line(fmt::format("MOV X17, #{}", (record - 1) * shape_.record_bytes()));
      text_.line("ADD X15, X15, X17");
    } else {
      text_.line(fmt::format("MOV X15, #{}", record * shape_.record_bytes()));
    }
    text_.line(d.release ? "STLR X15, [X5]" : "STR X15, [X5]");
  }

  void fence(abi::RingFence fence) {
    const std::string_view text = abi::instruction(fence);
    if (!text.empty()) {
      text_.line(text);
    }
  }

  const abi::RingShape& shape_;
  const abi::RingOrder& order_;
  abi::StepText text_;
};

}  // namespace

abi::StepText ring_reader_program(const abi::RingShape& shape, const abi::RingOrder& order) {
  PMUSIM_EXPECT(shape.is_valid(), "the text has immediates for it");
  return ReaderText{shape, order}.make();
}

}  // namespace pmusim::user
