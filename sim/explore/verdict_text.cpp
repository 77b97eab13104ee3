// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/protocol_result.h"

namespace pmusim::explore {
namespace {

void add(std::string& text, Answer answer, std::string_view what) {
  if (answer == Answer::no) {
    return;
  }
  text += text.empty() ? "" : ", ";
  text += what;
  text += answer == Answer::unknown ? "?" : "";
}

}  // namespace

std::string to_text(const WordVerdict& verdict) {
  std::string text;
  add(text, verdict.stale, "stale");
  add(text, verdict.overwritten, "overwritten");
  return text.empty() ? "safe" : text;
}

}  // namespace pmusim::explore
