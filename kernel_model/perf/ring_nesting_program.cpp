// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/ring_nesting_program.h"

#include <functional>

#include <fmt/format.h>

#include "models/common/expect.h"

namespace pmusim::kernel {
namespace {

/// Who writes: its record, where its registers begin, and what its labels begin with.
struct Writer {
  unsigned record{};
  unsigned registers{};
  std::string_view labels;
};

constexpr Writer kOuter{1, 10, "outer"};
constexpr Writer kNmi{2, 19, "nmi"};

class WriteText {
 public:
  /// @param before  called before each instruction
  WriteText(const abi::RingShape& shape,
            const abi::RingOrder& order,
            const NestingForm& form,
            const Writer& writer,
            std::function<void(abi::StepText&)> before)
      : shape_{shape}, order_{order}, form_{form}, writer_{writer}, before_{std::move(before)} {}

  abi::StepText make() {
    get_handle();
    begin();
    copy();
    put_handle();
    label("done");
    before_(text_);
    return std::move(text_);
  }

 private:
  // The writer's registers.
  enum Name : std::uint8_t { nest, head, tail, claimed, fresh, word, place, seen, room };

  [[nodiscard]] std::string reg(Name name) const {
    return fmt::format("X{}", writer_.registers + static_cast<unsigned>(name));
  }

  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    before_(text_);
    text_.line(fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  [[nodiscard]] std::string name(std::string_view label) const {
    return fmt::format("{}_{}", writer_.labels, label);
  }

  void label(std::string_view label) { text_.label(name(label)); }

  void get_handle() {
    text_.step("get");
    line("LDR {}, [X4]", reg(nest));
    line("ADD {0}, {0}, #1", reg(nest));
    line("STR {}, [X4]", reg(nest));
  }

  void begin() {
    text_.step("reserve");
    for (unsigned pass = 0; pass < kPasses; ++pass) {
      line("LDR {}, [X2]", reg(head));
      line("LDR {}, [X5]", reg(tail));
      // Bytes that stay free behind the record; below zero there is no room. The branch is A.
      line("SUB {}, {}, {}", reg(room), reg(tail), reg(head));
      line("ADD {0}, {0}, #{1}", reg(room), shape_.bytes() - shape_.record_bytes());
      line("TBNZ {}, #63, {}", reg(room), name("put"));
      line("ADD {}, {}, #{}", reg(fresh), reg(head), shape_.record_bytes());
      line("MOV {}, {}", reg(claimed), reg(head));
      line("CAS {}, {}, [X2]", reg(claimed), reg(fresh));
      line("SUB {0}, {0}, {1}", reg(claimed), reg(head));
      line("CBZ {}, {}", reg(claimed), name("copy"));
    }
    give_up();
    line("B {}", name("done"));
    label("copy");
  }

  void copy() {
    text_.step("copy");
    line("ADD {}, X1, {}", reg(place), reg(head));
    line("MOVZ {}, #{}", reg(word), writer_.record);
    line("MOVK {}, #{}, LSL #48", reg(word), shape_.record_bytes());
    line("STR {}, [{}]", reg(word), reg(place));
    for (unsigned number = 1; number < shape_.record_words; ++number) {
      if (number == 1) {
        line("MOVZ {}, #{}", reg(word), writer_.record);
      }
      line("STR {}, [{}, #{}]", reg(word), reg(place), number * abi::RingShape::kWordBytes);
    }
  }

  void put_handle() {
    label("put");
    text_.step("put");
    line("LDR {}, [X4]", reg(nest));
    line("SUB {0}, {0}, #1", reg(nest));
    line("CBZ {}, {}", reg(nest), name("publish"));
    line("STR {}, [X4]", reg(nest));
    if (!form_.inner_publishes) {
      line("B {}", name("done"));
    }
    label("publish");
    for (unsigned pass = 0; pass < kPasses; ++pass) {
      publish();
      if (form_.leaves_unchecked) {
        return;
      }
      recheck();
    }
    give_up();
  }

  /// More passes than one NMI can cause.
  void give_up() { line("MOV X28, #1"); }

  void publish() {
    text_.step("publish");
    line("LDR {}, [X2]", reg(head));
    if (form_.unnests_first) {
      unnest();
      text_.step("publish");
    }
    const std::string_view fence = abi::instruction(order_.b.fence);
    if (!fence.empty()) {
      line("{}", fence);
    }
    line("{} {}, [X3]", order_.b.release ? "STLR" : "STR", reg(head));
    if (!form_.unnests_first) {
      unnest();
    }
  }

  void unnest() {
    // An inner handle that publishes has counted down already.
    if (form_.inner_publishes) {
      line("CBNZ {}, {}", reg(nest), name("done"));
    }
    text_.step("unnest");
    line("STR XZR, [X4]");
  }

  void recheck() {
    text_.step("recheck");
    line("LDR {}, [X2]", reg(seen));
    line("SUB {0}, {0}, {1}", reg(seen), reg(head));
    line("CBZ {}, {}", reg(seen), name("done"));
    line("MOV {}, #1", reg(nest));
    line("STR {}, [X4]", reg(nest));
    if (form_.inner_publishes) {
      line("MOV {}, #0", reg(nest));
    }
  }

  /// Of each of the kernel's two loops.
  static constexpr unsigned kPasses = 2;

  const abi::RingShape& shape_;
  const abi::RingOrder& order_;
  const NestingForm& form_;
  const Writer& writer_;
  std::function<void(abi::StepText&)> before_;
  abi::StepText text_;
};

}  // namespace

abi::StepText ring_nesting_program(const abi::RingShape& shape,
                                   const abi::RingOrder& order,
                                   std::optional<std::size_t> nmi_before,
                                   const NestingForm& form) {
  PMUSIM_EXPECT(2 * shape.record_words <= shape.words, "two records fit without wrapping");
  const auto nothing = [](abi::StepText&) {};
  abi::StepText nmi;
  nmi.step("arrives");
  nmi.line("ISB");
  nmi.line("MOV X30, #1");
  nmi.append(WriteText{shape, order, form, kNmi, nothing}.make(), "");
  nmi.step("looks at data_head");
  nmi.line("LDR X29, [X3]");
  nmi.step("returns");
  nmi.line("ISB");
  std::size_t instruction = 0;
  const auto strike = [&](abi::StepText& text) {
    if (instruction++ == nmi_before) {
      text.append(nmi, "NMI ");
    }
  };
  return WriteText{shape, order, form, kOuter, strike}.make();
}

}  // namespace pmusim::kernel
