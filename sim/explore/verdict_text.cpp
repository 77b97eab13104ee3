// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

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

Answer worst(Answer a, Answer b) {
  if (a == Answer::yes || b == Answer::yes) {
    return Answer::yes;
  }
  return a == Answer::unknown ? a : b;
}

Answer left_behind(const NestingPoint& point) {
  return point.at_end == point.reserved ? Answer::no : Answer::yes;
}

void each_finding(const ProtocolResult& result, const std::function<void(const Finding&)>& see) {
  const auto ring = [&](const RingVerdict& verdict) {
    see(verdict.stale);
    see(verdict.overwritten);
  };
  ring(result.given);
  std::ranges::for_each(result.subsets, ring);
  std::ranges::for_each(result.replacements, ring);
  if (result.nesting) {
    for (const NestingPoint& point : result.nesting->points) {
      see(point.goes_back);
      see(point.unwritten);
    }
  }
  for (const WakeupVerdict& verdict : result.wakeup) {
    see(verdict.missed);
  }
}

}  // namespace

Answer is_bad(const NestingPoint& point) {
  return worst(left_behind(point), worst(point.goes_back.answer, point.unwritten.answer));
}

std::string to_text(const NestingVerdict& verdict) {
  Answer goes_back = Answer::no;
  Answer unwritten = Answer::no;
  Answer behind = Answer::no;
  for (const NestingPoint& point : verdict.points) {
    goes_back = worst(goes_back, point.goes_back.answer);
    unwritten = worst(unwritten, point.unwritten.answer);
    behind = worst(behind, left_behind(point));
  }
  std::string text;
  add(text, goes_back, "goes back");
  add(text, unwritten, "unwritten");
  add(text, behind, "left behind");
  return text.empty() ? "safe" : text;
}

std::string_view to_text(const WakeupVerdict& verdict) {
  switch (verdict.missed.answer) {
    case Answer::no:
      return "forbidden";
    case Answer::yes:
      return "allowed";
    case Answer::unknown:
      break;
  }
  return "unknown";
}

memory::ExploreEnd end_of(const ProtocolResult& result) {
  auto end = memory::ExploreEnd::complete;
  each_finding(result, [&](const Finding& finding) { end = std::max(end, finding.end); });
  return end;
}

std::string_view to_text(memory::ExploreEnd end) {
  switch (end) {
    case memory::ExploreEnd::complete:
      return "complete";
    case memory::ExploreEnd::bounded:
      return "bounded";
    case memory::ExploreEnd::stopped:
      break;
  }
  return "stopped";
}

std::string to_text(const WordVerdict& verdict) {
  std::string text;
  add(text, verdict.stale, "stale");
  add(text, verdict.overwritten, "overwritten");
  return text.empty() ? "safe" : text;
}

}  // namespace pmusim::explore
