// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/sweep/plot.h"

namespace pmusim::sweep {

/// The plot as an SVG that needs no other file, and that follows the viewer's choice of a light or
/// a dark scheme.
[[nodiscard]] std::string svg_document(const Plot& plot);

/// `words` as they may stand in XML: markup escaped, control characters, which XML has none of,
/// replaced.
[[nodiscard]] std::string xml_text(std::string_view words);

}  // namespace pmusim::sweep
