// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/activity/stream_view.h"

namespace pmusim {

/// The kind of a dense view whose amounts have `width` bytes. @pre width is 1, 2 or 4.
[[nodiscard]] constexpr StreamView::Kind dense_kind(unsigned width) {
  if (width == 1) {
    return StreamView::Kind::dense8;
  }
  return width == 2 ? StreamView::Kind::dense16 : StreamView::Kind::dense32;
}

}  // namespace pmusim
