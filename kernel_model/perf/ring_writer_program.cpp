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

  abi::StepText make_loop() {
    text_.step("start");
    text_.line("MOV X0, #0");
    text_.line("MOV X2, #1");
    text_.line(fmt::format("MOV X6, #{}", shape_.bytes()));
    text_.line(fmt::format("MOV X10, #{}", shape_.record_bytes()));
    text_.line("SUB X6, X10, X6");
    text_.line("LSL X10, X10, #48");
    text_.line(fmt::format("MOV X11, #{}", shape_.record_words - 1));
    for (unsigned turn = 1; turn <= shape_.period(); ++turn) {
      text_.label(fmt::format("turn{}", turn));
      if (order_.a.keeps_stores_behind_load()) {
        look_for_room(turn);
        text_.fence(order_.a.fence);
        copy_counted(turn);
      } else {
        copy_at_once(turn);
      }
      publish_counted();
      next(turn);
    }
    text_.label("end");
    return std::move(text_);
  }

 private:
  void look_for_room(unsigned turn) {
    text_.step("reserve");
    load_tail();
    wait_for_room(turn);
  }

  /// The copy does not wait for the look at data_tail: only data_head does.
  void copy_at_once(unsigned turn) {
    text_.step("reserve");
    load_tail();
    text_.fence(order_.a.fence);
    copy_counted(turn);
    text_.step("reserve");
    wait_for_room(turn);
  }

  /// Positions are signed: the first records need no tail.
  void wait_for_room(unsigned turn) {
    text_.line("CMP X4, X6");
    text_.line(fmt::format("B.LT turn{}", turn));
  }

  void copy_counted(unsigned turn) {
    text_.step("copy");
    text_.line("ORR X8, X2, X10");
    store("X8", turn, 0);
    for (unsigned word = 1; word < shape_.record_words; ++word) {
      const bool is_checksum = shape_.has_checksum() && word + 1 == shape_.record_words;
      if (is_checksum) {
        text_.line("ORR X8, X2, X11, LSL #32");
      }
      store(is_checksum ? "X8" : "X2", turn, word);
    }
  }

  void publish_counted() {
    text_.step("publish");
    text_.fence(order_.b.fence);
    text_.line(fmt::format("ADD X0, X0, #{}", shape_.record_bytes()));
    store_head();
  }

  void next(unsigned turn) {
    text_.step("next");
    text_.line("ADD X2, X2, #1");
    text_.line(fmt::format("ADD X6, X6, #{}", shape_.record_bytes()));
    text_.line(fmt::format("ADD X11, X11, #{}", shape_.record_words - 1));
    text_.line("CMP X2, X9");
    text_.line(turn == shape_.period() ? "B.LS turn1" : "B.HI end");
  }

  /// Place A: is there room, and what keeps the copy behind the load of data_tail?
  void reserve(unsigned record) {
    text_.step(fmt::format("reserve {}", record));
    load_tail();
    // Room for the record is there once the tail has passed what the record overwrites.
    text_.line(fmt::format("MOV X6, #{}", record * shape_.record_bytes() - shape_.bytes()));
    text_.line("CMP X4, X6");
    if (order_.a.keeps_stores_behind_load()) {  // so the branch adds no order
      text_.line("B.LO full");
    } else {
      text_.line("CSEL X7, X7, XZR, HS");
    }
    text_.fence(order_.a.fence);
  }

  void load_tail() { text_.line(fmt::format("{} X4, [X5]", abi::load_instruction(order_.a))); }

  void copy(unsigned record) {
    text_.step(fmt::format("copy {}", record));
    text_.line(fmt::format("MOVZ X8, #{}", record));
    text_.line(fmt::format("MOVK X8, #{}, LSL #48", shape_.record_bytes()));
    for (unsigned word = 0; word < shape_.record_words; ++word) {
      if (word == 1) {
        text_.line(fmt::format("MOVZ X8, #{}", record));
      }
      store("X8", record, word);
    }
  }

  void store(std::string_view reg, unsigned record, unsigned word) {
    text_.line(fmt::format("STR {}, [X1, #{}]", reg, shape_.offset(record, word)));
  }

  /// Place B, and data_head.
  void publish(unsigned record) {
    text_.step(fmt::format("publish {}", record));
    text_.fence(order_.b.fence);
    text_.line(fmt::format("MOV X0, #{}", record * shape_.record_bytes()));
    store_head();
  }

  void store_head() { text_.line(order_.b.release ? "STLR X0, [X3]" : "STR X0, [X3]"); }

  const abi::RingShape& shape_;
  const abi::RingOrder& order_;
  abi::StepText text_;
};

}  // namespace

abi::StepText ring_writer_program(const abi::RingShape& shape, const abi::RingOrder& order) {
  PMUSIM_EXPECT(shape.is_valid(), "the text has immediates for it");
  return WriterText{shape, order}.make();
}

abi::StepText ring_writer_loop(const abi::RingShape& shape, const abi::RingOrder& order) {
  PMUSIM_EXPECT(shape.can_loop(), "the text has immediates for it");
  return WriterText{shape, order}.make_loop();
}

}  // namespace pmusim::kernel
