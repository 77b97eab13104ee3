// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page.h"

#include "models/common/expect.h"
#include "sim/report/byte_stream.h"
#include "sim/report/html/page_data.h"
#include "sim/report/html/page_source.h"

namespace pmusim::report {
namespace {

/// JSON that may stand in a script element: "</script>" and "<!--" cannot appear in it.
std::string without_markup(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// Copies `from` up to `mark`, and drops both from it.
void append_until(std::string& page, std::string_view& from, std::string_view mark) {
  const std::size_t at = from.find(mark);
  PMUSIM_EXPECT(at != std::string_view::npos, "page.html has a mark for each part");
  page += from.substr(0, at);
  from.remove_prefix(at + mark.size());
}

}  // namespace

std::string html_page(const engine::Timeline& timeline,
                      const engine::RunResult& result,
                      std::string_view purpose) {
  const PageData data = page_data(timeline, result, purpose);
  std::string_view rest = kPageHtml;
  std::string page;
  append_until(page, rest, "/* page.css */");
  page += kPageCss;
  append_until(page, rest, "%DESCRIPTION%");
  page += without_markup(data.description);
  append_until(page, rest, "%SPANS%");
  page += base64(data.spans);
  append_until(page, rest, "/* page.js */");
  page += kPageScript;
  page += rest;
  return page;
}

}  // namespace pmusim::report
