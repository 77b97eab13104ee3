// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/abi/step_text.h"

#include <catch2/catch.hpp>

using pmusim::abi::StepText;

TEST_CASE("each instruction has a step, and labels count for none", "[abi][steps]") {
  StepText text;
  text.step("first");
  text.line("NOP");
  text.label("here");
  text.step("second");
  text.line("B here");
  text.label("end");
  CHECK(text.text() == "NOP\nhere:\nB here\nend:\n");
  CHECK(text.steps() == std::vector<std::string>{"first", "second"});
}

TEST_CASE("a text that is added keeps its steps under a prefix", "[abi][steps]") {
  StepText inner;
  inner.step("copy");
  inner.line("NOP");
  StepText text;
  text.step("reserve");
  text.line("ISB");
  text.append(inner, "NMI ");
  text.line("ISB");
  CHECK(text.text() == "ISB\nNOP\nISB\n");
  CHECK(text.steps() == std::vector<std::string>{"reserve", "NMI copy", "reserve"});
}
