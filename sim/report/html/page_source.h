// SPDX-License-Identifier: Apache-2.0
//
// The files of the folder page, which the build makes a part of the program.
#pragma once

#include <string_view>

namespace pmusim::report {

extern const std::string_view kPageHtml;
extern const std::string_view kPageCss;
extern const std::string_view kPageScript;  ///< all scripts, one after the other

}  // namespace pmusim::report
