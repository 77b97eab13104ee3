// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/ring_writer_program.h"

#include <fmt/format.h>

#include "models/common/expect.h"

namespace pmusim::kernel {
namespace {

class WriterText {
 public:
  WriterText(const abi::RingShape& shape, const abi::RingOrder& order)
      : shape_{shape}, order_{order} {}

  abi::StepText make() {
    text_.step("start");
    text_.line("MOV X7, #1");
    for (unsigned record = 1; record <= shape_.records; ++record) {
      if (shape_.reuses(record)) {
        reserve(record);
      }
      copy(record);
      publish(record);
    }
    text_.label("full");
    return std::move(text_);
  }

 private:
  /// Place A: is there room, and what keeps the copy behind the load of data_tail?
  void reserve(unsigned record) {
    text_.step(fmt::format("reserve {}", record));
    const abi::PlaceOrder& a = order_.a;
    text_.line(a.acquire ? "LDAR X4, [X5]" : a.acquire_pc ? "LDAPR X4, [X5]" : "LDR X4, [X5]");
    // Room for the record is there once the tail has passed what the record overwrites.
    text_.line(fmt::format("MOV X6, #{}", record * shape_.record_bytes() - shape_.bytes()));
    text_.line("CMP X4, X6");
    if (a.control) {
      text_.line("B.LO full");
    } else {
      text_.line("CSEL X7, X7, XZR, HS");
    }
    fence(a.fence);
  }

  void copy(unsigned record) {
    text_.step(fmt::format("copy {}", record));
    text_.line(fmt::format("MOVZ X8, #{}", record));
    text_.line(fmt::format("MOVK X8, #{}, LSL #48", shape_.record_bytes()));
    for (unsigned word = 0; word < shape_.record_words; ++word) {
      if (word == 1) {
        text_.line(fmt::format("MOVZ X8, #{}", record));
      }
      text_.line(fmt::format("STR X8, [X1, #{}]", shape_.offset(record, word)));
    }
  }

  /// Place B, and data_head.
  void publish(unsigned record) {
    text_.step(fmt::format("publish {}", record));
    fence(order_.b.fence);
    text_.line(fmt::format("MOV X0, #{}", record * shape_.record_bytes()));
    text_.line(order_.b.release ? "STLR X0, [X3]" : "STR X0, [X3]");
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

abi::StepText ring_writer_program(const abi::RingShape& shape, const abi::RingOrder& order) {
  PMUSIM_EXPECT(shape.is_valid(), "the text has immediates for it");
  return WriterText{shape, order}.make();
}

}  // namespace pmusim::kernel
