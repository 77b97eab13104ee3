// SPDX-License-Identifier: Apache-2.0
#include "kernel_model/perf/ring_wakeup_program.h"

namespace pmusim::kernel {
namespace {

abi::StepText announce_and_look(WakeupOrder order, const char* announce, const char* look) {
  const bool releases =
      order == WakeupOrder::release_acquire || order == WakeupOrder::release_acquirepc;
  abi::StepText text;
  text.step(announce);
  text.line("MOV X1, #1");
  text.line(releases ? "STLR X1, [X2]" : "STR X1, [X2]");
  text.step(look);
  switch (order) {
    case WakeupOrder::full_barrier:
      text.line("DMB ISH");
      text.line("LDR X0, [X4]");
      break;
    case WakeupOrder::release_acquire:
      text.line("LDAR X0, [X4]");
      break;
    case WakeupOrder::release_acquirepc:
      text.line("LDAPR X0, [X4]");
      break;
    case WakeupOrder::none:
      text.line("LDR X0, [X4]");
      break;
  }
  return text;
}

}  // namespace

std::string_view to_text(WakeupOrder order) {
  switch (order) {
    case WakeupOrder::full_barrier:
      return "dmb ish";
    case WakeupOrder::release_acquire:
      return "stlr+ldar";
    case WakeupOrder::release_acquirepc:
      return "stlr+ldapr";
    case WakeupOrder::none:
      break;
  }
  return "none";
}

abi::StepText ring_waker_program(WakeupOrder order) {
  return announce_and_look(order, "publish", "look for a sleeper");
}

abi::StepText ring_sleeper_program(WakeupOrder order) {
  return announce_and_look(order, "go to sleep", "look at data_head");
}

}  // namespace pmusim::kernel
