// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/ring_nesting_program.h"

#include <catch2/catch.hpp>

using namespace pmusim;
using namespace pmusim::abi;

namespace {

constexpr RingShape kShape{.words = 2, .record_words = 1, .records = 2};

}  // namespace

TEST_CASE("a write alone is get, reserve, copy, put, publish, unnest and recheck",
          "[perf][nesting]") {
  const std::string reserve =
      "LDR X11, [X2]\n"
      "LDR X12, [X5]\n"
      "SUB X18, X12, X11\n"
      "ADD X18, X18, #8\n"
      "TBNZ X18, #63, outer_put\n"
      "ADD X14, X11, #8\n"
      "MOV X13, X11\n"
      "CAS X13, X14, [X2]\n"
      "SUB X13, X13, X11\n"
      "CBZ X13, outer_copy\n";
  const std::string publish =
      "LDR X11, [X2]\n"
      "DMB ISHST\n"
      "STR X11, [X3]\n"
      "STR XZR, [X4]\n"
      "LDR X17, [X2]\n"
      "SUB X17, X17, X11\n"
      "CBZ X17, outer_done\n"
      "MOV X10, #1\n"
      "STR X10, [X4]\n";
  CHECK(kernel::ring_nesting_program(kShape, {}, {}).text() ==
        "LDR X10, [X4]\n"
        "ADD X10, X10, #1\n"
        "STR X10, [X4]\n" +
            reserve + reserve +
            "MOV X28, #1\n"
            "B outer_done\n"
            "outer_copy:\n"
            "ADD X16, X1, X11\n"
            "MOVZ X15, #1\n"
            "MOVK X15, #8, LSL #48\n"
            "STR X15, [X16]\n"
            "outer_put:\n"
            "LDR X10, [X4]\n"
            "SUB X10, X10, #1\n"
            "CBZ X10, outer_publish\n"
            "STR X10, [X4]\n"
            "B outer_done\n"
            "outer_publish:\n" +
            publish + publish +
            "MOV X28, #1\n"
            "outer_done:\n");
}

TEST_CASE("the NMI is the same text with registers and labels of its own, where it is asked for",
          "[perf][nesting]") {
  const StepText alone = kernel::ring_nesting_program(kShape, {}, {});
  const std::size_t length = alone.steps().size();
  for (std::size_t at = 0; at <= length; ++at) {
    const StepText text = kernel::ring_nesting_program(kShape, {}, at);
    CAPTURE(at);
    // The same write, between two context synchronisations, a mark and a look at data_head.
    REQUIRE(text.steps().size() == 2 * length + 4);
    CHECK(text.steps()[at] == "NMI arrives");
    CHECK(text.steps()[at + length + 2] == "NMI looks at data_head");
    CHECK(text.steps()[at + length + 3] == "NMI returns");
    if (at < length) {
      CHECK(text.steps()[at + length + 4] == alone.steps()[at]);
    }
  }
  const std::string text = kernel::ring_nesting_program(kShape, {}, 5).text();
  CHECK(text.find("SUB X27, X21, X20\n") != std::string::npos);
  CHECK(text.find("MOVZ X24, #2\n") != std::string::npos);
}

TEST_CASE("an NMI beyond the last instruction does not come", "[perf][nesting]") {
  const StepText alone = kernel::ring_nesting_program(kShape, {}, {});
  CHECK(kernel::ring_nesting_program(kShape, {}, alone.steps().size() + 1).text() == alone.text());
}
