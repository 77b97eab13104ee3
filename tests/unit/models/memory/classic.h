// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/support/exploration/shape.h"

namespace pmusim::test {

// One thread of a classic shape is given; the other one, which keeps all its order, stands here.
// Each says whether the outcome that a sequential machine does not show is allowed.

/// Message passing: the writer sets x, then y. `reader` gets y in X0 and x in X2; the outcome is
/// that it sees the new y and the old x.
[[nodiscard]] inline bool reads_stale(const std::string& reader, const std::string& start = "") {
  return allows({.threads = {"MOV X0,#1; STR X0,[X1]; DMB ISH; STR X0,[X3]", reader},
                 .outcome = "1:X0=1 1:X2=0",
                 .start = start});
}

/// The same with a given writer of x and y, both to 1.
[[nodiscard]] inline bool writes_in_other_order(const std::string& writer) {
  return allows(
      {.threads = {writer, "LDR X0,[X3]; DMB ISH; LDR X2,[X1]"}, .outcome = "1:X0=1 1:X2=0"});
}

/// Load buffering: `thread` gets x in X0 and sets y to 1; the other one does the opposite. The
/// outcome is that both see what the other one has written later.
[[nodiscard]] inline bool buffers_load(const std::string& thread, const std::string& start = "") {
  return allows({.threads = {thread, "LDR X0,[X3]; DMB ISH; MOV X2,#1; STR X2,[X1]"},
                 .outcome = "0:X0=1 1:X0=1",
                 .start = start});
}

/// Store buffering: `thread` sets x to 1 and gets y in X2; the other one does the opposite. The
/// outcome is that neither sees what the other one has written.
[[nodiscard]] inline bool buffers_store(const std::string& thread) {
  return allows({.threads = {thread, "MOV X0,#1; STR X0,[X3]; DMB ISH; LDR X2,[X1]"},
                 .outcome = "0:X2=0 1:X2=0"});
}

}  // namespace pmusim::test
